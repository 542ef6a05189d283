import type { MultipleChoiceQuestion, Question } from '../benchmark/index.ts';

/**
 * The same Question with options of one surface form: no final full stop, one form of letter, single spaces, a capital at the
 * start. It takes away what a final full stop or a stray space tells of the answer; the wording, and so the length, stays.
 */
export function withEvenOptions<T extends Question>(question: T): T | MultipleChoiceQuestion {
  if (question.kind === 'free-response') return question;
  const options = question.options.map(({ letter, text }) => ({ letter, text: evenText(text) }));
  const lines = options.map(({ letter, text }) => `${letter}. ${text}`);
  return { ...question, options, optionForm: 'full-stop', printed: [question.stem, ...lines].join('\n') };
}

function evenText(text: string): string {
  const even = text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\s.;,。]+$/u, '');
  const [first = '', ...rest] = even;
  // An option of nothing but full stops would be left with nothing.
  return even === '' ? text : first.toLocaleUpperCase('en') + rest.join('');
}
