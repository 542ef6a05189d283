import type { AuthoredVideo } from './authored.ts';

export const groinVessels: AuthoredVideo = {
  key: 'groin_vessels',
  startSeconds: 0,
  endSeconds: 13,
  optionMark: '.',
  choices: [
    {
      type: 'Type1_ActionGoalReasoning',
      window: [0, 3],
      stem: 'Two vessels are seen in short axis while the probe rests on the skin. Which one is the artery, and what in the clip tells so?',
      options: [
        'The right one, since its large lumen widens and narrows as the patient breathes',
        'The right one, since its thin wall is set deeper than the wall of its neighbor',
        'The left one, since its oval lumen is flattened for a moment between heartbeats',
        'The left one, since its round lumen swells for a moment with every heartbeat',
      ],
      answer: 'D',
      narration:
        'We start in short axis without any pressure. On the left of the screen is the artery: round, thick-walled, and you can see it pulsate. The vein lies to the right of it and is larger and oval.',
    },
    {
      type: 'Type1_ActionGoalReasoning',
      window: [2.8, 6],
      stem: 'What does the operator do with the probe here, and what becomes of the vessel on the right?',
      options: [
        'Rotates toward the long axis, which stretches that vessel into a thin band',
        'Presses straight down, which brings the two walls of that vessel together',
        'Slides along the thigh, which carries that vessel out of the imaging plane',
        'Lightens the contact, which allows that vessel to fill up and look rounder',
      ],
      answer: 'B',
      narration:
        'Now I press straight down with the probe, and the vein closes completely: the walls touch. The artery next to it keeps its shape.',
    },
    {
      type: 'Type3_ProcedureContextPlanning',
      window: [6, 12.4],
      stem: 'The pressure has just been let go. What is the next step of the examination in this clip, and what is it for?',
      options: [
        'Compressing once more at the same level, to confirm that the vein closes fully',
        'Moving on by two finger widths down the thigh, to test the next piece of vein',
        'Turning the probe into the long axis, to measure how far the open part reaches',
        'Bringing up the overall gain, to look for faint echoes that fill the vein',
      ],
      answer: 'A',
      narration:
        'I let go and the vein fills again. At the same level I compress a second time, to be sure that it closes all the way, and then release.',
    },
  ],
  free: [
    {
      type: 'Type3_ProcedureContextPlanning',
      window: [0, 12.8],
      stem: 'Which bedside test is being carried out in this clip, and which finding speaks against a clot at this level?',
      answer:
        'A compression test of the deep vein in short axis. With pressure the vein closes completely, wall to wall, twice at the same level, and fills again on release, while the artery beside it stays open; a vein that closes fully holds no clot at this level.',
      narration:
        'This is a compression examination. Both times the vein closes completely and opens again when I release, so there is no clot at this level.',
    },
    {
      type: 'Type2_ArtifactResolutionOptimization',
      window: [2, 6],
      stem: 'Before the probe is pressed down, a brighter zone is seen below the vessel on the right. What is it, and how does the clip show that it is not a structure of its own?',
      answer:
        'It is acoustic enhancement behind the fluid-filled vein: blood weakens the beam less than tissue does. When compression empties the vein, the bright zone behind it fades, so it depends on the fluid in front and is no structure.',
      narration:
        'Notice the bright band behind the open vein. That is enhancement through the blood, and once the vein is pressed flat it fades.',
    },
  ],
};
