import { paths } from '#contract/paths.ts'
import { fetchAccount } from '../../client/account-calls.ts'
import { callProduct } from '../../client/call-product.ts'
import { dashboardPath, screensOf } from '../../session/session.ts'

/** Goes back to the person's own session: to a student's dashboard, or to the choice of the institute. */
export async function stopActing(): Promise<void> {
  await callProduct('DELETE /acting', {}, {})
  // Null where the own session was over meanwhile.
  const account = await fetchAccount()
  const label = account && screensOf(account)
  const home = account && label ? dashboardPath(account, label) : paths.acting
  // A new page: nothing of the institute stays, and no guard of its screens leads elsewhere first.
  location.replace(account ? home : paths.login)
}
