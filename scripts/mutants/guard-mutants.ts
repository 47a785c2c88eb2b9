import type { Mutant } from './mutant.ts'

/** Permissions, limits, the audit log, the clock and mail. */
export const guardMutants: readonly Mutant[] = [
  {
    name: 'passkey-cell-is-open',
    file: 'server/domain/acts.ts',
    find: `'held-passkeys.confirm': {
    who: officeAndDesk,
    passkey: true,`,
    replace: `'held-passkeys.confirm': {
    who: officeAndDesk,`,
    killedBy: {
      file: 'server/domain/permissions.test.ts',
      title: 'opens to %s what rules §4 opens, and refuses the rest as it says',
    },
  },
  {
    name: 'limit-is-one-too-low',
    file: 'server/domain/limits/rate-limiter.ts',
    find: 'reading.count > reading.max',
    replace: 'reading.count >= reading.max',
    killedBy: {
      file: 'server/domain/limits/rate-limiter.test.ts',
      title: 'lets as many calls through as the limit says, and no more',
    },
  },
  {
    name: 'miss-is-taken-for-success',
    file: 'server/domain/limits/rate-limiter.ts',
    find: 'if (isMiss(result))',
    replace: 'if (!isMiss(result))',
    killedBy: {
      file: 'server/domain/limits/rate-limiter.test.ts',
      title: 'counts a miss for each of its limits, and reports the state of each before it',
    },
  },
  {
    name: 'address-alone-is-counted',
    file: 'server/domain/limits/count-request.ts',
    find: 'requireRegisteringAccountId(context)} ',
    replace: "''}",
    killedBy: { file: 'server/domain/limits/count-request.test.ts', title: 'a limit per %s counts for %j' },
  },
  {
    name: 'tenth-miss-does-not-block',
    file: 'server/domain/limits/login-misses.ts',
    find: 'if (excess < 0)',
    replace: 'if (excess <= 0)',
    killedBy: { file: 'server/domain/limits/login-misses.test.ts', title: 'block for 30 seconds at the tenth' },
  },
  {
    name: 'ipv6-is-counted-whole',
    file: 'server/domain/limits/address-key.ts',
    find: 'groups.slice(0, 4)',
    replace: 'groups.slice(0, 8)',
    killedBy: {
      file: 'server/domain/limits/address-key.test.ts',
      title: 'counts two addresses of one /64 as one, and of two as two',
    },
  },
  {
    name: 'mapped-ipv4-is-ipv6',
    file: 'server/domain/limits/address-key.ts',
    find: 'groups[5] === 0xffff',
    replace: 'groups[5] === 0xfffe',
    killedBy: { file: 'server/domain/limits/address-key.test.ts', title: 'counts %j as %j' },
  },
  {
    name: 'one-caller-fills-the-log',
    file: 'server/domain/audit/audit-budget.ts',
    find: ' || ofKey >= maxRowsPerKey',
    replace: '',
    killedBy: {
      file: 'server/domain/audit/audit-budget.test.ts',
      title: 'one key gets twenty rows in ten minutes, others go on',
    },
  },
  {
    name: 'log-without-an-order',
    file: 'server/domain/audit/audit-chain.ts',
    find: '{previous.hash}',
    replace: "{''}",
    killedBy: { file: 'server/domain/audit/audit-chain.test.ts', title: '%s gives another hash' },
  },
  {
    name: 'clock-set-back-is-a-leap',
    file: 'server/domain/clock/clock-jumps.ts',
    find: 'if (jump.after < jump.before)',
    replace: 'if (jump.after > jump.before)',
    killedBy: {
      file: 'server/domain/clock/clock-jumps.test.ts',
      title:
        'a session that began while the clock was 3 hours ahead keeps the rest of its hour when the clock is put right',
    },
  },
  {
    name: 'removal-goes-on-after-a-leap',
    file: 'server/domain/clock/removal-pause.ts',
    find: 'last.after - last.before > day',
    replace: 'last.before - last.after > day',
    killedBy: {
      file: 'server/domain/accounts/remove-unverified.test.ts',
      title: 'stay for a week after the clock leapt forward by more than a day',
    },
  },
  {
    name: 'mail-without-a-lease',
    file: 'server/domain/mail/send-due-mail.ts',
    find: 'deps.outbox.take(mailsPerPass, mailLeaseMs)',
    replace: 'deps.outbox.take(mailsPerPass, 0)',
    killedBy: {
      file: 'server/domain/mail/send-due-mail.test.ts',
      title: 'is left alone by another worker while the first still sends it',
    },
  },
]
