import { checkPassword } from '../../domain/accounts/check-password.ts'
import { lookUpForLogin } from '../../domain/profiles/look-up-for-login.ts'
import { lookUpInstitute } from '../../domain/profiles/read-organisations.ts'
import type { ProductHandlers } from './product-handlers.ts'

/** What forms ask before they are sent. By POST, so that no address holds an email or a password. */
export const formCheckCalls = {
  'POST /profiles/look-up': lookUpForLogin,
  'POST /institutes/look-up': lookUpInstitute,
  'POST /passwords/check': checkPassword,
} satisfies Partial<ProductHandlers>
