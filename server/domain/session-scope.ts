/**
 * Where an id names a session: among the classes of an institute, the sessions of its courses, or both. Any other id names
 * none, as an unknown one does.
 */
export type SessionScope = { readonly organisationId: string; readonly kind: 'class' | 'course' | 'any' }

export const classesOf = (organisationId: string): SessionScope => ({ organisationId, kind: 'class' })
export const courseSessionsOf = (organisationId: string): SessionScope => ({ organisationId, kind: 'course' })
/** For calls that both kinds share: the use case asks requireOwnGroup. */
export const sessionsOf = (organisationId: string): SessionScope => ({ organisationId, kind: 'any' })
