/** The student in the session: by both, a mark is known. */
export type MarkAddress = { readonly sessionId: string; readonly studentId: string }
