import { expect, test } from 'vitest'
import { requestLimits } from './limit-table.ts'

const minute = 60_000
const hour = 60 * minute

type Row = readonly [counts: 'calls' | 'misses', max: number, windowMs: number, per: string]

/** What the tests of calls do not count out, because it takes hundreds of them or lasts for hours. */
test('the limits are those of security §4', () => {
  const rows = Object.entries(requestLimits).map(([call, limits]) => [
    call,
    limits.map(({ counts, max, windowMs, per }): Row => [counts, max, windowMs, per]),
  ])
  expect(Object.fromEntries(rows)).toMatchObject({
    readAccount: [['calls', 600, minute, 'login session']],
    createAccount: [
      ['calls', 1_200, hour, 'address'],
      ['calls', 240, minute, 'address'],
    ],
    logIn: [['misses', 200, 15 * minute, 'address']],
    requestVerification: [
      ['calls', 3, minute, 'account'],
      ['calls', 10, hour, 'account'],
    ],
    confirmVerification: [
      ['misses', 10, hour, 'userId'],
      ['misses', 60, hour, 'address'],
    ],
    requestRecovery: [
      ['calls', 3, hour, 'email'],
      ['calls', 30, hour, 'address'],
    ],
    confirmRecovery: [
      ['misses', 10, hour, 'userId'],
      ['misses', 60, hour, 'address'],
    ],
    changeEmail: [['calls', 5, hour, 'account']],
    changePassword: [['calls', 5, hour, 'account']],
    lookUpAsGuest: [
      ['misses', 20, 10 * minute, 'address'],
      ['misses', 10, 10 * minute, 'email'],
      ['calls', 1_200, 10 * minute, 'address'],
    ],
    setLabel: [['calls', 10, hour, 'account+address']],
    beginPasskeyRegistration: [['calls', 10, hour, 'account']],
    finishPasskeyRegistration: [['calls', 10, hour, 'account']],
    beginOrganisationPasskeyLogin: [
      ['calls', 30, 10 * minute, 'address'],
      ['calls', 10, 10 * minute, 'userId+address'],
    ],
    beginStudentPasskeyCheck: [['calls', 120, minute, 'login session']],
    finishPasskeyLogin: [['misses', 30, 10 * minute, 'binding']],
    ping: [['calls', 10, minute, 'address']],
  })
})

test('no two limits share their counters', () => {
  const names = Object.values(requestLimits).flatMap((limits) => limits.map(({ name }) => name))
  expect(new Set(names).size).toBe(names.length)
})
