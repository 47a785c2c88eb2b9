import type { Mutant } from './mutant.ts'

/** Accounts, login sessions, mailed links, memberships and profiles. */
export const peopleMutants: readonly Mutant[] = [
  {
    name: 'own-login-acts-though-it-only-reads',
    file: 'server/domain/permissions.ts',
    find: "return verdict === 'allowed' && forPeople ? 'own-login-reads-only' : verdict",
    replace: 'return verdict',
    killedBy: {
      file: 'server/domain/permissions.test.ts',
      title: 'opens to %s what rules §4 opens, and refuses the rest as it says',
    },
  },
  {
    name: 'invitation-for-anyone',
    file: 'server/domain/accounts/join-with-account.ts',
    find: "if (step === 'another-account') throw new Problem('invitation-for-another')",
    replace: '',
    killedBy: { file: 'server/protocol/product/staff-attacks.test.ts', title: 'is used by no other account' },
  },
  {
    name: 'invitations-as-a-cannon',
    file: 'server/domain/staff/invite.ts',
    find: 'maxInvitationMails = 2',
    replace: 'maxInvitationMails = 100',
    killedBy: {
      file: 'server/protocol/product/staff-attacks.test.ts',
      title: 'is no mail cannon: two mails an address, however it is written, and none after it has stopped them',
    },
  },
  {
    name: 'last-owner-goes',
    file: 'server/domain/staff/manage-staff.ts',
    find: 'owners.length === 1 && owners[0] === id',
    replace: 'false',
    killedBy: {
      file: 'server/protocol/product/staff-attacks.test.ts',
      title: 'of the last owner stays, also when two owners end each other at once',
    },
  },
  {
    name: 'ended-person-acts',
    file: 'server/domain/audit/record.ts',
    find: '!(await stores.staff.isStill(staff.id))',
    replace: 'false',
    killedBy: {
      file: 'server/domain/staff/staff.test.ts',
      title: 'an act under way does nothing when its person is ended meanwhile',
    },
  },
  {
    name: 'registrar-helps-an-owner',
    file: 'server/domain/staff/lost-passkey.ts',
    find: "wanted.role === 'owner' && door.caller.staff?.role === 'registrar'",
    replace: 'false',
    killedBy: {
      file: 'server/domain/staff/lost-passkey.test.ts',
      title: 'gets a link of an owner, and of a registrar where the person is no owner',
    },
  },
  {
    name: 'own-passkey-confirmed',
    file: 'server/domain/staff/lost-passkey.ts',
    find: 'if (person) refuseOwnRecord(by, [person.accountId])',
    replace: '',
    killedBy: {
      file: 'server/domain/staff/lost-passkey.test.ts',
      title: 'is replaced by one that waits until an owner has seen the person',
    },
  },
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
      title: 'stays with a holder who has verified the email, and is refused to others, in whatever case they write it',
    },
  },
  {
    name: 'roll-number-is-not-folded',
    file: 'server/domain/institutes/join-institute.ts',
    find: 'canonicalRollNumber(student.rollNumber)',
    replace: 'student.rollNumber',
    killedBy: {
      file: 'server/domain/institutes/join-institute.test.ts',
      title: 'stays with a holder who has verified the email, and is refused to others, in whatever case they write it',
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
