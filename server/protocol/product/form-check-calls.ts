import { checkPassword } from '../../domain/accounts/check-password.ts'
import { lookUpForLogin } from '../../domain/profiles/look-up-for-login.ts'
import { lookUpInstitute } from '../../domain/profiles/read-organisations.ts'
import type { ProductHandlers } from './product-handlers.ts'

/** What forms ask before they are sent. By POST, so that no address holds an email or a password. */
export const formCheckCalls = {
  async 'POST /profiles/look-up'(deps, { context, input }) {
    return lookUpForLogin(deps, context, input)
  },
  async 'POST /institutes/look-up'(deps, { context, input }) {
    return lookUpInstitute(deps, context, input.code)
  },
  async 'POST /passwords/check'(deps, { context, input }) {
    return checkPassword(deps, context, input.password)
  },
} satisfies Partial<ProductHandlers>
