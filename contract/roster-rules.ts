/** The rules of the roster, without a schema library. */

export const maxSectionLength = 40
export const maxExternalIdLength = 64
/** How many people can be removed or invited at once. */
export const maxPeopleAtOnce = 200

/** What is missing; 'held': a new passkey waits for its confirmation. */
export const rosterFilters = ['all', 'not-registered', 'not-verified', 'no-passkey', 'held'] as const
export type RosterFilter = (typeof rosterFilters)[number]
