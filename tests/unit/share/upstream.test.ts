import { describe, expect, test } from 'vitest';

import { exportUpstream, groupUpstream, importUpstream } from '../../../src/share/index.ts';
import { aBenchmark, aFreeQuestion, anAttempt, aQuestion, aReply, aRun, aVerdict } from '../builders.ts';

const NOW = '2025-01-01T00:00:00.000Z';
const choice = aQuestion();
const free = aFreeQuestion();
const benchmark = aBenchmark([choice, free, aQuestion({ number: 2, keep: false, stem: 'Which?' })]);

/** An entry as upstream's scripts leave it after shuffling the options of `choice`: the right one is shown as D. */
function item(overrides: Readonly<Record<string, unknown>> = {}) {
  return {
    question:
      '[MCQ] What is the operator doing?\nA. Adding some gel\nB. Turning the probe\nC. Raising the gain\nD. Pressing on the vein',
    answer: 'D',
    question_type: 'Type1_ActionGoalReasoning',
    groundtruth: 'x',
    time_start: 0,
    time_end: 6,
    original_question: choice.printed,
    original_answer: 'B',
    model_prediction: 'D',
    inference_metadata: { raw_response: 'Answer: D', latency_ms: 12.5, success: true, error_message: '' },
    eval_score: 1,
    eval_max_score: 1,
    duration: 6,
    keep: true,
    ...overrides,
  };
}

function freeItem(overrides: Readonly<Record<string, unknown>> = {}) {
  return {
    ...item(),
    question: free.printed,
    answer: free.answer,
    original_question: undefined,
    original_answer: undefined,
    model_prediction: 'It is pressed.',
    inference_metadata: { raw_response: 'It is pressed.\n', latency_ms: 3, success: true, error_message: '' },
    eval_score: 1,
    eval_max_score: 2,
    judge_explanation: 'Half of it.',
    judge_error_type: 'wrong_visual_evidence',
    ...overrides,
  };
}

function read(items: readonly unknown[], path = 'model/mcq/score_pred_femoral_vein.json') {
  const file = { path, text: JSON.stringify(items) };
  return importUpstream(benchmark, [file], { id: 'run-1', now: NOW, name: 'model' });
}

describe('an entry of a results file', () => {
  test('is mapped to the printed options by their text, whatever its letters', () => {
    const { attempts, problems, run } = read([item()]);
    expect(problems).toEqual([]);
    expect(attempts).toMatchObject([
      {
        questionId: choice.id,
        state: { kind: 'done', outcome: 'correct' },
        optionOrder: [3, 2, 0, 1],
        prediction: { kind: 'letter', shownLetter: 'D', printedIndex: 1 },
        reply: { text: 'Answer: D', latencyMs: 12.5, finishReason: 'other' },
      },
    ]);
    expect(run?.config.model).toEqual({ kind: 'published', name: 'model', source: 'unstated' });
    expect(run?.questionIds).toEqual([choice.id]);
  });

  test.each([
    ['', 'no-answer'],
    ['N', 'no-answer'],
    ['a', 'incorrect'],
    ['D. Pressing on the vein', 'correct'],
  ])('that predicts "%s" is %s', (model_prediction, outcome) => {
    const { attempts } = read([item({ model_prediction, eval_score: outcome === 'correct' ? 1 : 0 })]);
    expect(attempts[0]?.state).toEqual({ kind: 'done', outcome });
  });

  test.each([
    ['Request timed out.', 'timeout'],
    ['Error code: 429 - rate limit', 'rate-limited'],
    ['Error code: 400 - bad', 'bad-request'],
    ['503 Service Unavailable', 'server'],
    ['Connection reset by peer', 'network-or-cors'],
    ['No frames extracted from clip', 'clip'],
    ['who knows', 'internal'],
    ['', 'internal'],
  ])('whose call ended with "%s" failed: %s', (error_message, kind) => {
    const inference_metadata = { raw_response: '', latency_ms: 9, success: false, error_message };
    for (const entry of [
      item({ inference_metadata, eval_score: 0, model_prediction: '' }),
      freeItem({ inference_metadata, eval_score: 0 }),
    ]) {
      const { attempts } = read([entry]);
      expect(attempts[0]).toMatchObject({
        state: { outcome: 'failed' },
        reply: undefined,
        verdict: undefined,
        failure: { kind },
      });
    }
  });

  test.each<[string, Record<string, unknown>, string, object | undefined]>([
    ['its verdict', {}, 'partly-correct', { score: 1, errorType: 'wrong_visual_evidence', explanation: 'Half of it.' }],
    [
      'no type at score 0',
      { eval_score: 0, judge_error_type: 'none' },
      'incorrect',
      { score: 0, errorType: 'both_fail' },
    ],
    [
      'a judge that failed',
      { eval_score: 0, judge_explanation: 'Evaluation Failed: 503', judge_error_type: 'none' },
      'unjudged',
      undefined,
    ],
    ['no text', { model_prediction: '', eval_score: 0 }, 'no-answer', undefined],
  ])('with %s', (_, overrides, outcome, verdict) => {
    const { attempts, problems } = read([freeItem(overrides)]);
    expect(problems).toEqual([]);
    expect(attempts[0]?.state).toEqual({ kind: 'done', outcome });
    if (verdict === undefined) expect(attempts[0]?.verdict).toBeUndefined();
    else expect(attempts[0]?.verdict).toMatchObject(verdict);
  });

  test('that was not judged yet is unjudged', () => {
    const { attempts } = read([freeItem({ eval_score: undefined })], 'model/free/pred_femoral_vein.json');
    expect(attempts[0]).toMatchObject({
      state: { outcome: 'unjudged' },
      prediction: { kind: 'text', text: 'It is pressed.' },
    });
  });

  test('of a question that is not kept is left out', () => {
    const unkept = item({
      question: '[MCQ] Which?\nA. Raising the gain\nB. Pressing on the vein\nC. Turning the probe\nD. Adding some gel',
      keep: false,
    });
    const { run, attempts, problems } = read([unkept]);
    expect([run, attempts, problems]).toEqual([undefined, [], []]);
  });
});

describe('what is odd in results', () => {
  test.each<[string, unknown, string | undefined, RegExp]>([
    ['another question', item({ question: '[MCQ] Who?\nA. x\nB. y\nC. z\nD. w' }), 'question', /asks no such question/],
    ['other options', item({ question: choice.printed.replace('gel', 'jelly') }), 'question', /asks no such question/],
    ['a score that does not fit', item({ eval_score: 0 }), 'eval_score', /what is right by this benchmark/],
    ['a score out of range', freeItem({ eval_score: 1.5 }), 'eval_score', /none of 0, 1, 2/],
    ['another mark of keeping', item({ keep: false }), 'keep', /counted here and not there/],
    ['a field of another kind', item({ model_prediction: 7 }), 'model_prediction', /left out/],
    ['no object', 'text', undefined, /not as upstream writes it/],
  ])('%s: is a Problem with its place, and the rest is read', (_, odd, field, message) => {
    const rest = freeItem();
    const isFree = typeof odd === 'object' && odd !== null && 'judge_explanation' in odd;
    const { problems, attempts } = read([odd, isFree ? item() : rest]);
    expect(problems[0]).toMatchObject({ file: 'model/mcq/score_pred_femoral_vein.json', questionNumber: 1 });
    expect(problems[0]?.field).toBe(field);
    expect(problems[0]?.message).toMatch(message);
    expect(attempts.length).toBeGreaterThanOrEqual(1);
  });

  test('the same question twice', () => {
    const { problems, attempts } = read([item(), item({ model_prediction: 'A' })]);
    expect(attempts).toHaveLength(1);
    expect(problems).toMatchObject([{ questionNumber: 2, message: expect.stringContaining('has an entry already') }]);
  });

  test('kept questions without an entry are counted', () => {
    const more = aBenchmark([choice, aQuestion({ number: 2, stem: 'Which?' })]);
    const file = { path: 'mcq/score_pred_femoral_vein.json', text: JSON.stringify([item()]) };
    const { problems } = importUpstream(more, [file], { id: 'run-1', now: NOW });
    expect(problems).toMatchObject([{ message: expect.stringMatching(/^1 of the 2 kept multiple-choice questions/) }]);
  });

  test.each([
    ['a Video nobody knows', 'score_pred_elsewhere.json', '[]', /no Video "elsewhere"/],
    ['a file cut short', 'score_pred_femoral_vein.json', '[{"question"', /cut short/],
    ['no list', 'score_pred_femoral_vein.json', '{}', /Not a list/],
  ])('%s', (_, path, text, message) => {
    const { run, problems } = importUpstream(benchmark, [{ path, text }], { id: 'run-1', now: NOW });
    expect(run).toBeUndefined();
    expect(problems).toEqual([{ file: path, message: expect.stringMatching(message) }]);
  });

  test('where a file is there judged and not, the judged one counts', () => {
    const text = JSON.stringify([freeItem()]);
    const files = ['model/free/pred_femoral_vein.json', 'model/scores_free/score_pred_femoral_vein.json'].map(
      (path) => ({ path, text }),
    );
    for (const order of [files, files.toReversed()]) {
      const { attempts, problems } = importUpstream(benchmark, order, { id: 'run-1', now: NOW });
      expect(problems).toEqual([]);
      expect(attempts).toMatchObject([{ state: { outcome: 'partly-correct' } }]);
    }
  });
});

test('files are grouped by model, whatever their folders say beside it', () => {
  const paths = [
    'repo/qwen_result/mcq/pred_a.json',
    'repo/qwen_result/free/pred_a.json',
    'repo/qwen_result/scores_mcq2/score_pred_a.json',
    'repo/final_scores_all_MCQ/score_pred_a.json',
    'repo/final_scores_all_free/score_pred_a.json',
    'repo/llava_results/llava_mcq/pred_a.json',
    'repo/llava_results/scores_mcq/score_pred_a.json',
    'repo/qwen_result/scores_mcq2/batch_summary.json',
    'repo/mcq/a.json',
  ];
  const groups = groupUpstream(paths.map((path) => ({ path, text: '[]' })));
  expect(groups.map(({ name, files }) => [name, files.length])).toEqual([
    ['llava', 2],
    ['qwen', 3],
    ['repo', 2],
  ]);
});

describe('an export', () => {
  const attempts = [
    anAttempt(choice, 'incorrect', {
      optionOrder: [2, 3, 1, 0],
      reply: aReply('B, I think.'),
      prediction: { kind: 'letter', shownLetter: 'B', printedIndex: 3 },
    }),
    anAttempt(free, 'correct', {
      reply: aReply('It is pressed.'),
      prediction: { kind: 'text', text: 'It is pressed.' },
      verdict: aVerdict(0),
      override: { score: 2, errorType: 'none', note: 'It does say so.', at: NOW },
    }),
  ];
  const files = new Map(
    exportUpstream(benchmark, aRun(benchmark), attempts).map(({ path, text }): [string, unknown] => [
      path,
      JSON.parse(text),
    ]),
  );

  test('has the files that upstream’s scripts write and read', () => {
    expect([...files.keys()]).toEqual([
      'pred/mcq/pred_femoral_vein.json',
      'scores/mcq/score_pred_femoral_vein.json',
      'scores/mcq/batch_summary.json',
      'pred/free/pred_femoral_vein.json',
      'scores/free/score_pred_femoral_vein.json',
      'scores/free/batch_summary.json',
    ]);
    expect(files.get('scores/mcq/batch_summary.json')).toEqual({
      total_items: 1,
      files_processed: 1,
      timestamp: '2025-01-01 00:00:00',
    });
  });

  test('shows options and letters as the model saw them', () => {
    expect(files.get('scores/mcq/score_pred_femoral_vein.json')).toMatchObject([
      {
        question:
          '[MCQ] What is the operator doing?\nA. Turning the probe\nB. Adding some gel\nC. Pressing on the vein\nD. Raising the gain',
        answer: 'C',
        original_question: choice.printed,
        original_answer: 'B',
        model_prediction: 'B',
        question_type: 'Type1_ActionGoalReasoning',
        eval_score: 0,
        eval_max_score: 1,
        duration: 6,
        keep: true,
      },
    ]);
  });

  test('gives a person’s score in place of the judge’s', () => {
    expect(files.get('scores/free/score_pred_femoral_vein.json')).toMatchObject([
      { eval_score: 2, eval_max_score: 2, judge_explanation: 'It does say so.', judge_error_type: 'none' },
    ]);
  });

  test('has predictions without scores for upstream to judge anew', () => {
    const [entry] = [files.get('pred/free/pred_femoral_vein.json')].flat();
    expect(entry).toMatchObject({ model_prediction: 'It is pressed.', answer: free.answer });
    expect(entry).not.toHaveProperty('eval_score');
    expect(entry).not.toHaveProperty('judge_explanation');
  });

  test('leaves out what is not done, and scores 0 what has no answer', () => {
    const open = anAttempt(choice, 'failed', { state: { kind: 'asking' } });
    expect(exportUpstream(benchmark, aRun(benchmark), [open])).toEqual([]);
    const failed = anAttempt(free, 'failed', {
      failure: { kind: 'timeout', retryable: true, waitMs: undefined, message: 'It took too long.' },
    });
    const [, scores] = exportUpstream(benchmark, aRun(benchmark), [failed]);
    expect(JSON.parse(scores!.text)).toMatchObject([
      {
        eval_score: 0,
        model_prediction: '',
        inference_metadata: { success: false, error_message: 'It took too long.' },
      },
    ]);
  });
});
