import { z } from 'zod'
import { prefixes } from './addresses.ts'
import type { Calls } from './calls.ts'
import { callsOfAttendance } from './calls-of-attendance.ts'
import { callsOfCourses } from './calls-of-courses.ts'
import { callsOfDayPasses } from './calls-of-day-passes.ts'
import { callsOfImports } from './calls-of-imports.ts'
import { callsOfInstitute } from './calls-of-institute.ts'
import { callsOfLogins } from './calls-of-logins.ts'
import { callsOfPeople } from './calls-of-people.ts'
import { callsOfReceipts } from './calls-of-receipts.ts'
import { callsOfReports } from './calls-of-reports.ts'
import { callsOfScreens } from './calls-of-screens.ts'
import { callsOfSessions } from './calls-of-sessions.ts'
import { callsOfStaff } from './calls-of-staff.ts'
import { firstReadsAnswer, firstReadsInput } from './first-reads.ts'

/** Every call of the product’s own API, below its prefix (spec §7). Those of a subject are in a file of their own. */
export const productCalls = {
  ...callsOfLogins,
  ...callsOfInstitute,
  ...callsOfAttendance,
  ...callsOfReceipts,
  ...callsOfScreens,
  ...callsOfPeople,
  ...callsOfDayPasses,
  ...callsOfCourses,
  ...callsOfSessions,
  ...callsOfImports,
  ...callsOfStaff,
  ...callsOfReports,

  'POST /reads': {
    act: 'account.get',
    input: firstReadsInput,
    example: { account: '$own-account', reads: [`${prefixes.product}/passkeys`] },
    answers: { 200: firstReadsAnswer },
  },
  // An empty answer when a browser asks too often.
  'GET /ping': {
    act: 'ping',
    readsSession: false,
    answers: { 200: z.strictObject({ message: z.literal('Pong!') }), 204: 'nothing' },
  },
} as const satisfies Calls
