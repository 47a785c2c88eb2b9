import type { Widened } from '#contract/languages.ts'

/** What the login says after a login that ended by itself. */
export const loginEndTexts = {
  title: 'You were logged out',
  unused: {
    STD: 'Rollkey was not used in this browser for three days.',
    ORG: 'Rollkey was not used in this browser for an hour.',
    STF: 'Rollkey was not used in this browser for two hours.',
  },
  otherTab: 'The account was logged out in another tab of this browser.',
  unknown: {
    STD: 'A login ends after three days without use, after 14 days at the latest, or when the account is changed or logged out on another device.',
    ORG: 'A login ends after an hour without use, after 12 hours at the latest, or when the account is changed or logged out on another device.',
    STF: 'Your work for the institute may have ended. A login also ends after two hours without use, after 12 hours at the latest, or when the account is changed or logged out on another device.',
  },
  goOn: 'Log in again to go on where you were.',
} as const

/** The shape that every language fills. */
export type LoginEndTexts = Widened<typeof loginEndTexts>
