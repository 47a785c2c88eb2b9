/** Everything that a day pass reads. */
export const passKey = ['day-pass'] as const

/** The page asks again after so many ms. */
export const passPollMs = 3_000
