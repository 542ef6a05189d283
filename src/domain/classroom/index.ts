export { readAnswerCode, writeAnswerCode, type AnswerCode } from './answer-code.ts';
export {
  classRuns,
  PEOPLE_SOURCE,
  soloRun,
  type ClassRunOptions,
  type NewPeopleRun,
  type SoloAnswer,
} from './class-run.ts';
export { parseClassSession, type ClassSession } from './class-session.ts';
export { digestInDeckCode, readDeckCode, writeDeckCode } from './deck-code.ts';
export { deckQuestions, deckToText, MOST_DECK_QUESTIONS, parseDeck, readDeckText, type Deck } from './deck.ts';
export { chooseQuestions, type DeckFilter } from './choose-questions.ts';
export {
  nextPlace,
  previousPlace,
  STAGES,
  studentMessage,
  takesVote,
  voteStageOf,
  type ClassPlace,
  type ShownQuestion,
  type StageKind,
  type StudentMessage,
} from './stage.ts';
export {
  castVote,
  countsFor,
  EMPTY_VOTES,
  majorityOf,
  mergeVotes,
  setHands,
  votesOf,
  type HandCount,
  type Vote,
  type VoteLedger,
  type VoteStage,
} from './vote-ledger.ts';
