import type { Mutant } from './mutant.ts'

/** Accounts, login sessions, mailed links, memberships and profiles. */
export const peopleMutants: readonly Mutant[] = [
  {
    name: 'automatic-request-keeps-a-session',
    file: 'server/domain/accounts/authenticate.ts',
    find: '(!countsAsUse || unseenMs < touchIntervalMs)',
    replace: 'unseenMs < touchIntervalMs',
    killedBy: {
      file: 'server/domain/accounts/authenticate.test.ts',
      title: 'requests that a page makes by itself do not extend it, however many there are',
    },
  },
  {
    name: 'session-without-an-end',
    file: 'server/domain/accounts/open-session.ts',
    find: 'expiresAt: now + absoluteMs',
    replace: 'expiresAt: now + 100 * absoluteMs',
    killedBy: {
      file: 'server/domain/accounts/open-session.test.ts',
      title: 'of the label %s has its idle and its absolute end',
    },
  },
  {
    name: 'eleventh-session-stays',
    file: 'server/domain/accounts/session-life.ts',
    find: 'maxSessionsPerAccount = 10',
    replace: 'maxSessionsPerAccount = 11',
    killedBy: {
      file: 'server/domain/accounts/open-session.test.ts',
      title: 'ends the oldest one of the account beyond ten',
    },
  },
  {
    name: 'common-password',
    file: 'server/domain/accounts/password-rules.ts',
    find: 'if (isCommonPassword(password))',
    replace: 'if (false)',
    killedBy: { file: 'server/domain/accounts/password-rules.test.ts', title: 'refuses %s: %j' },
  },
  {
    name: 'email-keeps-its-case',
    file: 'server/domain/accounts/canonical-email.ts',
    find: '}`.toLowerCase()',
    replace: '}`',
    killedBy: { file: 'server/domain/accounts/canonical-email.test.ts', title: '%j is compared as %j' },
  },
  {
    name: 'recovery-link-of-a-day',
    file: 'server/domain/mail/mail-link.ts',
    find: "'password-recovery': 30 * 60_000",
    replace: "'password-recovery': 24 * 60 * 60_000",
    killedBy: {
      file: 'server/adapters/mail/link-life.test.ts',
      title: 'for %s has its whole life after the mail server was down for 40 minutes',
    },
  },
  {
    name: 'link-of-another-purpose',
    file: 'server/domain/accounts/mailed-token.ts',
    find: 'accountId: owner.id, purpose, emailCanonical',
    replace: "accountId: owner.id, purpose: 'recovery' as const, emailCanonical",
    killedBy: {
      file: 'server/adapters/mail/link-life.test.ts',
      title: 'for %s has its whole life after the mail server was down for 40 minutes',
    },
  },
  {
    name: 'unverified-institute-with-members-goes',
    file: 'server/domain/accounts/remove-unverified.ts',
    find: 'organisation.members > 0 || ',
    replace: '',
    killedBy: {
      file: 'server/domain/accounts/remove-unverified.test.ts',
      title: 'stay while they have a passkey, a member or an attendance session',
    },
  },
  {
    name: 'verified-holder-gives-way',
    file: 'server/domain/institutes/give-way.ts',
    find: 'stores.accounts.lockNeverVerified(',
    replace: 'stores.accounts.lock(',
    killedBy: {
      file: 'server/domain/institutes/join-institute.test.ts',
      title: 'stays with a member who has verified the email, in whatever case another writes it',
    },
  },
  {
    name: 'roll-number-is-not-folded',
    file: 'server/domain/institutes/join-institute.ts',
    find: 'canonicalRollNumber(student.rollNumber)',
    replace: 'student.rollNumber',
    killedBy: {
      file: 'server/domain/institutes/join-institute.test.ts',
      title: 'stays with a member who has verified the email, in whatever case another writes it',
    },
  },
  {
    name: 'institute-sees-strangers',
    file: 'server/domain/client-calls/visibility.ts',
    find: ' && (await storage.memberships.find(actor.organisationId, id))',
    replace: '',
    killedBy: { file: 'server/domain/client-calls/visibility.test.ts', title: 'is not found by %s' },
  },
  {
    name: 'no-decoys-for-one-email',
    file: 'server/domain/profiles/look-up-as-guest.ts',
    find: ' || ofEmail.count > ofEmail.max',
    replace: '',
    killedBy: {
      file: 'server/domain/profiles/look-up-as-guest.test.ts',
      title: 'of one email is answered ten times as a miss, then with the same decoy from everywhere',
    },
  },
]
