import { expect, test } from 'vitest'
import type { Account } from '../accounts/stores.ts'
import type { RequestContext, ScreenCaller } from '../request-context.ts'
import { findActor, requireActor, requireActorOrScreen } from './acting-for.ts'

const account = { id: 'K7QF3M9T', label: 'ORG' } as Account
const login = { caller: { account } } as RequestContext
const screen = { id: 'screen', organisationId: 'K7QF3M9T' } as ScreenCaller

test('an institute’s own login acts for itself', () => {
  const actor = { organisationId: 'K7QF3M9T', by: account }
  expect([requireActor(login), requireActorOrScreen(login), findActor(login)]).toEqual([actor, actor, actor])
})

test('a paired screen acts for the institute that approved it', () => {
  expect(requireActorOrScreen({ screen } as RequestContext)).toEqual({ organisationId: 'K7QF3M9T', by: screen })
})

test('a guest acts for no institute, and a student for none', () => {
  const guest = { caller: undefined } as RequestContext
  const student = { caller: { account: { ...account, label: 'STD' } } } as RequestContext
  expect([findActor(guest), findActor(student)]).toEqual([undefined, undefined])
  expect(() => requireActor(guest)).toThrow(expect.objectContaining({ type: 'general_unauthorized_scope' }))
})
