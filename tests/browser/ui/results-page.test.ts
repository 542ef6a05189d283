import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';

import { aBenchmark, aFreeQuestion, anAttempt, aQuestion, aReply, aRun, aVerdict } from '../../unit/builders.ts';
import { fakeBenchmark } from './fake-benchmark.ts';
import { FakeServices } from './fake-services.ts';
import { finishedRun, openApp } from './open-app.ts';

vi.setConfig({ testTimeout: 20_000 });

/** A finished Run: of eight multiple-choice questions five right, one wrong, one without answer, one failed; two free. */
async function storedRun(verdicts: readonly (0 | 1 | 2)[] = []) {
  const choices = Array.from({ length: 8 }, (_, index) =>
    aQuestion({
      number: index + 1,
      sourceKey: `source-${index % 2}`,
      videoKey: `video_${index % 2}`,
      type: index < 4 ? 1 : 2,
      endSeconds: index < 6 ? 4 : 12,
    }),
  );
  const free = [1, 2].map((number) => aFreeQuestion({ number, videoKey: 'video_0', sourceKey: 'source-0' }));
  const sample = aBenchmark([...choices, ...free]);
  const services = new FakeServices({ sample });
  await services.benchmarks.keep(sample);
  const outcomes = ['correct', 'correct', 'correct', 'correct', 'incorrect', 'correct', 'no-answer', 'failed'] as const;
  const attempts = [
    ...choices.map((question, index) => anAttempt(question, outcomes[index] ?? 'failed')),
    ...free.map((question, index) => {
      const score = verdicts[index];
      if (score === undefined) return anAttempt(question, 'unjudged', { reply: aReply('The vein is pressed flat.') });
      return anAttempt(question, (['incorrect', 'partly-correct', 'correct'] as const)[score], {
        verdict: aVerdict(score),
      });
    }),
  ];
  const run = aRun(sample);
  services.stored.set(run.id, { run, attempts: new Map(attempts.map((attempt) => [attempt.questionId, attempt])) });
  return services;
}

test('replies that nobody judged are neither right nor wrong, and the page says so', async () => {
  const screen = await openApp(await storedRun(), '#/results/run-1');
  await expect.element(screen.getByRole('heading', { name: 'Mean judge score, free response' })).toBeVisible();
  await expect.element(screen.getByText('Not judged', { exact: true }).first()).toBeVisible();
  await expect
    .element(
      screen.getByText(
        /^Free-response answers are unjudged: choose a judge below\. 2 replies are kept as they came, and count/,
      ),
    )
    .toBeVisible();
});

test('a judge that was chosen and failed is named, with its reason', async () => {
  const services = await storedRun();
  const stored = services.stored.get('run-1');
  if (stored === undefined) throw new Error('There is no run.');
  const { config } = stored.run;
  if (config.model.kind !== 'provider') throw new Error('The run has no provider.');
  const { model, protocol } = config;
  stored.run = {
    ...stored.run,
    config: { ...config, judge: { model: { ...model, modelId: 'the-judge' }, protocol, strict: false } },
  };
  for (const [key, attempt] of stored.attempts) {
    if (attempt.state.kind !== 'done' || attempt.state.outcome !== 'unjudged') continue;
    const message = 'The judge’s server had an error.';
    stored.attempts.set(key, {
      ...attempt,
      reply: aReply('It gives way.'),
      failure: { kind: 'server', retryable: true, waitMs: undefined, message },
    });
  }
  const screen = await openApp(services, '#/results/run-1');
  await expect
    .element(screen.getByText(/The judge, the-judge, failed: The judge’s server had an error\. 2 replies are kept/))
    .toBeVisible();
  await expect.element(screen.getByText(/choose a judge below/)).not.toBeInTheDocument();
});

test('the judge’s scores have their mean', async () => {
  const screen = await openApp(await storedRun([2, 1]), '#/results/run-1');
  await expect.element(screen.getByText('1.50 of 2')).toBeVisible();
  const errors = screen.getByRole('region', { name: 'How answers went wrong' });
  await expect
    .element(errors.getByText(/^Cautious interval.* of “No error”.*: there are fewer than ten/))
    .toBeVisible();
});

test('the headline counts answers, says what the reference would count, and how far apart the rest could bring it', async () => {
  const screen = await openApp(await storedRun(), '#/results/run-1');
  const headline = screen.getByRole('region', { name: 'Headline' });
  // Five of six answered are right; two have no answer.
  await expect.element(headline.getByText('83.3 %')).toBeVisible();
  await expect.element(headline.getByText(/^95 % interval \d/).first()).toBeVisible();
  await expect.element(headline.getByText(/As the reference counts, with the other 2 as wrong: 62\.5 %/)).toBeVisible();
  await expect.element(headline.getByText(/it lies between 62\.5 % and 87\.5 %/)).toBeVisible();
  await expect.element(headline.getByText(/fewer than ten questions/)).toBeVisible();
  await expect.element(headline.getByText(/not comparable with published numbers/)).toBeVisible();
  await headline.getByRole('radio', { name: /as the reference does/ }).click();
  await expect.element(headline.getByText('62.5 %', { exact: true })).toBeVisible();
  const types = screen.getByRole('table', { name: 'By question type' });
  await expect.element(types.getByRole('row', { name: /^2: Artifacts and optimization 4 25\.0 %/ })).toBeVisible();
});

test('shortcuts stand beside the run, with the sentence', async () => {
  const screen = await openApp(await storedRun(), '#/results/run-1');
  await expect
    .element(
      screen.getByText(
        'A rule that never looks at the video scores 100.0 % on these questions; this model 62.5 % (1 failed and 1 without an answer, counted as wrong).',
      ),
    )
    .toBeVisible();
  const rules = screen.getByRole('table', { name: /^Rules that never look at the video/ });
  await expect.element(rules.getByRole('row', { name: /^Always B 8 100\.0 %/ })).toBeVisible();
  await expect.element(rules.getByRole('row', { name: /^This run: stand-in 8 62\.5 %/ })).toBeVisible();
});

test('a model whose every call failed is not said to be wrong beside the rules', async () => {
  const services = await storedRun();
  const { run, attempts } = services.stored.get('run-1')!;
  const failed = [...attempts].map(
    ([key, attempt]) => [key, { ...attempt, state: { kind: 'done', outcome: 'failed' } }] as const,
  );
  services.stored.set(run.id, { run, attempts: new Map(failed) });
  const screen = await openApp(services, '#/results/run-1');
  const rules = screen.getByRole('table', { name: /^Rules that never look at the video/ });
  await expect.element(rules.getByRole('row', { name: /^Always B 8 100\.0 %/ })).toBeVisible();
  await expect.element(rules.getByRole('row', { name: /^This run/ })).not.toBeInTheDocument();
  await expect.element(screen.getByText(/this model \d/)).not.toBeInTheDocument();
});

test('a rule that cannot be compared is named, and a baseline is not called a model', async () => {
  const services = new FakeServices({ sample: fakeBenchmark(60, 6) });
  await finishedRun(services, 'baseline');
  const screen = await openApp(services, '#/results/run-1');
  await expect.element(screen.getByRole('row', { name: /^Odd full stop picks the option/ })).toBeVisible();
  await screen.getByText(/^How far does this rule agree/).click();
  await expect.element(screen.getByText(/Does this model/)).not.toBeInTheDocument();
  await expect.element(screen.getByText(/Not in this table, .*“Always B” is never right/)).toBeVisible();
});

test('where no reply is kept, nobody is told to choose a judge', async () => {
  const services = await storedRun();
  const { run, attempts } = services.stored.get('run-1')!;
  const without = [...attempts].map(([key, attempt]) => [key, { ...attempt, reply: undefined }] as const);
  services.stored.set(run.id, { run, attempts: new Map(without) });
  const screen = await openApp(services, '#/results/run-1');
  await expect.element(screen.getByText('Not judged', { exact: true }).first()).toBeVisible();
  await expect.element(screen.getByText(/choose a judge below/)).not.toBeInTheDocument();
  await expect.element(screen.getByText(/kept as/)).not.toBeInTheDocument();
});

test('imported results are called so, and what they do not say is not made up', async () => {
  const services = await storedRun();
  const { run, attempts } = services.stored.get('run-1')!;
  const model = { kind: 'published', name: 'a-model', source: 'unstated' } as const;
  services.stored.set(run.id, { run: { ...run, config: { ...run.config, model } }, attempts });
  const screen = await openApp(services, '#/results/run-1');
  await expect.element(screen.getByText(/imported results; how they were made is not stated/)).toBeVisible();
  await screen.getByRole('link', { name: 'Start', exact: true }).click();
  await expect.element(screen.getByText(/Video\s· imported/)).toBeVisible();
});

test('kinds of error are told where a judge has scored', async () => {
  const screen = await openApp(await storedRun([2, 0]), '#/results/run-1');
  const errors = screen.getByRole('table', { name: /^Kinds of error/ });
  await expect.element(errors.getByRole('row', { name: /^No error 50\.0 %/ })).toBeVisible();
  await expect.element(errors.getByRole('row', { name: /^Both wrong 50\.0 %/ })).toBeVisible();
});

test('a judge can be chosen afterwards, which asks the model nothing', async () => {
  const services = new FakeServices();
  await finishedRun(services);
  const screen = await openApp(services, '#/results/run-1');
  await screen.getByText(/^Choose a judge/).click();
  await screen.getByRole('button', { name: 'Judge 4 answers' }).click();
  await expect.element(screen.getByLabelText('Base URL')).toHaveFocus();
  await screen.getByLabelText('Base URL').fill('http://127.0.0.1:9/v1');
  await screen.getByLabelText('Model id').fill('a-judge');
  await screen.getByLabelText(/^Key/).fill('judge-key');
  await screen.getByRole('button', { name: 'Judge 4 answers' }).click();
  await expect.element(screen.getByRole('progressbar')).toBeInTheDocument();
  expect(location.hash).toBe('#/run/run-2');
  expect(services.rejudgedWith).toMatchObject([
    {
      runId: 'run-1',
      judge: { model: { modelId: 'a-judge' }, protocol: { id: 'sonoscore' }, strict: false },
      secrets: { judgeKey: 'judge-key' },
    },
  ]);
});

test('stored replies are scored again, and the page says what changed', async () => {
  const services = new FakeServices({ sample: fakeBenchmark(30) });
  await finishedRun(services);
  const before = [...(services.stored.get('run-1')?.attempts.values() ?? [])].filter(
    ({ state }) => state.kind === 'done' && state.outcome === 'no-answer',
  ).length;
  expect(before).toBeGreaterThan(1);
  const screen = await openApp(services, '#/results/run-1');
  await expect.element(screen.getByRole('link', { name: `${before} without an answer` })).toBeVisible();
  await screen.getByRole('button', { name: 'Score the stored replies again' }).click();
  await expect.element(screen.getByText(`${before} outcomes changed.`)).toBeVisible();
  await expect.element(screen.getByRole('link', { name: /without an answer/ })).not.toBeInTheDocument();
});

test('what the answers cost and took is told, where a price is known', async () => {
  const services = new FakeServices({
    presets: [
      {
        id: 'priced',
        label: 'Priced',
        provider: 'openai-compatible',
        baseUrl: '',
        modelId: 'stand-in',
        parameters: {},
        keyNeeded: false,
        price: { inputPerMillion: 2, outputPerMillion: 12 },
      },
    ],
  });
  await finishedRun(services);
  for (const attempt of services.stored.get('run-1')?.attempts.values() ?? []) {
    if (attempt.reply === undefined) continue;
    const usage = { inputTokens: 1000, outputTokens: 100, thinkingTokens: undefined, cachedTokens: undefined };
    services.change({ ...attempt, reply: { ...attempt.reply, usage } });
  }
  const screen = await openApp(services, '#/results/run-1');
  const section = screen.getByRole('region', { name: 'Cost and time' });
  await expect.element(section.getByText(/, \$0\.0032 an answer$/)).toBeVisible();
  await expect.element(section.getByText(/nine of ten within 3\.2 s/)).toBeVisible();
});

test('the ledger counts each question once, and its numbers lead to their questions', async () => {
  await page.viewport(1280, 900);
  const screen = await openApp(await storedRun(), '#/results/run-1');
  for (const words of ['5 correct', '1 incorrect', '1 without an answer', '1 failed', '2 not judged'])
    await expect.element(screen.getByRole('link', { name: words, exact: true })).toBeVisible();
  await screen.getByRole('link', { name: '1 without an answer' }).click();
  await expect.element(screen.getByText('1 of 10 questions', { exact: false })).toBeVisible();
  await expect.element(screen.getByLabelText('Outcome')).toHaveValue('no-answer');
});

test('a group whose interval is not the usual one says so below its table', async () => {
  const services = new FakeServices();
  await finishedRun(services);
  const screen = await openApp(services, '#/results/run-1');
  await expect
    .element(screen.getByText(/^Cautious interval, which stays inside the scale, of 1: Action and goal/).first())
    .toBeVisible();
});

test('each group has its own line, also where nothing was scored', async () => {
  const screen = await openApp(await storedRun(), '#/results/run-1');
  const types = screen.getByRole('table', { name: 'By question type' });
  await expect.element(types.getByRole('row', { name: /^1: Action and goal 4 100\.0 %/ })).toBeVisible();
  await expect.element(types.getByRole('row', { name: /^3: .* 0 none scored/ })).toBeVisible();
  const lengths = screen.getByRole('table', { name: 'By length of the clip' });
  await expect.element(lengths.getByRole('row', { name: /^Under 5 s 6/ })).toBeVisible();
});

test('results fill in while the run goes on, and say so', async () => {
  const services = new FakeServices();
  const screen = await openApp(services);
  await screen.getByRole('button', { name: 'Run it now' }).click();
  await screen.getByRole('link', { name: 'Results so far' }).click();
  await expect.element(screen.getByText('0 of 10 questions are done')).toBeVisible();
  services.advance('run-1', 4);
  await expect.element(screen.getByText('4 of 10 questions are done')).toBeVisible();
  services.advance('run-1', 6);
  await expect.element(screen.getByText('questions are done')).not.toBeInTheDocument();
});

test('without its benchmark the outcomes are still shown, and how to get the rest', async () => {
  const services = new FakeServices();
  await finishedRun(services);
  services.keptBenchmarks.clear();
  const screen = await openApp(services, '#/results/run-1');
  await expect.element(screen.getByText(/The benchmark of this run is not in this browser/)).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Questions: 14 questions' })).toBeVisible();
});

test('a Video’s line leads to its questions', async () => {
  await page.viewport(1280, 900);
  const screen = await openApp(await storedRun(), '#/results/run-1');
  const table = screen.getByRole('table', { name: 'By Video' });
  // Three answers about one source video, two right: as for one independent question.
  await expect.element(table.getByRole('row', { name: /^video 0 6 66\.7 % 0\.3 to 100\.0 %/ })).toBeVisible();
  await expect
    .element(screen.getByText(/^Accuracy: Cautious interval.* of video 0: there are fewer than ten questions/))
    .toBeVisible();
  await table.getByRole('link', { name: 'video 1' }).click();
  await expect.element(screen.getByText('4 of 10 questions', { exact: false })).toBeVisible();
});

test('of many Videos the first ten are shown, and all when asked for, in the table as in the map', async () => {
  await page.viewport(1280, 900);
  const services = new FakeServices({ sample: fakeBenchmark(70, 23) });
  await finishedRun(services);
  const screen = await openApp(services, '#/results/run-1');
  const table = screen.getByRole('table', { name: 'By Video', exact: true });
  await expect.element(table).toBeInTheDocument();
  const rows = () => table.element().querySelectorAll('tbody tr').length;
  expect(rows()).toBe(10);
  const button = screen.getByRole('button', { name: /^Show .*: Videos$/ });
  await expect.element(button).toHaveTextContent('Show all 23');
  await button.click();
  expect(rows()).toBe(23);
  await expect.element(button).toHaveAttribute('aria-expanded', 'true');
  const map = screen.getByRole('figure', { name: 'Accuracy, multiple choice, by Video' });
  screen.getByRole('region', { name: 'Plots', exact: true }).element().scrollIntoView();
  await expect.element(map).toHaveTextContent('The 10 hardest of 23 Videos');
  const height = () => map.getByRole('img').element().getBoundingClientRect().height;
  const folded = height();
  await screen.getByRole('button', { name: /^Show all 23 ?: Videos in the map$/ }).click();
  expect(height()).toBeGreaterThan(1.8 * folded);
  await map.getByText('Numbers').click();
  expect(map.element().querySelectorAll('tbody tr')).toHaveLength(23);
  expect(rows()).toBe(23);
});
