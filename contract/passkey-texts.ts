import type { Widened } from './languages.ts'

/** Where a student can only register a passkey by a mailed link. They stand apart so that other screens do not load them. */
export const passkeyTexts = {
  stepUp: {
    linkTitle: 'Register with a mailed link',
    linkNeeded:
      'Your password alone is not enough here, and you have no passkey that works now. We mail you a link. With it and your password you register a new one.',
  },
} as const

/** The shape that every language fills. */
export type PasskeyTexts = Widened<typeof passkeyTexts>
