export { readAnswerCode, tagOf, writeAnswerCode, type AnswerCode, type AnswerTarget } from './answer-code.ts';
export { readSheetCode, writeSheetCode, type AnswerSheet } from './answer-sheet.ts';
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
export { isStandingIn, keptOver } from './keep-over.ts';
export { deckQuestions, deckToText, MOST_DECK_QUESTIONS, movedTo, parseDeck, readDeckText, type Deck } from './deck.ts';
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
  MOST_MESSAGE_CHARACTERS,
  readPhone,
  readTeacher,
  type AnswerPlace,
  type PhoneSays,
  type TeacherSays,
} from './phone-protocol.ts';
export {
  LIBRARY_NETWORK,
  readAddresses,
  readInvitation,
  writeInvitation,
  type ClassRoom,
  type RoomInvitation,
  type RoomNetwork,
} from './room.ts';
export { takePhone, type TakenPhone } from './take-phone.ts';
export { takeCodes, type CodeLine, type TakenCodes } from './take-codes.ts';
export { MOST_TEXT_CHARACTERS, plainText, scoreText, textsOf, writeText, type ScoredText } from './text-answers.ts';
export {
  castVote,
  countsFor,
  EMPTY_VOTES,
  majorityOf,
  mergeVotes,
  setHands,
  votesOf,
  type HandCount,
  type TextAnswer,
  type TextScore,
  type Vote,
  type VoteLedger,
  type VoteStage,
} from './vote-ledger.ts';
