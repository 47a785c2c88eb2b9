/** The acts that the audit log records (rules §7). Rows are only ever added. */

export type AuditAction =
  | 'account.create'
  | 'account.replace-unfinished'
  | 'account.continue'
  | 'account.remove-unverified'
  | 'label.set'
  | 'profile.create'
  | 'profile.update'
  | 'profile.delete'
  | 'profile.look-up'
  | 'login'
  | 'logout'
  | 'verification.request'
  | 'verification.confirm'
  | 'recovery.request'
  | 'recovery.confirm'
  | 'email.change'
  | 'password.change'
  | 'passkey.register'
  | 'passkey.assert'
  | 'passkey.rehearse'
  | 'passkey.counter-regression'
  | 'passkey.changed'
  | 'passkey.rename'
  | 'passkey.remove'
  | 'passkey.clear'
  | 'passkey.confirm'
  | 'passkey.replacement-request'
  | 'passkey.replacement-open'
  | 'recovery-codes.make'
  | 'recovery-code.use'
  | 'recovery-code.release'
  | 'step-up'
  | 'attendance.start'
  | 'attendance.end'
  | 'attendance.take-back'
  | 'attendance.ways'
  | 'attendance.mark'
  | 'head-count.set'
  | 'draw.make'
  | 'draw.answer'
  | 'membership.add'
  | 'membership.give-way'
  | 'membership.correct'
  | 'membership.end'
  | 'mark.flag'
  | 'mark.unflag'
  | 'mark.rule'
  | 'mark.evidence'
  | 'evidence.seal'
  | 'receipts.settings'
  | 'receipts.subscribe'
  | 'receipts.unsubscribe'
  | 'settings.change'
  | 'screen.approve'
  | 'screen.rename'
  | 'screen.end'
  | 'screen.stop'
  | 'report.export'
  | 'limit.hit'
  | 'secrets.forget'
  | 'origin.serve'
  | 'installation-key.use'
  | 'installation-key.replace'
  | 'call.refused'
  | 'audit.left-out'
  | 'clock.jump'

export type AuditEntry = {
  /** Epoch ms: the time that the act has written into its own row. By default the clock's, when the entry is written. */
  readonly at?: number
  readonly action: AuditAction
  readonly outcome: 'done' | 'unchanged' | 'refused'
  /** Who acted; null for a guest. */
  readonly accountId: string | null
  /** The account or object that the act was about. */
  readonly subject: string | null
  readonly sessionId: string | null
  readonly addressPrefix: string
  readonly requestId: string
  /**
   * A short reason, or the data that `verify-data` compares with the tables (decision 21). Never a secret and never
   * what a person typed.
   */
  readonly detail: string | null
}

/** Entries are kept in their order. */
export type AuditLog = { readonly append: (...entries: AuditEntry[]) => Promise<void> }
