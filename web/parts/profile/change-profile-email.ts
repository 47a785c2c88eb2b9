/** The two writes of an email change: the account's, which needs the password, and the profile document's. */
export type EmailCalls<Account> = {
  readonly changeAccount: (email: string, password: string) => Promise<Account>
  readonly changeProfile: (email: string) => Promise<void>
}

/**
 * Spec §7, updating the email: account first, then profile. If only the second write fails, the next try repeats only
 * that one: the account has its new email already.
 */
export function makeEmailChange<Account>(
  calls: EmailCalls<Account>,
): (email: string, password: string) => Promise<Account> {
  let moved: { readonly email: string; readonly account: Account } | undefined
  return async (email, password) => {
    if (moved?.email !== email) moved = { email, account: await calls.changeAccount(email, password) }
    await calls.changeProfile(email)
    return moved.account
  }
}
