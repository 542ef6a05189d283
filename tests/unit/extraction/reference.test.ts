import { describe, expect, it } from 'vitest';

import { extractReference } from '../../../src/domain/extraction/index.ts';

describe('extractReference', () => {
  it.each([
    // The first rule: `Answer:`, spaces, an asterisk at most, a letter that ends there.
    ['Answer: B', 'B'],
    ['I looked twice.\nanswer:   c\nBecause of the shadow.', 'C'],
    ['Answer: *D*', 'D'],
    ['Answer:\n\nC', 'C'],
    ['Answer: A and then, on second thought, Answer: B', 'A'],
    // The second: a line that begins with a capital and a full stop or bracket.
    ['My reading is this:\nC) Tilting the probe', 'C'],
    ['*B. Freezing the image', 'B'],
    ['I name it:\nb. freezing the image', undefined],
    ['In short (B) it is', undefined],
    // The third: "answer is" or "option is".
    ['The right answer is D because of the shadow', 'D'],
    ['I hold that the best option is *a*', 'A'],
    ['I hold that the answer  is C', undefined],
    // The second comes before the third, and the first before both.
    ['The answer is D.\nB. is what others say', 'B'],
    ['The answer is D.\nB. is what others say. Answer: C', 'C'],
    // The last: any first character that happens to be one of the four.
    ['Doppler shows no flow', 'D'],
    ['cannot say', 'C'],
    ['  b', 'B'],
    ['', undefined],
    ['Probably the second one', undefined],
  ])('reads %j as %s', (reply, letter) => {
    expect(extractReference(reply)).toBe(letter);
  });

  it.each([
    ['Answer: **B**', 'A'],
    ['Answer: (B)', 'A'],
    ['**Answer:** B', undefined],
    ['Answer: \\boxed{C}', 'A'],
    ['Answer: Bé', 'A'],
  ])('keeps the fault that %j is read as %s', (reply, letter) => {
    expect(extractReference(reply)).toBe(letter);
  });
});
