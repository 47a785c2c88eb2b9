import { expect, test } from 'vitest'
import * as rules from './rules.ts'

test('the constants are those of the specification', () => {
  expect(rules).toMatchObject({
    attendanceSessionMs: 3_600_000,
    attendanceWindowMs: 3_600_000,
    goodAttendancePercent: 75,
    minPasswordLength: 8,
    resendDelayMs: 20_000,
    keepAlivePingMs: 900_000,
    toastAutoCloseMs: 2_500,
    countdownTickMs: 1_000,
    studentTablePageSize: 10,
    footerYear: 2024,
  })
})

test('the times in the rules are those of the code', () => {
  expect(rules).toMatchObject({
    maxPasswordLength: 256,
    passkeyCeremonyMs: 300_000,
    presenceProofMs: 60_000,
    recentAuthenticationMs: 600_000,
    maxPasskeysPerAccount: 5,
    maxPageSize: 100,
    defaultPageSize: 25,
  })
})
