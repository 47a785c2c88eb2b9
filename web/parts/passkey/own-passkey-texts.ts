import type { Widened } from '#contract/languages.ts'

/**
 * The sentences of the state of a student’s passkey, and of one that works again. They stand apart from the others, of which the
 * student’s dashboard shows none.
 */
export const ownPasskeyTexts = {
  /** What a student’s passkey can do in class, on the dashboard. */
  state: {
    title: 'Your passkey',
    ready: 'Ready for class',
    lastUsed: (name: string, moment: string) => `${name}, last used ${moment}`,
    untried: 'Your passkey is registered. Try it now',
    untriedText: (name: string) =>
      `‘${name}’ is asked for as it will be in class. The server checks the answer, and nothing is marked.`,
    tryIt: 'Try it now',
    tryThere: 'This computer cannot ask your phone: try it on the phone.',
    worked: 'It works. In class it is the same.',
    workedHeld: (moment: string) =>
      `It works. It counts in class from ${moment} on, or as soon as your institute confirms it.`,
    cancelled: 'Authentication was not completed. Keep your phone near, with Bluetooth on, and try again.',
    notWorked: 'This passkey was not accepted. Try again, or add another one in your profile.',
    held: (moment: string) => `Your new passkey is held until ${moment}`,
    heldText:
      'It took the place of another one. Until then it works only where the institute has confirmed it: show the device at the institute’s office.',
    /** Of the one that was there before. */
    meanwhile: (name: string) => `‘${name}’ still counts in class. If it is lost, remove it in your profile.`,
    refused: 'Your passkey is refused',
    refusedText:
      'It may have been copied. If you know of no copy, use it again. Otherwise remove it in your profile, and register a new one by a link that we mail you.',
    changedText:
      'It has changed since it was registered, as when it moves to another app, and it stays refused. Remove it in your profile, and register a new one by a link that we mail you.',
    oneDevice: 'Your passkey stays on one device',
    oneDeviceText: (name: string) =>
      `‘${name}’ is only on the device where you made it. If that is a computer, add the phone that comes to class.`,
    onThisPhone: (name: string) => `‘${name}’ is only on this phone: bring it to class.`,
    /** Where the browser cannot ask a phone, beside the code by which the phone opens the login. */
    addThere:
      'This computer cannot ask your phone. Scan the code with the phone that comes to class, log in there, and add a passkey in your profile by a link that we mail you.',
    addPhone: 'Add my phone',
  },
  clear: 'Use again',
  clearNamed: (name: string) => `Use again: ${name}`,
  cleared: 'The passkey works again',
} as const

/** The shape that every language fills. */
export type OwnPasskeyTexts = Widened<typeof ownPasskeyTexts>
