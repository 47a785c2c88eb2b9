import type { Today } from '#contract/course-sessions.ts'

type RoomsOfToday = Pick<Today, 'running' | 'whole'>

/** What runs: a session of a course, or the class of the whole institute. */
export type InRoom = Pick<Today['running'][number], 'id' | 'room' | 'endsAt'> & {
  readonly code: string
  readonly title: string
}

/** `everyone`: what the whole institute is called. */
export function listInRooms({ running, whole }: RoomsOfToday, everyone: string): readonly InRoom[] {
  const ofCourses = running.map(({ id, room, endsAt, course: { code, title } }) => ({ id, room, endsAt, code, title }))
  return [...ofCourses, ...(whole?.running ? [{ ...whole.running, code: everyone, title: everyone }] : [])]
}

export type PickedRoom = {
  /** Absent: without a room. */
  readonly room?: Today['rooms'][number]
  /** What runs in the usual room, when that is why another one is picked. */
  readonly taken?: InRoom
}

/** The usual room, or where something runs in it the next free one of the list. `usual`: '' for none. */
export function pickRoom(rooms: Today['rooms'], running: readonly InRoom[], usual: string): PickedRoom {
  const at = rooms.findIndex(({ id }) => id === usual)
  if (at === -1) return {}
  const takenBy = (id: string) => running.find(({ room }) => room?.id === id)
  const taken = takenBy(usual)
  const inOrder = [...rooms.slice(at), ...rooms.slice(0, at)]
  const room = inOrder.find(({ id }) => takenBy(id) === undefined)
  return { ...(room && { room }), ...(taken && { taken }) }
}
