import type { AuthoredVideo } from './authored.ts';

export const liverAndKidney: AuthoredVideo = {
  key: 'liver_and_kidney',
  startSeconds: 0,
  endSeconds: 23,
  optionMark: ')',
  choices: [
    {
      type: 'Type2_ArtifactResolutionOptimization',
      window: [0, 10.8],
      stem: 'What is wrong with the image when this clip starts, and how does the operator put it right?',
      options: [
        'Too dark in the far field only; the lower sliders are moved up one by one',
        'Too bright at every depth; the dynamic range is narrowed in small steps',
        'Too dark at every depth; the overall gain is turned up in small steps',
        'Too bright in the near field only; the upper sliders are moved down',
      ],
      answer: 'C',
      narration:
        'The image is far too dark, near and far. I turn up the overall gain click by click until the liver shows an even mid-gray.',
    },
    {
      type: 'Type2_ArtifactResolutionOptimization',
      window: [12.6, 18.2],
      stem: 'Which setting is changed in this part of the clip, and what is won by it?',
      options: [
        'Depth is reduced in steps, so that liver and kidney fill more of the sector',
        'Depth is increased in steps, so that the tissue behind the kidney comes in',
        'Focus is moved deeper in steps, so that the kidney has a sharper far edge',
        'Gain is lowered in steps, so that the noise behind the diaphragm goes away',
      ],
      answer: 'A',
      narration:
        'A third of the screen shows nothing of use, so I bring the depth in step by step until liver and kidney fill the sector.',
    },
    {
      type: 'Type3_ProcedureContextPlanning',
      window: [0, 22.6],
      stem: 'Taken as a whole, in which order is the image set up in this clip?',
      options: [
        'Depth first with the gain still low, then gain, while the probe stays in place',
        'Gain first at the full depth, then depth, while the probe stays in place',
        'A slide toward the lower pole of the kidney first, then gain, then depth',
        'Both gain and depth at once, then a slide toward the lower pole of the kidney',
      ],
      answer: 'B',
      narration:
        'I keep the probe where it is. First the gain, then the depth: now the image is ready for the survey of the liver and the kidney.',
    },
  ],
  free: [
    {
      type: 'Type2_ArtifactResolutionOptimization',
      window: [2, 11],
      stem: 'Which problem of image quality is solved in this clip, and by what adjustment? Say what in the image shows that it has worked.',
      answer:
        'The whole image is undergained: liver and kidney are almost black at all depths. The overall gain is raised step by step until the liver is an even mid-gray and the kidney with its bright center and darker cortex stands out; depth and probe position stay as they are.',
      narration:
        'We begin undergained. I raise the overall gain in small steps, and now the liver parenchyma and the outline of the kidney are easy to see.',
    },
    {
      type: 'Type1_ActionGoalReasoning',
      window: [12.6, 18.2],
      stem: 'What does the operator change in this clip, in how large a range according to the depth scale, and with what goal?',
      answer:
        'The depth is brought in stepwise from 20 cm to 13 cm. The empty region behind the diaphragm is left out, and liver and kidney are shown larger and use the sector.',
      narration:
        'Coming from 20 centimeters I reduce the depth in four steps to 13, so that no part of the screen is wasted on what lies behind the diaphragm.',
    },
  ],
};
