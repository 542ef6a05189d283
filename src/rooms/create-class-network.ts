import type { ClassNetwork } from '../app/index.ts';

/** Rooms by WebRTC. The library that opens them comes with the first. */
export function createClassNetwork(): ClassNetwork {
  return {
    enter: async (room, role, events) => {
      const { enterRoom } = await import('./enter-room.ts');
      return enterRoom(room, role, events);
    },
  };
}
