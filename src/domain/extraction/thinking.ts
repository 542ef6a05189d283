/** What is left of a reply without the model's thinking aloud. */
export interface Spoken {
  readonly text: string;
  /** Something was taken out. */
  readonly hadThinking: boolean;
}

/** Marks that models put around their thinking: the opening one and the closing one. */
const MARKS: readonly (readonly [RegExp, RegExp])[] = [
  [
    /<(?:think|thinking|thought|reasoning|analysis|scratchpad)>/giu,
    /<\/(?:think|thinking|thought|reasoning|analysis|scratchpad)>/giu,
  ],
  [/\[think\]/giu, /\[\/think\]/giu],
  [/◁think▷/giu, /◁\/think▷/giu],
  [/<\|begin_of_thought\|>/giu, /<\|end_of_thought\|>/giu],
  [/<\|channel\|>analysis<\|message\|>/giu, /<\|channel\|>final<\|message\|>/giu],
];

interface Mark {
  readonly opens: boolean;
  readonly start: number;
  readonly end: number;
}

/**
 * Takes thinking out of a reply. What was opened and never closed is thinking to the end; what was closed and never opened
 * (some servers send the opening mark as part of the prompt) is thinking from the beginning.
 */
export function withoutThinking(reply: string): Spoken {
  let text = reply;
  for (const [opening, closing] of MARKS) text = cut(text, opening, closing);
  return { text, hadThinking: text.length !== reply.length };
}

function cut(text: string, opening: RegExp, closing: RegExp): string {
  const marks = [...marksOf(text, opening, true), ...marksOf(text, closing, false)].sort((a, b) => a.start - b.start);
  if (marks.length === 0) return text;
  const kept: string[] = [];
  let depth = 0;
  let from = 0;
  for (const mark of marks) {
    if (mark.opens) {
      if (depth === 0) kept.push(text.slice(from, mark.start));
      depth += 1;
    } else {
      // A closing mark without an opening one: all that came before was thinking.
      if (depth === 0) kept.length = 0;
      depth = Math.max(0, depth - 1);
      from = mark.end;
    }
  }
  if (depth === 0) kept.push(text.slice(from));
  return kept.join('\n');
}

function marksOf(text: string, pattern: RegExp, opens: boolean): readonly Mark[] {
  return [...text.matchAll(pattern)].map((match) => ({
    opens,
    start: match.index,
    end: match.index + match[0].length,
  }));
}
