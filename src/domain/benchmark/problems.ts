import type { FieldFault } from './fields.ts';
import type { QuestionFile } from './input-files.ts';
import type { Problem } from './types.ts';

/** A fault in one question as a Problem. */
export function questionProblem(file: QuestionFile, questionNumber: number, fault: FieldFault): Problem {
  return problem({ file: file.path, questionNumber }, fault, 'The question', 'the question is left out');
}

/** A fault in the metadata's entry of one Video as a Problem. */
export function videoProblem(path: string, key: string, fault: FieldFault): Problem {
  return problem({ file: path }, fault, `The entry "${key}"`, `the questions of "${key}" are left out`);
}

function problem(
  place: Pick<Problem, 'file' | 'questionNumber'>,
  { field, message }: FieldFault,
  whole: string,
  consequence: string,
): Problem {
  if (field === undefined) return { ...place, message: `${whole} ${message}; ${consequence}.` };
  return { ...place, field, message: `${field} ${message}; ${consequence}.` };
}
