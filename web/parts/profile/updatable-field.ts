/** What the profile drawer can change, as the spec names it. */
export type UpdatableField = 'email' | 'phoneNumber' | 'password'
