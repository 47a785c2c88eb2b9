import { expect, test } from 'vitest'
import type { Today } from '#contract/course-sessions.ts'
import { type InRoom, listInRooms, pickRoom } from './pick-room.ts'

const rooms = ['A 110', 'B 204', 'C 12'].map((name) => ({ id: name, name }))
const runsIn = (name: string) => ({ id: `in ${name}`, room: { id: name, name } }) as InRoom

test('a free room stays the usual one', () => {
  expect(pickRoom(rooms, [runsIn('A 110')], 'B 204')).toEqual({ room: rooms[1] })
})

test('where the usual room is taken, the next free one is picked, and the answer says by what', () => {
  const running = [runsIn('B 204'), runsIn('C 12')]
  expect(pickRoom(rooms, running, 'B 204')).toEqual({ room: rooms[0], taken: running[0] })
})

test('where all are taken, none is picked', () => {
  const running = rooms.map(({ name }) => runsIn(name))
  expect(pickRoom(rooms, running, 'C 12')).toEqual({ taken: running[2] })
})

test('a room that is gone is none, and none stays none', () => {
  expect(pickRoom(rooms, [], 'gone')).toEqual({})
  expect(pickRoom(rooms, [], '')).toEqual({})
})

test('the class of the whole institute takes a room as a course does', () => {
  const running = { id: 'class', number: 3, room: rooms[0] ?? null, startedAt: 1, endsAt: 2, present: 0, people: 402 }
  const today: Pick<Today, 'running' | 'whole'> = { running: [], whole: { people: 402, nextNumber: 4, running } }
  const inRooms = listInRooms(today, 'Whole institute')
  expect(pickRoom(rooms, inRooms, 'A 110')).toEqual({ room: rooms[1], taken: inRooms[0] })
  expect(inRooms[0]?.code).toBe('Whole institute')
})
