import type { AuthoredVideo } from './authored.ts';

export const chestPleura: AuthoredVideo = {
  key: 'chest_pleura',
  startSeconds: 0,
  endSeconds: 18,
  optionMark: '.',
  choices: [
    {
      type: 'Type1_ActionGoalReasoning',
      window: [0, 7.6],
      stem: 'The probe is held still over one rib space. What does the operator watch at the bright line between the ribs, and what is seen?',
      options: [
        'Whether the line is broken; it has a gap that opens each time the patient inhales',
        'Whether the lung slides; the line shimmers to and fro as the patient breathes',
        'Whether there is fluid; a dark strip appears and goes beneath the line in turn',
        'Whether the ribs move; both of them drift to one side while the line stays still',
      ],
      answer: 'B',
      narration:
        'Between the two ribs and their shadows is the pleural line. Watch it with each breath: it shimmers to and fro. That is lung sliding.',
    },
    {
      type: 'Type2_ArtifactResolutionOptimization',
      window: [1, 5],
      stem: 'A second, weaker bright line is seen deep to the first one, at about 4 cm. What is it, and what tells so?',
      options: [
        'The diaphragm, since it bulges toward the skin each time the patient exhales',
        'Fluid in the chest, since all the tissue beneath it is free of any echoes',
        'A reverberation, since it lies at twice the depth of the first bright line',
        'The back of a rib, since it casts a shadow of its own upon all that lies below',
      ],
      answer: 'C',
      narration:
        'The line further down is no structure. It repeats the pleural line at twice its depth, a reverberation, the so-called A-line.',
    },
    {
      type: 'Type3_ProcedureContextPlanning',
      window: [0, 17.6],
      stem: 'How is the examination laid out over the whole of this clip, and what has to be noted in the end?',
      options: [
        'One rib space throughout; lung sliding stops as soon as the patient stops breathing',
        'One rib space throughout; lung sliding is back again once the probe has been tilted',
        'Two rib spaces in turn; lung sliding is present in both, but slower in the second',
        'Two rib spaces in turn; lung sliding is present in the first, but not in the second',
      ],
      answer: 'D',
      narration:
        'From the first space, where the lung slides well, I move across the rib into the next one. Here the line stays still although the patient goes on breathing. I note this space as one without sliding.',
    },
  ],
  free: [
    {
      type: 'Type1_ActionGoalReasoning',
      window: [7.6, 11],
      stem: 'What does the operator do with the probe in this clip, and how can one tell from the image?',
      answer:
        'The probe is slid along the chest to the next rib space. A rib with its shadow moves across the middle of the image, and a new stretch of pleural line between two ribs comes to rest in view.',
      narration: 'I slide over: the rib and its shadow pass through the picture, and we arrive in the next space.',
    },
    {
      type: 'Type3_ProcedureContextPlanning',
      window: [7, 17.6],
      stem: 'What is the finding at the second place that is scanned, and why is it not simply a patient who holds the breath?',
      answer:
        'There is no lung sliding in the second rib space: the pleural line and the pattern below it stay still. The chest wall above goes on rising and falling with the breath, so the patient is breathing and the absence of sliding is a true finding that calls for further examination.',
      narration:
        'In this space the pleural line does not move. The soft tissue above still goes up and down, so the patient does breathe: sliding is absent here, and we have to look further.',
    },
  ],
};
