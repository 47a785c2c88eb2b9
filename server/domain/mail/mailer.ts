/** A mail as it leaves, and the one who carries it. */

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
   * Resolves when the mail was taken over. Throws RefusedMailError when it certainly was not, UnsendableMailError when
   * trying again cannot help either. After any other error the mail may have been delivered.
   */
  readonly send: (mail: OutgoingMail) => Promise<void>
}

/** The mail was not taken over: the mail server refused it, or could not be reached. */
export class RefusedMailError extends Error {
  override readonly name: string = 'RefusedMailError'
}

/** This mail will be refused for ever: a recipient that does not exist, or a header value that is not safe. */
export class UnsendableMailError extends RefusedMailError {
  override readonly name = 'UnsendableMailError'
}
