import fc from 'fast-check';

/** How many cases each property gets: a short form beside the other tests, the long one by `npm run fuzz`. */
const CASES = Number(process.env['FUZZ_CASES'] ?? 200);
/** The same seed gives the same cases. */
export const SEED = Number(process.env['FUZZ_SEED'] ?? 20_260_101);

/** Holds `check` to hold for as many seeded cases as are wanted. A failure is printed with its seed and made small. */
export async function forCases<T>(
  arbitrary: fc.Arbitrary<T>,
  check: (value: T) => Promise<void> | void,
): Promise<void> {
  const property = fc.asyncProperty(arbitrary, async (value) => {
    await check(value);
  });
  await fc.assert(property, {
    seed: SEED,
    numRuns: CASES,
    asyncReporter: async (details) => {
      if (details.failed) throw new Error((await fc.asyncDefaultReportMessage(details))?.slice(0, MOST_REPORTED));
    },
  });
}

/** Some cases are long; the seed and path that bring one back stand at the beginning. */
const MOST_REPORTED = 4_000;

/** What a person is shown: one sentence or two, and no more of the input than fits on a page. */
export const SENTENCE = /^\S.{0,1500}[.?!]$/su;
