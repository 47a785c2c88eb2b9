import type { Widened } from '#contract/languages.ts'

/**
 * The sentences of the state of a student’s passkey, and of a removal. They stand apart from the others so that only the
 * student’s dashboard and the profile load them.
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
  removal: {
    /** Where others are left, of which none works. */
    lastUsable: {
      ORG: 'No other passkey of yours works now. Without one you cannot take attendance, and only a recovery code opens your account.',
      STD: 'No other passkey of yours works now. Without one you cannot sign attendance.',
      STF: 'No other passkey of yours works now. Without one you cannot work for an institute.',
    },
    /** Of a new one in the place of a lost one, where no other works meanwhile. */
    waits: (name: string, moment: string) => `‘${name}’ is held until ${moment}, or until it is confirmed.`,
    /** To a student. */
    frontDesk: 'In a class before that, ask at the front: a person there can mark you by hand, and confirm it.',
    keep: 'If you still have the one that you remove, keep it until then.',
    countsAlready: (name: string, moment: string) =>
      `‘${name}’ works in class already. It logs you in from ${moment} on.`,
    addFirstHint: 'Add the new one first, if you have it: it works at once.',
    afterwards: (hours: string) =>
      `A passkey that you register later needs a link that we mail you, and works ${hours} hours after its registration, or as soon as your institute confirms it.`,
    addFirst: 'Add a passkey first',
  },
} as const

/** The shape that every language fills. */
export type OwnPasskeyTexts = Widened<typeof ownPasskeyTexts>
