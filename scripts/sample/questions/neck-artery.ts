import type { AuthoredVideo } from './authored.ts';

export const neckArtery: AuthoredVideo = {
  key: 'neck_artery',
  startSeconds: 0,
  endSeconds: 14,
  optionMark: '.',
  choices: [
    {
      type: 'Type3_ProcedureContextPlanning',
      window: [0, 4],
      stem: 'Before the probe is moved, which landmarks beside the round artery tell the operator where the plane lies?',
      options: [
        'A flat vein on its left, and an even, bright gland nearer the skin on its right.',
        'A shadowing bone on its left, and a round artery at equal depth on its right.',
        'An air-filled tube on its left, and a striped muscle at more depth on its right.',
        'An even, bright gland on its left, and a flat vein nearer the skin on its right.',
      ],
      answer: 'D',
      narration:
        'We begin in short axis. The artery is in the middle, the thyroid lies on the left of the screen, and the jugular vein is above and to the right.',
    },
    {
      type: 'Type1_ActionGoalReasoning',
      window: [3.8, 10],
      stem: 'Which movement of the probe is seen in this clip, and which view does it lead to?',
      options: [
        'Tilting toward the head, from a short-axis to an oblique view of the artery.',
        'Sliding up along the neck, from the lower to the upper part of the artery.',
        'Rotating by a quarter turn, from a short-axis to a long-axis view of the artery.',
        'Rocking from side to side, from an off-center to a centered view of the artery.',
      ],
      answer: 'C',
      narration:
        'Keeping the artery in the middle of the screen I rotate the probe by ninety degrees. The circle becomes an oval and then a tube: the long axis.',
    },
    {
      type: 'Type2_ArtifactResolutionOptimization',
      window: [9.6, 13.6],
      stem: 'The operator holds the last view. What in the image shows that the plane runs through the middle of the artery and not along its side?',
      options: [
        'One blurred wall on the near side, with faint echoes that fill the lumen below it.',
        'Crisp double lines on both walls, with a dark lumen between them across the image.',
        'A wall that curves around the lumen, with a rounded end on one side of the image.',
        'Thin shadows from both of the edges, with a bright band in the tissue between.',
      ],
      answer: 'B',
      narration:
        'Here we are in the middle of the vessel: on the near and the far wall you see the sharp double line of the intima and media, all across the screen.',
    },
  ],
  free: [
    {
      type: 'Type1_ActionGoalReasoning',
      window: [0.5, 13.5],
      stem: 'Describe how the shape of the artery changes in this clip, what the operator does to achieve it, and what the last view is good for.',
      answer:
        'The artery is at first round (short axis), becomes an oval and in the end a tube across the whole image (long axis), because the probe is rotated by 90 degrees over the vessel. The long-axis view shows near and far wall along the vessel and allows the wall to be judged and measured.',
      narration:
        'From the short axis I rotate slowly over the artery until it opens up along its length. In this long axis we look at the wall.',
    },
  ],
};
