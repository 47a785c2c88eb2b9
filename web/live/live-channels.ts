import type { UserModel } from '#contract/account.ts'
import { type Collection, databaseId, type Label } from '#contract/identifiers.ts'
import { isAllowed } from '../session/is-allowed.ts'

/** `hearsAccount`: an owner may change a person's role, and what the institute's own login does. */
export type Hearing = { readonly hearsClasses: boolean; readonly hearsAccount: boolean }

export function hearingOf(account: Pick<UserModel, 'prefs'>): Hearing {
  const { hasPeople, acting } = account.prefs
  return { hearsClasses: isAllowed('inClass', account), hearsAccount: hasPeople === true || acting !== undefined }
}

const documentsOf = (collection: Collection) => `databases.${databaseId}.collections.${collection}.documents`

/**
 * The channels of a session: a student listens to themselves, who acts for an organisation to its courses, to it and its
 * members. A person without classes there listens to the own account besides the courses, and so hears of the end of the session.
 */
export function liveChannels(label: Label, ownId: string, { hearsClasses, hearsAccount }: Hearing): readonly string[] {
  const own = (collection: Collection) => `${documentsOf(collection)}.${ownId}`
  if (label === 'STD') return [own('students'), 'groups']
  const classes = hearsClasses ? [own('organisations'), documentsOf('students')] : []
  return ['groups', ...classes, ...(hearsAccount || !hearsClasses ? ['account'] : [])]
}
