import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import type { Correction } from '../../../src/domain/clip/index.ts';
import { aBenchmark, aQuestion } from '../../unit/builders.ts';
import { numberedVideo, steady } from './numbered-video.ts';
import { axeFindings } from '../ui/axe-findings.ts';
import { dropOn } from '../ui/drop-on.ts';
import { FakeServices } from '../ui/fake-services.ts';
import { openApp } from '../ui/open-app.ts';
import { memoryPlaces, realVideos } from '../ui/real-videos.ts';

const IDS = ['aB-3_5678xY', 'cD-3_5678xY'] as const;
const roi = { unit: 'proportion', x: 0.25, y: 0.25, width: 0.5, height: 0.5 } as const;
const KEYS = ['Vein_Basics', 'Vein_More'] as const;
const benchmark = aBenchmark(
  KEYS.map((videoKey, index) => aQuestion({ videoKey, sourceKey: IDS[index] ?? '', startSeconds: 0.5, endSeconds: 1 })),
  {
    sourceVideos: IDS.map((id, index) => ({
      key: id,
      location: { kind: 'youtube', youtubeId: id, url: `https://www.youtube.com/watch?v=${id}` },
      videoKeys: [KEYS[index] ?? ''],
    })),
    videos: KEYS.map((key, index) => ({
      key,
      sourceKey: IDS[index] ?? '',
      startSeconds: 0.5,
      endSeconds: 1.5,
      roi,
    })),
  },
);
const video = await numberedVideo({ frameSeconds: steady(60, 30), widthPixels: 640, heightPixels: 512 });
const short = await numberedVideo({ frameSeconds: steady(12, 30) });

async function opened(kept = new Map<string, readonly Correction[]>()) {
  const services = new FakeServices({ videos: realVideos({ kept }) });
  await services.benchmarks.keep(benchmark);
  return { kept, screen: await openApp(services, '#/videos') };
}

async function attach(...files: readonly File[]): Promise<void> {
  const find = () => document.querySelector('input[aria-label="Attach source videos: files"]');
  await expect.poll(find, { timeout: 20_000 }).not.toBeNull();
  const input = find();
  if (!(input instanceof HTMLInputElement)) throw new Error('There is no input for source videos.');
  await userEvent.upload(input, [...files]);
}

test('what is missing, how to get it, and what a file turns out to be', async () => {
  const { screen } = await opened();
  await expect.element(screen.getByText('2 source videos are missing')).toBeVisible();
  await screen.getByText('Get them from YouTube').click();
  await screen.getByRole('tab', { name: 'Windows' }).click();
  await expect
    .element(screen.getByLabelText('Command line'))
    .toHaveTextContent(`"https://www.youtube.com/watch?v=${IDS[1]}"`);

  await attach(new File([video], `A title [${IDS[0]}].mp4`), new File([short], `${IDS[1]}.mp4`));
  await expect.element(screen.getByText('Looks wrong', { exact: true })).toBeVisible();
  await expect.element(screen.getByText(/lasts 0:00, but the questions need it up to 0:02/)).toBeVisible();
  await expect.element(screen.getByText(/1 looks wrong; 1 question waits for it/)).toBeVisible();
  await screen.getByRole('button', { name: /Use it all the same/ }).click();
  await expect.element(screen.getByText('All are at hand.')).toBeVisible();
});

test('a folder that is dropped is remembered', async () => {
  const places = memoryPlaces();
  // A browser that remembers folders has a picker for them.
  const pickFolder = () => Promise.reject(new Error('nobody picks'));
  const [videoKey, sourceKey] = ['neck_artery', IDS[0]];
  const plain = aBenchmark([aQuestion({ videoKey, sourceKey, startSeconds: 0.5, endSeconds: 1 })]);
  const open = async () => {
    const services = new FakeServices({ videos: realVideos({ places, pickFolder }) });
    await services.benchmarks.keep(plain);
    return openApp(services, '#/videos');
  };
  const screen = await open();
  await expect.element(screen.getByText('1 source video is missing')).toBeVisible();
  await dropOn(screen.getByRole('group', { name: 'Attach source videos' }).element(), 'public/sample/videos');
  await expect.element(screen.getByText('All are at hand.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Forget videos' })).toBeVisible();
  expect(await places.list()).toMatchObject([{ kind: 'folder', name: 'videos' }]);
  await screen.unmount();

  const again = await open();
  const reopen = again.getByRole('button', { name: 'Open “videos” again' });
  await expect.element(again.getByText('All are at hand.').or(reopen)).toBeVisible();
});

test('a name that says nothing is asked about, with a picture of the file', async () => {
  const { screen } = await opened();
  await attach(new File([video], 'my recording.mp4'));
  await expect.element(screen.getByAltText('A frame of my recording.mp4')).toBeVisible();
  await screen.getByLabelText(/my recording\.mp4/).selectOptions(`source ${IDS[0]}`);
  await expect.element(screen.getByText('1 source video is missing')).toBeVisible();
  await screen.getByRole('button', { name: 'Let go of my recording.mp4' }).click();
  await expect.element(screen.getByText('2 source videos are missing')).toBeVisible();
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByText('1 source video is missing')).toBeVisible();
});

test.each([
  ['light', 1280],
  ['dark', 360],
] as const)(
  'frames are shown with the region, and a correction is made by steps and keys: %s, %i px',
  async (theme, width) => {
    await page.viewport(width, 900);
    document.documentElement.dataset['theme'] = theme;
    const { screen, kept } = await opened();
    await attach(new File([video], `${IDS[0]}.mp4`));
    await screen.getByText(/looked at$/).click();
    await expect.element(screen.getByAltText('First frame of Vein Basics, whole')).toBeVisible();
    await expect.element(screen.getByAltText('Last frame of Vein Basics, as a model is shown it')).toBeVisible();
    await expect.element(screen.getByText(/A clip shows 320 x 256 pixels/)).toBeVisible();

    await screen.getByRole('button', { name: '1 frame later' }).click();
    await screen.getByRole('button', { name: '1 frame later' }).click();
    await expect.element(screen.getByText('at 0:00.6 of the file')).toBeVisible();
    screen
      .getByRole('button', { name: /^Move the region/ })
      .element()
      .focus();
    await userEvent.keyboard('{ArrowRight}{Shift>}{ArrowDown}{/Shift}');
    await screen.getByLabelText('Name of the correction').fill('late start');
    expect(await axeFindings()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    await screen.getByRole('button', { name: 'Keep the correction' }).click();
    await expect.element(screen.getByText(/looked at, corrected/)).toBeVisible();
    expect(kept.get(benchmark.digest)).toEqual([
      {
        videoKey: 'Vein_Basics',
        name: 'late start',
        offsetSeconds: 0.066666,
        roi: { unit: 'proportion', x: 161 / 640, y: 138 / 512, width: 0.5, height: 0.5 },
      },
    ]);
    await screen.getByRole('button', { name: 'Take the correction off' }).click();
    await expect.poll(() => kept.get(benchmark.digest)).toEqual([]);
    delete document.documentElement.dataset['theme'];
  },
);
