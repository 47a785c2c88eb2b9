import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { requestLimits } from './limit-table.ts'
import { loginMissLockouts } from './login-misses.ts'

const minute = 60_000
const hour = 60 * minute

type Row = readonly [counts: 'calls' | 'misses', max: number, windowMs: number, per: string]

/** What the tests of calls do not count out, because it takes hundreds of them or lasts for hours. */
test('the limits are those of rules §4', () => {
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
    confirmVerification: [['misses', 60, hour, 'address']],
    requestRecovery: [
      ['calls', 3, hour, 'email'],
      ['calls', 30, hour, 'address'],
    ],
    confirmRecovery: [['misses', 60, hour, 'address']],
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
    beginOrganisationPasskeyLogin: [['calls', 1_200, 10 * minute, 'address']],
    finishOrganisationPasskeyLogin: [
      ['misses', 30, 10 * minute, 'address'],
      ['misses', 10, 10 * minute, 'userId+binding'],
    ],
    beginStudentPasskeyCheck: [['calls', 120, minute, 'login session']],
    finishPasskeyLogin: [['misses', 30, 10 * minute, 'binding']],
    openPasskeyReplacement: [['misses', 60, hour, 'address']],
    useRecoveryCode: [
      ['misses', 10, hour, 'userId+address'],
      ['misses', 60, hour, 'address'],
    ],
    ping: [['calls', 10, minute, 'address']],
  })
})

test('each limit, and each count of wrong passwords, says who can be locked out by whom, in a short sentence', () => {
  const sentences = [
    ...Object.values(requestLimits).flatMap((limits) => limits.map(({ name, lockout }) => [name, lockout])),
    ...Object.entries(loginMissLockouts),
  ]
  for (const [name, sentence] of sentences) {
    expect([name, sentence]).toEqual([name, expect.stringMatching(/^[A-Z].{10,240}\.$/)])
  }
})

test('docs/limits.md shows every limit and every count of wrong passwords', () => {
  const rows = Object.values(requestLimits).flatMap((limits) =>
    limits.map(({ name, counts, max, windowMs, per, lockout }) => {
      const window = windowMs === hour ? 'hour' : windowMs === minute ? 'minute' : `${windowMs / minute} minutes`
      return `| \`${name}\` | ${max.toLocaleString('en')} ${counts} | ${window} | ${per} | ${lockout} |`
    }),
  )
  const misses = Object.entries(loginMissLockouts).map(([whose, lockout]) => `| ${whose} | ${lockout} |`)
  const shown = readFileSync(new URL('../../../docs/limits.md', import.meta.url), 'utf8').split('\n')
  expect([...rows, ...misses].filter((row) => !shown.includes(row))).toEqual([])
})

test('no two limits share their counters', () => {
  const names = Object.values(requestLimits).flatMap((limits) => limits.map(({ name }) => name))
  expect(new Set(names).size).toBe(names.length)
})
