import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { SonoscoreError } from '../../../src/app/index.ts';
import { aQuestion, aReply, aRunConfig, aVerdict, options } from '../../unit/builders.ts';
import { fakeBenchmark } from './fake-benchmark.ts';
import { fakeClip } from './fake-clip.ts';
import { FakeServices } from './fake-services.ts';
import { finishedRun, openApp } from './open-app.ts';

vi.setConfig({ testTimeout: 20_000 });

beforeEach(async () => {
  await page.viewport(1280, 900);
});

async function openQuestions(services: FakeServices, hash = '#/results/run-1/questions') {
  await finishedRun(services);
  const screen = await openApp(services, hash);
  await expect.element(screen.getByRole('region', { name: 'Questions' })).toBeVisible();
  return screen;
}

test('the list is narrowed by outcome, kind and text, and the address says so', async () => {
  const screen = await openQuestions(new FakeServices({ sample: fakeBenchmark(30) }));
  await expect.element(screen.getByText('30 questions', { exact: false }).first()).toBeVisible();
  await screen.getByLabelText('Kind').selectOptions('Free response');
  await expect.element(screen.getByText('10 of 30 questions', { exact: false })).toBeVisible();
  expect(location.hash).toContain('kind=free-response');
  await screen.getByLabelText('Outcome').selectOptions('failed');
  await expect.element(screen.getByText('No question fits this filter.', { exact: false })).toBeVisible();
  await screen.getByRole('button', { name: 'Show all' }).first().click();
  await screen.getByLabelText('Video').selectOptions('simulated_procedure_2');
  await expect.element(screen.getByText('8 of 30 questions', { exact: false })).toBeVisible();
  await screen.getByLabelText('Length').selectOptions('under-5');
  await expect.element(screen.getByText('2 of 30 questions', { exact: false })).toBeVisible();
  await screen.getByRole('button', { name: 'Show all' }).first().click();
  await screen.getByLabelText('Text').fill('STONE');
  await expect.element(screen.getByText('10 of 30 questions', { exact: false })).toBeVisible();
});

test('the chosen and the right option are marked in words, in the order that the model saw', async () => {
  const services = new FakeServices();
  const run = await finishedRun(services);
  const stored = services.stored.get(run.id);
  const attempt = stored?.attempts.get('mcq/simulated_procedure_1/1');
  if (stored === undefined || attempt === undefined) throw new Error('The run lacks its first question.');
  stored.attempts.set(attempt.questionId, {
    ...attempt,
    optionOrder: [3, 2, 1, 0],
    prediction: { kind: 'letter', shownLetter: 'B', printedIndex: 2 },
    state: { kind: 'done', outcome: 'incorrect' },
  });
  const screen = await openApp(services, '#/results/run-1/questions/mcq%2Fsimulated_procedure_1%2F1');
  const shown = screen.getByRole('article').getByRole('list').first().getByRole('listitem');
  await expect.element(shown.nth(0)).toHaveTextContent(/^A Moving the focus.*● Right answer$/);
  await expect.element(shown.nth(1)).toHaveTextContent(/^B Tilting the probe.*✕ Chosen$/);
  await expect.element(shown.nth(3)).toHaveTextContent(/^D Pressing down/);
  await expect.element(screen.getByText('Shown in the order that the model saw', { exact: false })).toBeVisible();
});

test('how the letter was read is told, and where the reference reads another; the address can ask for those only', async () => {
  const services = new FakeServices();
  const run = await finishedRun(services);
  const attempt = services.stored.get(run.id)?.attempts.get('mcq/simulated_procedure_1/1');
  if (attempt === undefined) throw new Error('The run lacks its first question.');
  services.change({
    ...attempt,
    reply: aReply('Answer: **B**', {
      thinking: 'It could be C.',
      notes: ['Every second frame was sent.'],
    }),
    reused: true,
  });
  const screen = await openApp(services, '#/results/run-1/questions?readings=differ');
  await expect.element(screen.getByText('1 of 14 questions', { exact: false })).toBeVisible();
  const article = screen.getByRole('article');
  await expect.element(article.getByText(/^Read as B: /)).toHaveTextContent('The reference’s own rule reads A here.');
  await expect.element(article.getByText('Every second frame was sent.')).toBeVisible();
  await expect.element(article.getByText(/paid for by an earlier run/)).toBeVisible();
  await expect.element(article.getByText('It could be C.')).not.toBeVisible();
  await article.getByText(/^Thinking/).click();
  await expect.element(article.getByText('It could be C.')).toBeVisible();
  await screen.getByRole('checkbox', { name: /read differently/ }).click();
  await expect.element(screen.getByText('14 questions', { exact: false }).first()).toBeVisible();
});

test('each answer to a question that was asked more than once has its own address', async () => {
  const services = new FakeServices();
  await services.benchmarks.keep(services.sample);
  await services.runs.start(aRunConfig({ epochs: 3 }), services.sample, { key: undefined });
  services.advance('run-1', 42);
  const screen = await openApp(services, '#/results/run-1/questions/mcq%2Fsimulated_procedure_1%2F1?answer=2');
  const answers = screen.getByRole('navigation', { name: 'Answers to this question' });
  await expect.element(answers.getByRole('link')).toHaveLength(3);
  await expect.element(answers.getByRole('link', { name: /^Answer 2: / })).toHaveAttribute('aria-current', 'true');
  await answers.getByRole('link', { name: /^Answer 3: / }).click();
  expect(location.hash).toContain('answer=3');
  await expect.element(screen.getByText('3 of 42')).toBeVisible();
});

test('the judge’s words and error are beside the answer', async () => {
  const services = new FakeServices();
  const run = await finishedRun(services);
  const free = [...(services.stored.get(run.id)?.attempts.values() ?? [])].find(({ questionId }) =>
    questionId.startsWith('free/'),
  );
  if (free === undefined) throw new Error('The run has no free-response question.');
  services.change({
    ...free,
    state: { kind: 'done', outcome: 'partly-correct' },
    verdict: aVerdict(1, { explanation: 'The vessel is right, the reason is not.', raw: '{"score":1}' }),
  });
  const screen = await openApp(services, `#/results/run-1/questions/${encodeURIComponent(free.questionId)}`);
  await expect.element(screen.getByRole('heading', { name: 'The judge gave 1 of 2' })).toBeVisible();
  await expect.element(screen.getByText('The vessel is right, the reason is not.')).toBeVisible();
  await expect
    .element(screen.getByText(/^Wrong conclusion\s· judged by stand-in-judge with Sonoscore’s own prompts, version 1$/))
    .toBeVisible();
  await screen.getByText('The judge’s reply, word for word').click();
  await expect.element(screen.getByText('{"score":1}')).toBeVisible();
});

test('a person scores an answer in place of the judge, and takes that back', async () => {
  const services = new FakeServices();
  const run = await finishedRun(services);
  const free = [...(services.stored.get(run.id)?.attempts.values() ?? [])].find(({ questionId }) =>
    questionId.startsWith('free/'),
  );
  if (free === undefined) throw new Error('The run has no free-response question.');
  services.change({ ...free, state: { kind: 'done', outcome: 'incorrect' }, verdict: aVerdict(0) });
  const override = () => services.stored.get(run.id)?.attempts.get(free.questionId)?.override;
  const screen = await openApp(services, `#/results/run-1/questions/${encodeURIComponent(free.questionId)}`);
  await screen.getByText('Score it yourself').click();
  await screen.getByRole('button', { name: 'Let it count' }).click();
  await expect.element(screen.getByText('Choose 0, 1 or 2 first.')).toBeVisible();
  await screen.getByRole('radio', { name: /^1 / }).click();
  await screen.getByRole('radio', { name: 'Wrong visual evidence' }).click();
  await screen.getByRole('textbox', { name: 'Note', exact: true }).fill('The step is named.');
  await screen.getByRole('button', { name: 'Let it count' }).click();
  const counts = screen.getByRole('heading', { name: 'A person gave 1 of 2, and that counts' });
  await expect.element(counts).toBeVisible();
  expect(override()).toMatchObject({ score: 1, errorType: 'wrong_visual_evidence', note: 'The step is named.' });
  await expect.element(screen.getByRole('article').getByText('Partly correct, by a person')).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'gave 0 of 2, which does not count' })).toBeVisible();
  // In the list beside it too.
  await expect.element(screen.getByText('Partly correct, by a person').first()).toBeVisible();
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByText('Score it yourself')).toBeVisible();
  expect(override()).toBeUndefined();
  await screen.getByText('Score it yourself').click();
  await screen.getByRole('radio', { name: /^2 / }).click();
  await screen.getByRole('button', { name: 'Let it count' }).click();
  await screen.getByRole('button', { name: 'Take the judge’s verdict again' }).click();
  await expect.element(screen.getByText('The judge’s verdict counts again.')).toBeVisible();
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByRole('heading', { name: 'A person gave 2 of 2, and that counts' })).toBeVisible();
  expect(override()).toMatchObject({ score: 2, errorType: 'none' });
});

test('the clip is cut when asked for, steps by its own frames, and its bytes are given back', async () => {
  const revoke = vi.spyOn(URL, 'revokeObjectURL');
  const screen = await openQuestions(new FakeServices());
  await screen.getByRole('button', { name: 'Play the clip' }).click();
  await expect.element(screen.getByText(/^Frame \d+\/20$/)).toBeVisible();
  const video = document.querySelector('video');
  if (video === null) throw new Error('There is no player.');
  const url = video.src;
  video.pause();
  video.currentTime = 0.45;
  await expect.element(screen.getByText('Frame 5/20')).toBeVisible();
  await screen.getByRole('button', { name: 'Next frame' }).click();
  await expect.element(screen.getByText('Frame 6/20')).toBeVisible();
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
  await expect.element(screen.getByText('Frame 4/20')).toBeVisible();
  // With focus on nothing in particular the keys are the player's too.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(screen.getByText('Frame 5/20')).toBeVisible();
  await userEvent.keyboard(' ');
  await expect.poll(() => video.paused).toBe(false);
  await userEvent.keyboard(' ');
  await expect.poll(() => video.paused).toBe(true);
  await screen.getByLabelText('Speed').selectOptions('0.25×');
  expect(video.playbackRate).toBe(0.25);
  expect(revoke).not.toHaveBeenCalledWith(url);
  // The next question shows its clip unasked.
  await screen.getByRole('button', { name: 'Next', exact: true }).click();
  await expect.element(screen.getByText('2 of 14')).toBeVisible();
  expect(revoke).toHaveBeenCalledWith(url);
  await expect.element(screen.getByText(/^Frame \d+\/20$/)).toBeVisible();
  const second = document.querySelector('video')?.src;
  await screen.getByRole('link', { name: 'About', exact: true }).click();
  await expect.element(screen.getByRole('heading', { name: 'About Sonoscore' })).toBeVisible();
  expect(revoke).toHaveBeenCalledWith(second);
  revoke.mockRestore();
});

test('the whole frame shows where the model’s part lies, at any shape and zoom, and the bar which frames it was given', async () => {
  const wide = await fakeClip(480, 240);
  const services = new FakeServices({ clip: () => Promise.resolve(wide) });
  const run = await finishedRun(services);
  const first = services.stored.get(run.id)?.attempts.get('mcq/simulated_procedure_1/1');
  if (first === undefined) throw new Error('The run lacks its first question.');
  services.change({ ...first, clip: { ...wide.record, sentFrames: [0, 10, 19] } });
  const screen = await openApp(services, '#/results/run-1/questions');
  // Space begins the clip, and is the player's from then on.
  await expect.element(screen.getByRole('button', { name: 'Play the clip' })).toBeVisible();
  await userEvent.keyboard(' ');
  await expect.element(screen.getByText(/^The model was given 3 frames, marked on the bar/)).toBeVisible();
  const marks = () => [...document.querySelectorAll<HTMLElement>('.marks span')];
  await expect.poll(() => marks().map(({ style }) => parseFloat(style.left))).toEqual([0, 50, 95]);
  document.querySelector('video')?.pause();
  const bar = screen.getByRole('slider', { name: 'Time in the clip' });
  await bar.fill('1.05');
  await expect.element(screen.getByText('Frame 11/20')).toBeVisible();
  await expect.element(screen.getByText(/this is one of them/)).toBeVisible();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(screen.getByText('Frame 12/20')).toBeVisible();
  expect(document.querySelector('[data-region]')).toBeNull();
  await screen.getByRole('checkbox', { name: /^Whole frame/ }).click();
  await expect.poll(() => document.querySelector('[data-region]')).not.toBeNull();
  for (const zoom of ['1', '1.37', '0.8']) {
    document.documentElement.style.zoom = zoom;
    const video = document.querySelector('video')!.getBoundingClientRect();
    const region = document.querySelector('[data-region]')!.getBoundingClientRect();
    // 480 × 240 in a box of 4 : 3 is as wide as the box; the region is 0.1 to 0.9 of it, in even pixels.
    const scale = video.width / 480;
    const top = video.top + (video.height - 240 * scale) / 2;
    expect(region.left).toBeCloseTo(video.left + 48 * scale, 0);
    expect(region.top).toBeCloseTo(top + 24 * scale, 0);
    expect(region.width).toBeCloseTo(384 * scale, 0);
    expect(region.height).toBeCloseTo(192 * scale, 0);
  }
  document.documentElement.style.zoom = '';
});

test('a clip that cannot be cut says why, beside the player, and can be tried again', async () => {
  let broken = true;
  const good = new FakeServices();
  const services = new FakeServices({
    clip: (benchmark, question, signal) =>
      broken
        ? Promise.reject(
            new SonoscoreError({
              kind: 'clip',
              retryable: false,
              message: 'The file has no video stream: attach another.',
            }),
          )
        : good.clips.clipFor(benchmark, question, signal),
  });
  const screen = await openQuestions(services);
  await screen.getByRole('button', { name: 'Play the clip' }).click();
  await expect.element(screen.getByRole('alert')).toHaveTextContent('The file has no video stream: attach another.');
  broken = false;
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText(/^Frame \d+\/20$/)).toBeVisible();
});

test('the engine’s loading is told in bytes, and leaving the question stops the cut', async () => {
  let stopped = false;
  const services = new FakeServices({
    clip: (_benchmark, _question, signal, onProgress) => {
      onProgress?.({ kind: 'loading-engine', loadedBytes: 8_200_000, totalBytes: 32_000_000 });
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          stopped = true;
          reject(new DOMException('Stopped.', 'AbortError'));
        });
      });
    },
  });
  const screen = await openQuestions(services);
  await screen.getByRole('button', { name: 'Play the clip' }).click();
  await expect.element(screen.getByText('once per visit: 8.2 MB of 32.0 MB')).toBeVisible();
  await screen.getByRole('link', { name: 'Overview' }).click();
  await expect.poll(() => stopped).toBe(true);
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});

test('what is said of the clip stands under it, and agrees with itself', async () => {
  const services = new FakeServices();
  const screen = await openQuestions(services);
  const panel = screen.getByText(/in the source video \(/);
  await expect.element(panel).toHaveTextContent(/^\d+:\d\d\.\d to \d+:\d\d\.\d in the source video \(\d+\.\d\ss\)$/);
  const [, fromSeconds, toSeconds, lengthSeconds] =
    /:(\d\d\.\d) to \d+:(\d\d\.\d) .*\((\d+\.\d)\ss\)/.exec(panel.element().textContent) ?? [];
  expect((Number(toSeconds) - Number(fromSeconds) + 60) % 60).toBeCloseTo(Number(lengthSeconds), 5);
  const cropped = screen.getByText(/part of the frame that the benchmark marks/);
  expect(panel.element().parentElement?.contains(cropped.element())).toBe(true);
  // Nobody speaks in the sample's videos.
  await expect.element(screen.getByText('What the benchmark says is seen.')).toBeVisible();
});

test('where the source video is missing it can be attached right there', async () => {
  const screen = await openQuestions(new FakeServices({ available: [] }));
  await expect.element(screen.getByText('The source video of this question is not at hand.')).toBeVisible();
  const input = document.querySelector('input[aria-label="Attach the source video: files"]');
  if (!(input instanceof HTMLInputElement)) throw new Error('There is no input for the source video.');
  await userEvent.upload(input, new File([], 'empty.mp4'));
  await expect.element(screen.getByRole('alert')).toHaveTextContent('The file is empty: choose another.');
  await userEvent.upload(input, new File(['v'], 'whatever.mp4'));
  await expect.element(screen.getByText(/^Frame \d+\/20$/)).toBeVisible();
});

test('questions on which models differ, or the shortcut is wrong, are listed by a link; others’ replies stand side by side', async () => {
  const services = new FakeServices();
  const run = await finishedRun(services);
  const screen = await openApp(services, '#/results/run-1/questions?models=differ');
  await expect.element(screen.getByText('No two models have answered these questions', { exact: false })).toBeVisible();
  await screen.getByText('Models differ').click();
  const second = await finishedRun(services);
  const id = 'mcq/simulated_procedure_1/1';
  const attempt = services.stored.get(second.id)?.attempts.get(id);
  if (attempt === undefined) throw new Error('The run lacks its first question.');
  services.stored.get(second.id)?.attempts.set(id, {
    ...attempt,
    optionOrder: [3, 2, 1, 0],
    prediction: { kind: 'letter', shownLetter: 'C', printedIndex: 1 },
    reply: aReply('Answer: C, since the picture gets brighter.'),
    state: { kind: 'done', outcome: 'incorrect' },
  });
  await screen.getByText('Models differ').click();
  await expect.element(screen.getByText('1 of 14 questions', { exact: false })).toBeVisible();
  expect(location.hash).toContain('models=differ');
  await screen.getByText('What other runs answered').click();
  const others = screen.getByRole('article').getByRole('listitem').filter({ hasText: 'since the picture' });
  await expect.element(others).toHaveTextContent(/stand-in.*Incorrect.*B\. Raising the overall gain.*Answer: C/);
  await screen.getByText('Models differ').click();
  await screen.getByText('Shortcut points elsewhere').click();
  await expect.element(screen.getByText(/^[1-9] of 14 questions/)).toBeVisible();
  expect(location.hash).toContain('shortcut=elsewhere');
  // A note is kept beside any answer, and can be had back.
  await screen.getByText('Write a note').click();
  await screen.getByLabelText('Note on this answer').fill('A case for the class.');
  await screen.getByRole('button', { name: 'Keep the note' }).click();
  const kept = () =>
    [...(services.stored.get(run.id)?.attempts.values() ?? [])].flatMap(({ note }) => note?.text ?? []);
  await expect.element(screen.getByRole('button', { name: 'Take the note off' })).toBeVisible();
  expect(kept()).toEqual(['A case for the class.']);
  await screen.getByRole('button', { name: 'Take the note off' }).click();
  await expect.element(screen.getByText('The note is gone.')).toBeVisible();
  expect(kept()).toEqual([]);
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByRole('article').getByText('A case for the class.')).toBeVisible();
});

test('j and k go through the list, but not while somebody types', async () => {
  const screen = await openQuestions(new FakeServices());
  await expect.element(screen.getByText('1 of 14')).toBeVisible();
  await userEvent.keyboard('jj');
  await expect.element(screen.getByText('3 of 14')).toBeVisible();
  await userEvent.keyboard('k');
  await expect.element(screen.getByText('2 of 14')).toBeVisible();
  await screen.getByLabelText('Text').click();
  await userEvent.keyboard('jk');
  await expect.element(screen.getByLabelText('Text')).toHaveValue('jk');
});

test('on a narrow screen the question takes the list’s place', async () => {
  await page.viewport(360, 800);
  const services = new FakeServices();
  await finishedRun(services);
  const screen = await openApp(services, '#/results/run-1/questions');
  await screen.getByRole('region', { name: 'Questions' }).getByRole('link').first().click();
  await expect.element(screen.getByRole('region', { name: 'Questions' })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('heading', { level: 2 }).first()).toHaveFocus();
  await screen.getByRole('link', { name: 'All questions' }).click();
  await expect.element(screen.getByRole('region', { name: 'Questions' })).toBeVisible();
  // By the keyboard alone: down to the third, and into it.
  await userEvent.keyboard('jj');
  await expect.poll(() => document.activeElement?.getAttribute('aria-current')).toBe('true');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('3 of 14')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});

test('without its benchmark a run still shows its outcomes', async () => {
  const services = new FakeServices();
  await finishedRun(services);
  services.keptBenchmarks.clear();
  const screen = await openApp(services, '#/results/run-1/questions');
  await expect.element(screen.getByText(/The benchmark of this run is not in this browser/)).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'mcq/simulated_procedure_1/1' })).toBeVisible();
});

test('hostile text stays text', async () => {
  const hostile = '<img src=x onerror="document.title=`owned`"><script>document.title="owned"</script>';
  const sample = fakeBenchmark(0, 1, {
    name: hostile,
    questions: [
      aQuestion({
        videoKey: 'simulated_procedure_1',
        sourceKey: 'source-1.mp4',
        stem: hostile,
        evidence: hostile,
        options: options(hostile, `${hostile} `, 'c', 'd'),
        answer: 'A',
      }),
    ],
  });
  const services = new FakeServices({ sample });
  const screen = await openQuestions(services);
  await expect.element(screen.getByRole('heading', { level: 2, name: hostile })).toBeVisible();
  expect(document.querySelector('main img, main script')).toBeNull();
  expect(document.title).not.toBe('owned');
});
