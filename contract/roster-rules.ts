/** The rules of the roster, without a schema library. */

export const maxSectionLength = 40
export const maxExternalIdLength = 64
/** How many people can be removed or invited at once. */
export const maxPeopleAtOnce = 200

/** For how long two rows of the roster that became one person can be made two again. */
export const linkUndoMs = 24 * 60 * 60_000

/** What is missing; 'held': a new passkey waits for its confirmation; 'double': another row may be the same person. */
export const rosterFilters = ['all', 'not-registered', 'not-verified', 'no-passkey', 'held', 'double'] as const
export type RosterFilter = (typeof rosterFilters)[number]

/** By what two rows may be one person: one email; one number, zeros before it aside; one name, and one section where both have one. */
export const doubleReasons = ['email', 'number', 'name'] as const

/** Of a person's own passkeys; 'held': a new one waits for its confirmation. */
export const passkeyStates = ['none', 'held', 'ready'] as const
