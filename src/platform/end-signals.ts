import type { EndSignals } from '../app/index.ts';

/** Two tones, the second higher: half a second in all. */
const TONES_HERTZ = [660, 880] as const;
const TONE_SECONDS = 0.22;
const LOUDNESS = 0.15;

/** A short sound and the system's notifications, for somebody who looks elsewhere. */
export function createEndSignals(): EndSignals {
  let audio: AudioContext | undefined;
  return {
    async readySound() {
      audio ??= new AudioContext();
      if (audio.state === 'suspended') await audio.resume();
    },
    sound() {
      if (audio === undefined) return;
      const output = audio;
      TONES_HERTZ.forEach((hertz, index) => {
        const startSeconds = output.currentTime + index * TONE_SECONDS;
        const tone = new OscillatorNode(output, { frequency: hertz });
        const loudness = new GainNode(output, { gain: 0 });
        // Faded in and out: a tone that is cut off clicks.
        loudness.gain.setValueAtTime(0, startSeconds);
        loudness.gain.linearRampToValueAtTime(LOUDNESS, startSeconds + 0.02);
        loudness.gain.linearRampToValueAtTime(0, startSeconds + TONE_SECONDS);
        tone.connect(loudness).connect(output.destination);
        tone.start(startSeconds);
        tone.stop(startSeconds + TONE_SECONDS);
      });
    },
    async askToNotify() {
      if (!('Notification' in globalThis)) return false;
      return (await Notification.requestPermission()) === 'granted';
    },
    notify(title, body, tag) {
      try {
        new Notification(title, { body, tag });
      } catch {
        // Some phones show notifications of installed pages only; the page and its title still say it.
      }
    },
  };
}
