import * as v from 'valibot';

import { type RoomLine, type Services, verifiedBody } from '../../app/index.ts';
import {
  type AnswerPlace,
  mergeVotes,
  plainText,
  readInvitation,
  readTeacher,
  type RoomInvitation,
  type TeacherSays,
  type VoteLedger,
  type VoteStage,
} from '../../domain/classroom/index.ts';
import { messageOf } from './errors.ts';
import { PhonePerson } from './phone-person.ts';

export type JoinView =
  | { readonly kind: 'failed'; readonly message: string }
  /** Nobody who teaches has answered yet. */
  | { readonly kind: 'looking' }
  | { readonly kind: 'joined'; readonly state: Extract<TeacherSays, { readonly kind: 'state' }> };

/** What became of an answer. */
export type AnswerFate = 'waiting' | 'counted' | 'late';

const RESENT_EVERY_MS = 2_000;
/** Of another Question nothing is asked any more. */
const MOST_SENT = 8;

const stage = v.picklist(['first', 'second']);
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const kept = v.object({
  personId: v.pipe(v.string(), v.regex(/^[a-z2-7]{10}$/)),
  votes: v.array(v.object({ questionId: v.string(), stage, choice: count, counter: count })),
  texts: v.array(v.object({ questionId: v.string(), stage, text: v.string(), counter: count })),
});

/** One phone in a class. Its answers are kept at once, and sent until the teacher's page has them. */
export class JoinState {
  readonly #services: Pick<Services, 'classNetwork'>;
  readonly #storage: () => Pick<Storage, 'getItem' | 'setItem'>;
  readonly #fates = new Map<string, { readonly counter: number; readonly fate: AnswerFate }>();
  /** Who has proved to be the teacher's page. */
  readonly #teachers = new Set<string>();
  #invitation: RoomInvitation | undefined;
  #line: RoomLine | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  #closed = false;
  /** Known once the teacher's page has said which deck it is. */
  #person: PhonePerson | undefined;
  #personId = '';

  view = $state.raw<JoinView>({ kind: 'looking' });
  answers = $state.raw<VoteLedger>({ votes: [], hands: [] });
  isConnected = $state(false);
  relays = $state.raw<{ readonly open: number; readonly asked: number } | undefined>();
  isUnkept = $state(false);
  /** Grows with each word of what became of an answer. */
  #heard = $state(0);

  /** @param storage where the answers are kept over a reload, for all tabs of this phone */
  constructor(services: Pick<Services, 'classNetwork'>, storage: () => Pick<Storage, 'getItem' | 'setItem'>) {
    this.#services = services;
    this.#storage = storage;
  }

  async open(query: string): Promise<void> {
    try {
      const invitation = readInvitation(query);
      this.#invitation = invitation;
      const { classNetwork } = this.#services;
      if (classNetwork === undefined)
        throw new TypeError('Classes cannot be joined here: ask your teacher for a code page.');
      const line = await classNetwork.enter(invitation, 'phone', {
        onJoin: () => undefined,
        onLeave: (peerId) => {
          this.#teachers.delete(peerId);
          this.isConnected = this.#teachers.size > 0;
        },
        onMessage: (message, peerId) => void this.#hear(message, peerId),
        onRelays: (open, asked) => (this.relays = { open, asked }),
      });
      if (this.#closed) {
        line.close();
        return;
      }
      this.#line = line;
      this.#timer = setInterval(() => this.#send(), RESENT_EVERY_MS);
    } catch (error) {
      this.view = { kind: 'failed', message: messageOf(error) };
    }
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#timer);
    this.#line?.close();
  }

  choice(questionId: string, stage: VoteStage): number | undefined {
    return this.answers.votes.find((vote) => vote.questionId === questionId && vote.stage === stage)?.choice;
  }

  text(questionId: string, stage: VoteStage): string {
    return this.answers.texts?.find((each) => each.questionId === questionId && each.stage === stage)?.text ?? '';
  }

  /** What became of the answer that stands; undefined where there is none. */
  fate(questionId: string, stage: VoteStage): AnswerFate | undefined {
    void this.#heard;
    const answer = this.#all().find((each) => each.questionId === questionId && each.stage === stage);
    if (answer === undefined) return undefined;
    const known = this.#fates.get(keyOf(answer));
    return known !== undefined && known.counter >= answer.counter ? known.fate : 'waiting';
  }

  choose(questionId: string, stage: VoteStage, choice: number): void {
    this.#add(({ personId, counter }) => ({ votes: [{ personId, questionId, stage, choice, counter }], hands: [] }));
  }

  write(questionId: string, stage: VoteStage, text: string): void {
    const plain = plainText(text);
    if (plain === '') return;
    this.#add(({ personId, counter }) => ({
      votes: [],
      hands: [],
      texts: [{ personId, questionId, stage, text: plain, counter }],
    }));
  }

  async #hear(message: unknown, peerId: string): Promise<void> {
    if (this.#invitation === undefined) return;
    const said = readTeacher(await verifiedBody(message, this.#invitation));
    if (said === undefined) return;
    const isNew = !this.#teachers.has(peerId);
    this.#teachers.add(peerId);
    this.isConnected = true;
    if (said.kind === 'state') {
      if (this.#person === undefined) {
        this.#person = new PhonePerson(this.#storage, said.deckTag ?? this.#invitation.roomId);
        this.#readKept(this.#person);
      }
      // Of two that crossed on the way the later one stands.
      if (this.view.kind !== 'joined' || said.sequence > this.view.state.sequence)
        this.view = { kind: 'joined', state: said };
    } else if (said.personId === this.#personId) {
      for (const each of said.counted) this.#fates.set(keyOf(each), { counter: each.counter, fate: 'counted' });
      for (const each of said.late) this.#fates.set(keyOf(each), { counter: each.counter, fate: 'late' });
      this.#heard += 1;
    }
    if (isNew) {
      this.#line?.send(JSON.stringify({ kind: 'hello', personId: this.#personId }), peerId);
      this.#send();
    }
  }

  /** Whatever the teacher's page has not answered for. */
  #send(): void {
    if (this.view.kind !== 'joined') return;
    const isOpen = (each: AnswerPlace) => this.fate(each.questionId, each.stage) === 'waiting';
    const plain = <T extends { readonly personId: string }>({ personId: _, ...rest }: T) => rest;
    const votes = this.answers.votes.filter(isOpen).slice(-MOST_SENT).map(plain);
    const texts = (this.answers.texts ?? []).filter(isOpen).slice(-MOST_SENT).map(plain);
    if (votes.length + texts.length === 0) return;
    const message = JSON.stringify({ kind: 'answers', personId: this.#personId, votes, texts });
    for (const peerId of this.#teachers) this.#line?.send(message, peerId);
  }

  #all(): readonly (AnswerPlace & { readonly personId: string })[] {
    return [...this.answers.votes, ...(this.answers.texts ?? [])];
  }

  #add(change: (place: { readonly personId: string; readonly counter: number }) => VoteLedger): void {
    const person = this.#person;
    if (person === undefined) return;
    // Another tab of this phone is the same person.
    this.#readKept(person);
    const counter = person.nextCounter(this.#all().reduce((most, each) => Math.max(most, each.counter), 0));
    this.answers = mergeVotes(this.answers, change({ personId: this.#personId, counter }));
    this.#keep();
    this.#send();
  }

  #keep(): void {
    try {
      const { votes, texts = [] } = this.answers;
      this.#storage().setItem(this.#storageKey(), JSON.stringify({ personId: this.#personId, votes, texts }));
      this.isUnkept = false;
    } catch {
      this.isUnkept = true;
    }
  }

  #readKept(person: PhonePerson): void {
    try {
      const read = v.safeParse(kept, JSON.parse(this.#storage().getItem(this.#storageKey()) ?? 'null'));
      const personId = person.id(read.success ? read.output.personId : undefined);
      this.#personId = personId;
      if (!read.success) {
        this.#keep();
        return;
      }
      const mine = <T>(each: T): T & { readonly personId: string } => ({ ...each, personId });
      this.answers = mergeVotes(
        { ...this.answers, votes: this.answers.votes.map(mine), texts: this.answers.texts?.map(mine) },
        { votes: read.output.votes.map(mine), hands: [], texts: read.output.texts.map(mine) },
      );
    } catch {
      // Storage may be forbidden; then a reload is another person.
      this.#personId = person.id();
      this.isUnkept = true;
    }
  }

  #storageKey(): string {
    return `sonoscore-phone-${this.#invitation?.roomId ?? ''}`;
  }
}

function keyOf({ questionId, stage }: AnswerPlace): string {
  return JSON.stringify([questionId, stage]);
}
