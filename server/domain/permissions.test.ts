import { describe, expect, test } from 'vitest'
import {
  closedAnswers,
  expectedActs,
  expectedCell,
  expectedStepUps,
  ownGroupActs,
} from '#testing/expected-permissions.ts'
import { contextOfKind, makeCaller, makeContext } from '#testing/make-context.ts'
import type { Account, LoginSession } from './accounts/stores.ts'
import { acts } from './acts.ts'
import { type CallerKind, callerKindOf, callerKinds } from './callers.ts'
import { authorise } from './permissions.ts'
import { Problem } from './problem.ts'
import type { RequestContext } from './request-context.ts'
import type { Staff } from './staff/stores.ts'

type Described = Partial<Pick<Account, 'isEmailVerified' | 'label' | 'hasProfile'>> &
  Partial<Pick<LoginSession, 'factors'>> & { readonly staff?: Pick<Staff, 'role' | 'holdsWhole'> }

function contextOf({ factors = ['password'], staff, ...account }: Described): RequestContext {
  const caller = makeCaller('K7QF3M9T', 'STD', { factors }, account)
  return makeContext({ caller: { ...caller, staff: staff as Staff | undefined } })
}

/** An institute's own login that only reads. */
function closedLogin(factors: LoginSession['factors']): RequestContext {
  const { caller } = contextOf({ label: 'ORG', factors })
  return makeContext({ caller: caller && { ...caller, readsOnlySince: 1 } })
}

function refusalOf(act: keyof typeof acts, context: RequestContext): object | 'yes' {
  try {
    authorise(act, context)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { status: error.status, type: error.type, message: error.message }
  }
  return 'yes'
}

describe('callerKindOf', () => {
  test.each(callerKinds)('knows %s', (kind) => {
    expect(callerKindOf(contextOfKind(kind))).toBe(kind)
  })

  test.each<[string, Described, CallerKind]>([
    ['a session whose account has no label yet counts as unverified', { label: null }, 'unverified'],
    [
      'a passkey does not stand in for a verified email',
      { label: 'ORG', isEmailVerified: false, factors: ['passkey'] },
      'unverified',
    ],
    [
      'a session that acts without a passkey is that of a person alone',
      { staff: { role: 'owner', holdsWhole: false } },
      'STF',
    ],
    ['a student with a passkey in the session is a student', { label: 'STD', factors: ['password', 'passkey'] }, 'STD'],
  ])('%s', (_fact, described, kind) => {
    expect(callerKindOf(contextOf(described))).toBe(kind)
  })

  test('a registration cookie beside a session does not count', () => {
    expect(callerKindOf({ ...contextOfKind('STD'), registeringAccountId: 'K7QF3M9T' })).toBe('STD')
  })
})

describe('the permission table', () => {
  test('has exactly the acts of rules §4', () => {
    expect(Object.keys(acts)).toEqual(expectedActs)
  })

  test('asks for a step-up where rules §5.7 does', () => {
    const needing = Object.entries(acts).flatMap(([act, row]) => ('stepUp' in row ? [[act, row.stepUp]] : []))
    expect(Object.fromEntries(needing)).toEqual(expectedStepUps)
  })

  test.each(callerKinds)('opens to %s what rules §4 opens, and refuses the rest as it says', (kind) => {
    for (const act of expectedActs) {
      const cell = expectedCell(act, kind)
      expect([act, refusalOf(act, contextOfKind(kind))]).toEqual([act, cell === 'yes' ? 'yes' : closedAnswers[cell]])
    }
  })

  test('asks the own login that only reads for its passkey where it has none in the session', () => {
    for (const act of ['own-login.change', 'recovery-codes.make'] as const) {
      expect(refusalOf(act, closedLogin(['password']))).toEqual(closedAnswers.passkey)
    }
    expect(refusalOf('sessions.start', closedLogin(['password']))).toEqual(closedAnswers['reads only'])
  })

  test('hides from a teacher what belongs to another group, as if it did not exist', () => {
    const elsewhere = contextOf({ factors: ['password', 'passkey'], staff: { role: 'teacher', holdsWhole: false } })
    for (const act of expectedActs) {
      const cell = expectedCell(act, 'teacher')
      const open = ownGroupActs.includes(act) ? { status: 404, type: 'document_not_found' } : 'yes'
      const refusal = refusalOf(act, elsewhere)
      if (cell === 'yes') expect([act, refusal]).toEqual([act, open === 'yes' ? 'yes' : expect.objectContaining(open)])
    }
  })
})
