import { keyDigestOf, type RoomLine, roomSigner, type Services } from '../../app/index.ts';
import {
  type ClassRoom,
  readPhone,
  type RoomNetwork,
  studentMessage,
  tagOf,
  type TeacherSays,
  writeInvitation,
} from '../../domain/classroom/index.ts';
import { chosenNetwork, keepNetwork } from './class-network-choice.ts';
import { messageOf } from './errors.ts';
import type { PresentState } from './present-state.svelte.ts';
import { formatRoute } from './route.ts';

export type PhoneRoomView =
  | { readonly kind: 'closed' }
  | { readonly kind: 'opening' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'open'; readonly link: string };

/** The phones of a class, as the teacher's page sees them. */
export class PhoneRoom {
  readonly #services: Services;
  readonly #present: PresentState;
  /** Who is connected, and as whom. Two tabs of one phone are one person. */
  readonly #persons = new Map<string, string>();
  #line: RoomLine | undefined;
  #sign: ((body: string) => Promise<string>) | undefined;
  #sequence = 0;
  #entered = 0;

  view = $state.raw<PhoneRoomView>({ kind: 'closed' });
  network = $state.raw<RoomNetwork>(chosenNetwork());
  phoneCount = $state(0);
  /** Undefined until it was looked. */
  relays = $state.raw<{ readonly open: number; readonly asked: number } | undefined>();

  constructor(services: Services, present: PresentState) {
    this.#services = services;
    this.#present = present;
  }

  get isPossible(): boolean {
    return this.#services.classNetwork !== undefined;
  }

  async open(): Promise<void> {
    const { classNetwork } = this.#services;
    if (classNetwork === undefined || this.view.kind === 'opening' || this.view.kind === 'open') return;
    this.view = { kind: 'opening' };
    this.#entered += 1;
    const entered = this.#entered;
    try {
      const room = await this.#present.room();
      if (room === undefined) throw new Error('The class is not open.');
      this.#sign = await roomSigner(room);
      const line = await classNetwork.enter({ ...room, ...this.network }, 'teacher', {
        onJoin: (peerId) => void this.#tell(peerId),
        onLeave: (peerId) => {
          this.#persons.delete(peerId);
          this.#count();
        },
        onMessage: (message, peerId) => void this.#hear(message, peerId),
        onRelays: (open, asked) => (this.relays = { open, asked }),
      });
      if (entered !== this.#entered) {
        line.close();
        return;
      }
      this.#line = line;
      this.view = { kind: 'open', link: await this.#link(room) };
    } catch (error) {
      this.view = { kind: 'failed', message: messageOf(error) };
    }
  }

  close(): void {
    this.#entered += 1;
    this.#line?.close();
    this.#line = undefined;
    this.#persons.clear();
    this.#count();
    this.relays = undefined;
    this.view = { kind: 'closed' };
  }

  /** Other helpers from now on; phones need the new code. */
  async use(network: RoomNetwork): Promise<void> {
    const wasOpen = this.view.kind !== 'closed';
    this.network = network;
    keepNetwork(network);
    if (!wasOpen) return;
    this.close();
    await this.open();
  }

  /** Tells all phones, or one, where the class stands. */
  async tell(): Promise<void> {
    await this.#tell();
  }

  async #tell(peerId?: string): Promise<void> {
    const { session, view, question, place } = this.#present;
    if (session === undefined || view.kind !== 'ready' || question === undefined) return;
    // By the clock, so that it grows over a reload too.
    this.#sequence = Math.max(this.#sequence + 1, Date.now());
    await this.#say(
      {
        kind: 'state',
        sequence: this.#sequence,
        deckName: session.deck.name.slice(0, 300),
        deckTag: tagOf(session.deck),
        questionNumber: place.questionIndex + 1,
        questionCount: view.questions.length,
        message: studentMessage(place.stage, question),
      },
      peerId,
    );
  }

  async #hear(message: unknown, peerId: string): Promise<void> {
    const said = readPhone(message);
    if (said === undefined) return;
    this.#persons.set(peerId, said.personId);
    this.#count();
    if (said.kind === 'hello') return;
    const { counted, late } = await this.#present.takePhone(said);
    await this.#say({ kind: 'received', personId: said.personId, counted, late }, peerId);
  }

  async #say(said: TeacherSays, peerId?: string): Promise<void> {
    const message = await this.#sign?.(JSON.stringify(said));
    if (message !== undefined) this.#line?.send(message, peerId);
  }

  #count(): void {
    this.phoneCount = new Set(this.#persons.values()).size;
  }

  async #link({ roomId, password, publicKey }: ClassRoom): Promise<string> {
    const keyDigest = await keyDigestOf(publicKey);
    const address = new URL(location.href);
    address.search = '';
    address.hash = formatRoute({
      kind: 'join',
      query: writeInvitation({ roomId, password, keyDigest, ...this.network }),
    });
    return address.href;
  }
}
