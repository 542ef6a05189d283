/** What the stages of a class are called. */
export const STAGE_WORDS = {
  watch: 'Watch',
  vote: 'Vote',
  discuss: 'Discuss',
  'vote-again': 'Vote again',
  reveal: 'Answer',
} as const;
