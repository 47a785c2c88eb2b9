import { expect, test } from 'vitest'
import { type RequestLimit, requestLimits } from './limit-table.ts'
import { loginMissLockouts } from './login-misses.ts'

const minute = 60_000
const hour = 60 * minute

const allLimits = Object.values(requestLimits).flatMap((limits) => Object.values<RequestLimit>(limits))

type Row = readonly [counts: 'calls' | 'misses', max: number, windowMs: number, per: string]

/** Limits that the tests of calls do not reach, because that takes hundreds of calls or several hours. */
test('the limits are those of rules §4', () => {
  const rows = Object.entries(requestLimits).map(([call, limits]) => [
    call,
    Object.fromEntries(
      Object.entries<RequestLimit>(limits).map(([name, { counts, max, windowMs, per }]): [string, Row] => [
        name,
        [counts, max, windowMs, per],
      ]),
    ),
  ])
  expect(Object.fromEntries(rows)).toMatchObject({
    readAccount: { bySession: ['calls', 600, minute, 'login session'] },
    createAccount: {
      byAddressAnHour: ['calls', 1_200, hour, 'address'],
      byAddressAMinute: ['calls', 240, minute, 'address'],
    },
    logIn: { byAddress: ['misses', 200, 15 * minute, 'address'] },
    requestVerification: {
      byAccountAMinute: ['calls', 3, minute, 'account'],
      byAccountAnHour: ['calls', 10, hour, 'account'],
    },
    confirmVerification: { byAddress: ['misses', 60, hour, 'address'] },
    requestRecovery: {
      byEmail: ['calls', 3, hour, 'email'],
      byAddress: ['calls', 30, hour, 'address'],
    },
    confirmRecovery: { byAddress: ['misses', 60, hour, 'address'] },
    changeEmail: { byAccount: ['calls', 5, hour, 'account'] },
    changePassword: { byAccount: ['calls', 5, hour, 'account'] },
    lookUpAsGuest: {
      missesByAddress: ['misses', 20, 10 * minute, 'address'],
      missesByEmail: ['misses', 10, 10 * minute, 'email'],
      allByAddress: ['calls', 1_200, 10 * minute, 'address'],
    },
    checkPassword: { byAddress: ['calls', 1_200, 10 * minute, 'address'] },
    setLabel: { byAccountAndAddress: ['calls', 10, hour, 'account+address'] },
    beginPasskeyRegistration: { byAccount: ['calls', 10, hour, 'account'] },
    finishPasskeyRegistration: { byAccount: ['calls', 10, hour, 'account'] },
    beginOrganisationPasskeyLogin: { byAddress: ['calls', 1_200, 10 * minute, 'address'] },
    finishOrganisationPasskeyLogin: {
      byAddress: ['misses', 30, 10 * minute, 'address'],
      byBrowser: ['misses', 10, 10 * minute, 'userId+binding'],
    },
    beginStudentPasskeyCheck: { bySession: ['calls', 120, minute, 'login session'] },
    finishPasskeyLogin: { byBinding: ['misses', 30, 10 * minute, 'binding'] },
    finishCheckIn: { byBinding: ['misses', 30, 10 * minute, 'binding'] },
    openPasskeyReplacement: { byAddress: ['misses', 60, hour, 'address'] },
    useRecoveryCode: {
      byUserAndAddress: ['misses', 10, hour, 'userId+address'],
      byAddress: ['misses', 60, hour, 'address'],
    },
    ping: { byAddress: ['calls', 10, minute, 'address'] },
  })
})

test('each limit, and each count of wrong passwords, says in a short sentence who can lock out whom', () => {
  const sentences = [...allLimits.map(({ name, lockout }) => [name, lockout]), ...Object.entries(loginMissLockouts)]
  for (const [name, sentence] of sentences) {
    expect([name, sentence]).toEqual([name, expect.stringMatching(/^[A-Z].{10,240}\.$/)])
  }
})

test('no two limits share their counters', () => {
  const names = allLimits.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})
