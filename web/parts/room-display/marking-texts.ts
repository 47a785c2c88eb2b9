import type { Widened } from '#contract/languages.ts'

/** The sentences of the institute's own screen, where students sign one at a time. They stand apart so that no other screen of an institute loads them. */
export const markingTexts = {
  stillThere: 'Still there?',
  stillThereHint: 'Confirm on your phone, or press Cancel. The next student can also type and press Enter.',
  oneMoment: 'One moment',
  oneMomentHint: 'The server does not answer yet. What was signed is sent again.',
  presentSince: (time: string) => `Present since ${time}`,
  /** The board beside the form, where it has more to say than it is high. */
  board: 'Result',
  fullScreen: 'Full screen',
  leaveFullScreen: 'Leave full screen',
  lack: {
    webauthn:
      'This browser cannot use passkeys, so students cannot sign here. Open this page in a current Chrome, Edge, Firefox or Safari.',
    hybrid: 'This computer cannot ask a phone by a QR code: it has no Bluetooth, or its browser cannot do it.',
  },
  /** Where a phone cannot be asked: by what the session takes, and what the institute's settings say. */
  instead: {
    roomCode: 'Students can sign here with a security key, or on their own phones by room code.',
    sheet:
      'Students can sign here with a security key. The room code of this session can be switched on at ‘Who is here’.',
    next: 'Students can sign here with a security key, or on their own phones by room code in the next session.',
    keyAlone: 'Students can sign here with a security key.',
    key: 'Students can sign here with a security key. A room code for their own phones can be switched on in your institute’s settings.',
  },
  /** What the board says there in place of the words about a phone. */
  withKey: {
    steps: ['Type your roll number or your email', 'Press Enter', 'Confirm with your security key'],
    confirmNow: 'Use your security key now',
    stillThereHint: 'Confirm with your security key, or press Cancel. The next student can also type and press Enter.',
    cancelled: 'Type your number again, and use your security key.',
  },
  unanswered:
    'Did the phone not answer? Switch on Bluetooth on this computer and on the phone: no browser tells whether it is on.',
  passkey: {
    heldUntil: (moment: string) =>
      `Your new passkey works from ${moment} on. Before that, show this device to your institute’s office.`,
    oneDevice:
      'Your passkey is only on the device where you made it. Log in there, and add the phone that comes to class: it works at once.',
  },
} as const

/** The shape that every language fills. */
export type MarkingTexts = Widened<typeof markingTexts>
