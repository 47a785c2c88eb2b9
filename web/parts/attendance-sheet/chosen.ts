/** A student who was chosen to be marked by hand. */
export type Chosen = { readonly studentId: string; readonly name: string }
