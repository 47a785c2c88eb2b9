import type { Widened } from '#contract/languages.ts'

/** The sentences by which a first passkey is made. They stand apart from the others so that other screens do not load them. */
export const passkeyGuideTexts = {
  /** How a first passkey is made, beside the button that makes it. */
  guide: {
    next: 'The next step is your passkey, if you have none yet.',
    /** Of a student who has none any more. */
    linkAhead: 'You had a passkey before, so this one needs a link that we mail you.',
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
    /** Of the people of an institute. */
    staffReplace: (hours: string) =>
      `A new passkey takes the place of the lost one. You can use it in ${hours} hours, or as soon as an owner of your institute who has seen you confirms it.`,
    securityKey: 'Without a phone, take a security key: the browser asks for it.',
    onThisPhone: 'This device keeps the passkey. Bring it to class.',
    onThisComputer: 'Use this computer instead',
    onThisComputerHint: 'It works in class only if this computer comes with you.',
  },
} as const

/** The shape that every language fills. */
export type PasskeyGuideTexts = Widened<typeof passkeyGuideTexts>
