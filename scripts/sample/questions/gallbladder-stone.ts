import type { AuthoredVideo } from './authored.ts';

/** Starts one second into its clip, as upstream's Videos start somewhere in theirs. */
export const gallbladderStone: AuthoredVideo = {
  key: 'gallbladder_stone',
  startSeconds: 1,
  endSeconds: 14,
  optionMark: ')',
  choices: [
    {
      type: 'Type2_ArtifactResolutionOptimization',
      window: [0, 7],
      stem: 'While the probe is fanned, what becomes of the dark band below the bright spot in the gallbladder, and what follows from that?',
      options: [
        'It stays in place when the bright spot has gone, so gas in the bowel casts it',
        'It gets wider while the bright spot stays in view, so the gain is too high',
        'It turns bright when the bright spot gets darker, so that spot holds fluid',
        'It leaves the image along with the bright spot, so that spot is casting it',
      ],
      answer: 'D',
      narration:
        'There is a stone with a clean shadow. As I fan away the stone goes and the shadow goes with it, so the shadow really belongs to the stone.',
    },
    {
      type: 'Type1_ActionGoalReasoning',
      window: [7.4, 12],
      stem: 'What does the operator do with the probe in this part of the clip, and to what end?',
      options: [
        'Fans back again, to have the stone in the plane once more and see its shadow',
        'Slides to the right, to follow the gallbladder from its body to its neck',
        'Presses in deeper, to push the bowel away from in front of the gallbladder',
        'Turns by a quarter, to have both the gallbladder and the stone in short axis',
      ],
      answer: 'A',
      narration: 'Now I fan back, and here is the stone again on the dependent wall, with its shadow behind it.',
    },
  ],
  free: [
    {
      type: 'Type2_ArtifactResolutionOptimization',
      window: [1, 11.8],
      stem: 'How does the operator show in this clip that the dark band is the shadow of a stone and not of bowel gas?',
      answer:
        'The probe is fanned away from the stone and back. The dark band disappears and returns together with the bright focus in the gallbladder, and it starts right behind that focus with clean edges; a shadow from bowel gas would not come and go with it.',
      narration:
        'By fanning through the gallbladder and back I see that the shadow appears only together with the stone. It is clean and starts at the stone.',
    },
  ],
};
