import { describe, expect, test } from 'vitest'
import { closedAnswers, expectedActs, expectedCell, expectedStepUps } from '#testing/expected-permissions.ts'
import type { Account, LoginSession } from './accounts/stores.ts'
import { authorise, permissions } from './permissions.ts'
import { Problem } from './problem.ts'
import { type CallerKind, callerKinds, kindOf, type RequestContext } from './request-context.ts'

type Described = Partial<Pick<Account, 'isEmailVerified' | 'label' | 'hasProfile'>> &
  Partial<Pick<LoginSession, 'factors'>>

function contextOf({ factors = ['password'], ...account }: Described): RequestContext {
  const caller = {
    account: { isEmailVerified: true, label: 'STD', hasProfile: true, ...account } as Account,
    session: { factors } as LoginSession,
  }
  return {
    caller,
    registeringAccountId: undefined,
    preLoginToken: undefined,
    browserToken: undefined,
  } as RequestContext
}

const contexts: Readonly<Record<CallerKind, RequestContext>> = {
  guest: { caller: undefined, registeringAccountId: undefined } as RequestContext,
  pre: { caller: undefined, registeringAccountId: 'K7QF3M9T' } as RequestContext,
  unverified: contextOf({ isEmailVerified: false }),
  STD: contextOf({ label: 'STD' }),
  ORG: contextOf({ label: 'ORG' }),
  ORG2: contextOf({ label: 'ORG', factors: ['password', 'passkey'] }),
  screen: { caller: undefined, screen: { id: 'screen' } } as RequestContext,
}

function refusalOf(act: keyof typeof permissions, context: RequestContext): object | 'yes' {
  try {
    authorise(act, context)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { status: error.status, type: error.type, message: error.message }
  }
  return 'yes'
}

describe('kindOf', () => {
  test.each(callerKinds)('knows %s', (kind) => {
    expect(kindOf(contexts[kind])).toBe(kind)
  })

  test.each<[string, Described, CallerKind]>([
    ['a session whose account has no label yet counts as unverified', { label: null }, 'unverified'],
    [
      'a passkey does not stand in for a verified email',
      { label: 'ORG', isEmailVerified: false, factors: ['passkey'] },
      'unverified',
    ],
    ['a student with a passkey in the session is a student', { label: 'STD', factors: ['password', 'passkey'] }, 'STD'],
  ])('%s', (_fact, described, kind) => {
    expect(kindOf(contextOf(described))).toBe(kind)
  })

  test('a registration cookie beside a session does not count', () => {
    expect(kindOf({ ...contexts.STD, registeringAccountId: 'K7QF3M9T' })).toBe('STD')
  })
})

describe('the permission table', () => {
  test('has exactly the acts of rules §4', () => {
    expect(Object.keys(permissions)).toEqual(expectedActs)
  })

  test('asks for a step-up where rules §5.7 does', () => {
    const needing = Object.entries(permissions).flatMap(([act, row]) => ('stepUp' in row ? [[act, row.stepUp]] : []))
    expect(Object.fromEntries(needing)).toEqual(expectedStepUps)
  })

  test.each(callerKinds)('opens to %s what rules §4 opens, and refuses the rest as it says', (kind) => {
    for (const act of expectedActs) {
      const cell = expectedCell(act, kind)
      expect([act, refusalOf(act, contexts[kind])]).toEqual([act, cell === 'yes' ? 'yes' : closedAnswers[cell]])
    }
  })
})
