/** A mail as it leaves, and the interface that sends it. */

export type MailAddress = { readonly name: string; readonly address: string }

export type OutgoingMail = {
  readonly to: MailAddress
  readonly subject: string
  readonly text: string
  readonly html: string
  /** With its angle brackets. The same for every delivery of one outbox row, so that a repetition can be recognised. */
  readonly messageId: string
}

export type Mailer = {
  /**
   * Resolves when the mail server took the mail. Throws RefusedMailError when it certainly did not, UnsendableMailError
   * when another try cannot help either. After any other error the mail may have been delivered.
   */
  readonly send: (mail: OutgoingMail) => Promise<void>
}

/** The mail was not taken: the mail server refused it, or could not be reached. */
export class RefusedMailError extends Error {
  override readonly name: string = 'RefusedMailError'
}

/** This mail will always be refused: its recipient does not exist, or a header value is not safe. */
export class UnsendableMailError extends RefusedMailError {
  override readonly name = 'UnsendableMailError'
}
