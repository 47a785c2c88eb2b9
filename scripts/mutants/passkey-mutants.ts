import type { Mutant } from './mutant.ts'

/** Ceremonies, passkeys and recovery codes. */
export const passkeyMutants: readonly Mutant[] = [
  {
    name: 'page-of-another-origin',
    file: 'server/domain/passkeys/client-data.ts',
    find: 'data.origin === relyingParty.origin && ',
    replace: '',
    killedBy: { file: 'server/domain/passkeys/client-data.test.ts', title: 'a ceremony %s is refused' },
  },
  {
    name: 'frame-of-another-site',
    file: 'server/domain/passkeys/client-data.ts',
    find: ' && data.crossOrigin !== true',
    replace: '',
    killedBy: { file: 'server/domain/passkeys/client-data.test.ts', title: 'a ceremony %s is refused' },
  },
  {
    name: 'assertion-without-verification',
    file: 'server/domain/passkeys/verify-assertion.ts',
    find: 'requireUserVerification: true',
    replace: 'requireUserVerification: false',
    killedBy: { file: 'server/domain/passkeys/verify-assertion.test.ts', title: 'an answer %s proves nothing' },
  },
  {
    name: 'replacement-is-not-held',
    file: 'server/domain/passkeys/finish-registration.ts',
    find: 'isReplacement ? now + heldPasskeyMs : null',
    replace: 'null',
    killedBy: {
      file: 'server/protocol/product/lost-passkey.test.ts',
      title: 'is replaced by the mailed link and the password; the new one is held, and the kiosk says so',
    },
  },
  {
    name: 'held-passkey-of-another-institute',
    file: 'server/domain/passkeys/held-passkey.ts',
    find: 'return !(await stores.passkeys.isConfirmedFor(credentialId, organisationId))',
    replace: 'return false',
    killedBy: {
      file: 'server/domain/passkeys/held-passkey.test.ts',
      title: 'proves presence to the institute that confirmed it, to no other, and allows no step-up',
    },
  },
  {
    name: 'copied-passkey-proves',
    file: 'server/domain/client-calls/finish-assertion.ts',
    find: "if (!(await stores.passkeys.recordUse(passkey.credentialId, counter, backedUp, now))) return 'counter'",
    replace: 'await stores.passkeys.recordUse(passkey.credentialId, counter, backedUp, now)',
    killedBy: {
      file: 'server/protocol/product/passkey-assertion.test.ts',
      title: 'is suspect from then on: it proves nothing, its owner gets a mail, and it is not asked for again',
    },
  },
  {
    name: 'recovery-code-works-twice',
    file: 'server/domain/passkeys/recovery-codes.ts',
    find: 'stores.recoveryCodes.take(account.id, hash)',
    replace: 'stores.recoveryCodes.isOpen(account.id, hash)',
    killedBy: {
      file: 'server/domain/passkeys/recovery-codes.test.ts',
      title: 'works once, also where two calls have found it open',
    },
  },
]
