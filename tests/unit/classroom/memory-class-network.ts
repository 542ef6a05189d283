import type { ClassNetwork, RoomEvents } from '../../../src/app/index.ts';

interface Member {
  readonly id: string;
  readonly role: 'teacher' | 'phone';
  readonly events: RoomEvents;
}

/**
 * Rooms within one page: who teaches is connected with every phone, and messages come in a later turn.
 * @param fate of each message: how many copies of it arrive
 */
export function memoryClassNetwork(fate: () => number = () => 1): ClassNetwork {
  const rooms = new Map<string, Member[]>();
  let nextId = 1;
  return {
    enter({ roomId, password }, role, events) {
      const key = JSON.stringify([roomId, password]);
      const members = rooms.get(key) ?? [];
      rooms.set(key, members);
      const me: Member = { id: `peer-${nextId++}`, role, events };
      const others = () => members.filter((other) => other !== me && other.role !== role);
      const later = (act: () => void) => void Promise.resolve().then(act);
      members.push(me);
      for (const other of others()) {
        later(() => events.onJoin(other.id));
        later(() => other.events.onJoin(me.id));
      }
      later(() => events.onRelays(1, 1));
      return Promise.resolve({
        send: (message, peerId) => {
          for (const other of others())
            if (peerId === undefined || other.id === peerId)
              for (let copies = fate(); copies > 0; copies -= 1) later(() => other.events.onMessage(message, me.id));
        },
        close: () => {
          members.splice(members.indexOf(me), 1);
          for (const other of members) if (other.role !== role) later(() => other.events.onLeave(me.id));
        },
      });
    },
  };
}
