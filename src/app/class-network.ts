import type { ClassRoom, RoomNetwork } from '../domain/classroom/index.ts';

/** What happens in a room, as its page is told. */
export interface RoomEvents {
  readonly onJoin: (peerId: string) => void;
  readonly onLeave: (peerId: string) => void;
  /** Whatever it is that somebody sent. */
  readonly onMessage: (message: unknown, peerId: string) => void;
  /** Relays that answer, of those that are asked; told again at each change. */
  readonly onRelays: (open: number, asked: number) => void;
}

export interface RoomLine {
  /** To one, or to all. A message to who has left is lost. */
  send(message: string, peerId?: string): void;
  /** Leaves the room. */
  close(): void;
}

/** Browsers that talk to each other without a server of ours. */
export interface ClassNetwork {
  /**
   * Comes into a room. The `teacher` is connected with everybody, a `phone` with the teacher only.
   * @throws {SonoscoreError} where this browser cannot
   */
  enter(
    room: Pick<ClassRoom, 'roomId' | 'password'> & RoomNetwork,
    role: 'teacher' | 'phone',
    events: RoomEvents,
  ): Promise<RoomLine>;
}
