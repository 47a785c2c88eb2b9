import { createPasswordSession, deleteCurrentSession } from '../../client/account-calls.ts'
import { messageOf, RequestError } from '../../client/request-error.ts'

/** Login and logout on /checkin. Fetched when they are wanted: most students need neither. */

/** Undefined, or the sentence that says why not. */
export async function logInHere(email: string, password: string): Promise<string | undefined> {
  return tell(() => createPasswordSession(email, password))
}

/** Undefined, or the sentence that says why not. A session that has ended already counts as success. */
export async function logOutHere(): Promise<string | undefined> {
  return tell(async () => {
    try {
      await deleteCurrentSession()
    } catch (error) {
      if (!(error instanceof RequestError) || (error.code !== 401 && error.code !== 404)) throw error
    }
  })
}

async function tell(act: () => Promise<void>): Promise<string | undefined> {
  try {
    await act()
    return undefined
  } catch (error) {
    return messageOf(error)
  }
}
