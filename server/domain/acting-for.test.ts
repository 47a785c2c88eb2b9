import { expect, test } from 'vitest'
import { makeCaller, makeContext } from '#testing/make-context.ts'
import { findActor, requireActor } from './acting-for.ts'
import { ask } from './callers.ts'

const caller = makeCaller('K7QF3M9T', 'ORG')
const login = makeContext({ caller })
const screen = { id: 'screen', organisationId: 'K7QF3M9T', name: '', roomId: null, endsAt: 1, teacherId: null }

test('an institute’s own login acts for itself', () => {
  const actor = { organisationId: 'K7QF3M9T', by: caller.account }
  expect([requireActor(login), ask(login, 'actor'), findActor(login)]).toEqual([actor, actor, actor])
})

test('a paired screen acts for the institute that approved it', () => {
  expect(ask(makeContext({ screen }), 'actor')).toEqual({ organisationId: 'K7QF3M9T', by: screen })
})

test('a guest acts for no institute, and a student for none', () => {
  const guest = makeContext()
  const student = makeContext({ caller: makeCaller('asha', 'STD') })
  expect([findActor(guest), findActor(student)]).toEqual([undefined, undefined])
  expect(() => requireActor(guest)).toThrow(expect.objectContaining({ type: 'general_unauthorized_scope' }))
})
