import type { RequestContext } from '../accounts/caller.ts'
import { isAllowed } from '../permissions.ts'
import { Problem } from '../problem.ts'
import { preLoginBinding, sessionBinding } from './binding.ts'
import type { CeremonySubject } from './ceremony-subject.ts'

/** What an authentication ceremony is for, and which browser it is tied to. */
export type AssertionPurpose = {
  readonly purpose: 'login-org' | 'mark-std' | 'step-up'
  readonly binding: string
}

/**
 * Decides it from who calls (rules §4, passkey/login): one's own session steps up; an organisation's session asks a
 * student to be marked; a guest begins an organisation's login. `preLoginToken`: the pre-login cookie, if there is one.
 * Throws user_invalid_token, document_not_found.
 */
export function findAssertionPurpose(
  context: RequestContext,
  subject: CeremonySubject,
  preLoginToken: string | undefined,
): AssertionPurpose {
  const { caller } = context
  if (caller && caller.account.id === subject.userId && caller.account.label === subject.category) {
    return { purpose: 'step-up', binding: sessionBinding(caller.session.id) }
  }
  if (subject.category === 'ORG') {
    if (preLoginToken === undefined) throw new Problem('user_invalid_token')
    return { purpose: 'login-org', binding: preLoginBinding(preLoginToken) }
  }
  // The ceremony of another person's passkey is the beginning of a mark.
  if (!caller || !isAllowed('students.update.attendance', context)) throw new Problem('document_not_found')
  return { purpose: 'mark-std', binding: sessionBinding(caller.session.id) }
}
