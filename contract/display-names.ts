/** How displays name a student: 'Ananya K.', 'Ananya Krishnan', or not at all. */
export const displayNames = ['short', 'full', 'off'] as const
export type DisplayNames = (typeof displayNames)[number]
