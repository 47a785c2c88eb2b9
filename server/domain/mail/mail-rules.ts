import type { MailKind } from './outbox.ts'

/** When a mail goes, and to which address. */
type MailRule =
  /** A link or digits for which a person waits at a screen. It goes at once, before every other mail, to an address that is not verified, too. */
  | 'awaited'
  /** An invitation. It goes at once, to an address that is not verified, too. */
  | 'link'
  /** About what the recipient did, or asked to be mailed about. It goes at once, to a verified address. */
  | 'own-act'
  /** About an act of another that cannot be repeated before the recipient has acted. It goes at once, to a verified address. */
  | 'act-of-another'
  /** About an act of another that can be repeated: one mail goes when it is quiet, and tells news alone (`notices.ts`). */
  | 'quiet'
  /** At once where it answers a dispute of the recipient, and as a quiet one otherwise. */
  | 'answer-or-quiet'

type Mailing = {
  readonly rule: MailRule
  /** The files below server/domain/ that queue it. */
  readonly callers: readonly [string, ...string[]]
}

/** Every mail, who queues it, and its rule (rules R5.3.7). */
export const mailRules = {
  'email-verification': { rule: 'awaited', callers: ['accounts/mailed-token.ts'] },
  'password-recovery': { rule: 'awaited', callers: ['accounts/mailed-token.ts'] },
  // An institute sends it to its people, too; each gets few (staff/lost-passkey.ts).
  'passkey-replacement': { rule: 'awaited', callers: ['accounts/mailed-token.ts', 'staff/lost-passkey.ts'] },
  'account-deletion': { rule: 'own-act', callers: ['accounts/mailed-token.ts'] },
  // The institute asked for it, and the owner of the address may stop it; the address counts its mails (staff/invite.ts).
  'staff-invitation': { rule: 'link', callers: ['accounts/mailed-token.ts'] },
  'student-invitation': { rule: 'link', callers: ['accounts/mailed-token.ts'] },
  // The person stands at the desk; the address counts its mails (desk/call-to-desk.ts).
  'desk-digits': { rule: 'awaited', callers: ['accounts/mailed-token.ts'] },
  'email-changed': { rule: 'own-act', callers: ['accounts/change-email.ts'] },
  'password-changed': { rule: 'own-act', callers: ['accounts/change-password.ts', 'client-calls/recover-password.ts'] },
  'passkey-added': { rule: 'own-act', callers: ['passkeys/finish-registration.ts'] },
  'passkey-held': { rule: 'own-act', callers: ['passkeys/finish-registration.ts'] },
  'passkey-removed': { rule: 'own-act', callers: ['passkeys/own-passkeys.ts'] },
  'passkey-suspect-cleared': { rule: 'own-act', callers: ['passkeys/own-passkeys.ts'] },
  'recovery-codes-made': { rule: 'own-act', callers: ['passkeys/recovery-codes.ts'] },
  'recovery-code-used': { rule: 'own-act', callers: ['passkeys/recovery-codes.ts'] },
  'screen-paired': { rule: 'own-act', callers: ['screens/approve-screen.ts'] },
  // The student asked for a mail with each mark.
  'attendance-receipt': { rule: 'own-act', callers: ['receipts/queue-receipt.ts'] },
  'own-login-closed': { rule: 'own-act', callers: ['staff/own-login.ts'] },
  'own-login-opened': { rule: 'own-act', callers: ['staff/own-login.ts'] },
  'staff-passkey-sent': { rule: 'act-of-another', callers: ['staff/lost-passkey.ts'] },
  'staff-passkey-held': { rule: 'act-of-another', callers: ['passkeys/finish-registration.ts'] },
  'own-login-passkey-held': { rule: 'act-of-another', callers: ['passkeys/finish-registration.ts'] },
  'staff-ended': { rule: 'act-of-another', callers: ['staff/manage-staff.ts'] },
  'recovery-code-released': { rule: 'act-of-another', callers: ['passkeys/recovery-codes.ts'] },
  'passkey-suspect': { rule: 'act-of-another', callers: ['passkeys/suspect-passkey.ts'] },
  'passkey-suspect-changed': { rule: 'act-of-another', callers: ['passkeys/suspect-passkey.ts'] },
  'member-passkey-suspect': { rule: 'quiet', callers: ['passkeys/suspect-passkey.ts'] },
  'member-passkey-suspect-elsewhere': { rule: 'quiet', callers: ['passkeys/suspect-passkey.ts'] },
  'screen-copied': { rule: 'act-of-another', callers: ['screens/authenticate-screen.ts'] },
  'membership-taken-out': {
    rule: 'quiet',
    callers: ['institutes/remove-member.ts', 'roster/join-by-link.ts', 'register/join-people.ts'],
  },
  'member-renamed': { rule: 'quiet', callers: ['profiles/correct-own-name.ts'] },
  'roll-number-corrected': { rule: 'quiet', callers: ['institutes/correct-roll-number.ts'] },
  'cell-ruled': { rule: 'quiet', callers: ['register/rule.ts'] },
  'mark-ruled': { rule: 'answer-or-quiet', callers: ['register/rule.ts'] },
} as const satisfies Record<MailKind, Mailing>

/** Whether a person waits for the mail. */
export const isAwaited = (kind: MailKind): boolean => mailRules[kind].rule === 'awaited'

type KindWith<Rule extends MailRule> = {
  [Kind in MailKind]: (typeof mailRules)[Kind]['rule'] extends Rule ? Kind : never
}[MailKind]

/** The kinds that always go at once, and to a verified address alone. */
export type AtOnceKind = KindWith<'own-act' | 'act-of-another'>
/** The kinds that wait, and tell news alone. */
export type QuietKind = KindWith<'quiet' | 'answer-or-quiet'>
