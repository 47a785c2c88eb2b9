import type { Widened } from './languages.ts'

/**
 * The sentences of a passkey where one is asked for: before an act, and at the institute’s screen. They stand apart from the
 * others so that the screens before a login do not load them.
 */
export const passkeyTexts = {
  stepUp: {
    linkTitle: 'Register with a mailed link',
    linkNeeded:
      'Your password alone is not enough here, and you have no passkey that works now. We mail you a link. With it and your password you register a new one.',
    heldAfterwards: (hours: string) =>
      `It works for attendance ${hours} hours after its registration, or as soon as your institute confirms it.`,
  },
  marking: {
    heldUntil: (moment: string) =>
      `Your new passkey works from ${moment} on. Before that, show this device to your institute’s office.`,
    oneDevice:
      'Your passkey is only on the device where you made it. Log in there, and add the phone that comes to class: it works at once.',
  },
} as const

/** The shape that every language fills. */
export type PasskeyTexts = Widened<typeof passkeyTexts>
