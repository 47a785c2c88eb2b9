import type { Widened } from './texts.ts'

/**
 * The sentences of a student's first passkey, of its state, and of its removal. They stand apart from the others so that
 * the screens before a login do not load them.
 */
export const passkeyTexts = {
  /** How a first passkey is made, beside the button that makes it. */
  guide: {
    next: 'The next step is your passkey.',
    question: 'What is a passkey?',
    answer: {
      STD: 'It is the way you unlock your phone: fingerprint, face or PIN. None of these leaves the phone.',
      ORG: 'It is the way a phone or computer is unlocked: fingerprint, face or PIN. Choose a device that is at hand when classes begin.',
    },
    steps: [
      'Take the phone that comes to class, and switch its Bluetooth on. You need not log in there.',
      'Press the button, and scan the code with the phone’s camera.',
      'Confirm on the phone, in the way you unlock it.',
    ],
    /** On a computer that cannot show the phone the browser’s own code: by a code that opens the login, or without one. */
    scanCode:
      'This computer cannot ask your phone. Scan the code with the phone that comes to class, log in there, and register your passkey. A passkey that you register here works in class only if this computer comes with you.',
    openLink:
      'This computer cannot ask your phone. Open the link in the mail on the phone that comes to class, and register your passkey there. A passkey that you register here works in class only if this computer comes with you.',
    /** Of the code by which a phone opens the login. */
    address: 'Code for the phone: it opens the login there',
    onThisPhone: 'This device keeps the passkey. Bring it to class.',
    onThisComputer: 'Use this computer instead',
    onThisComputerHint: 'It works in class only if this computer comes with you.',
  },
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
    oneDevice: 'Your passkey stays on one device',
    oneDeviceText: (name: string) =>
      `‘${name}’ is only on the device where you made it. If that is a computer, add the phone that comes to class.`,
    /** Where the browser cannot ask a phone, beside the code by which the phone opens the login. */
    addThere:
      'This computer cannot ask your phone. Scan the code with the phone that comes to class, log in there, and add a passkey in your profile by a link that we mail you.',
    addPhone: 'Add my phone',
  },
  stepUp: {
    linkTitle: 'Register with a mailed link',
    linkNeeded:
      'Your password alone is not enough here, and you have no passkey that works now. We mail you a link. With it and your password you register a new one.',
    heldAfterwards: (hours: string) =>
      `It works for attendance ${hours} hours after its registration, or as soon as your institute confirms it.`,
  },
  removal: {
    hint: (hours: string) =>
      `Add the new one first, if you have it: it works at once. A passkey that you register later needs a link that we mail you, and works ${hours} hours after its registration, or as soon as your institute confirms it.`,
    addFirst: 'Add a passkey first',
  },
  kiosk: {
    heldUntil: (moment: string) =>
      `Your new passkey works from ${moment} on. Before that, show this device to your institute’s office.`,
    oneDevice:
      'Your passkey is only on the device where you made it. Log in there, and add the phone that comes to class: it works at once.',
  },
} as const

/** The shape that every language fills. */
export type PasskeyTexts = Widened<typeof passkeyTexts>
