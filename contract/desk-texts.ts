import type { Widened } from './texts.ts'

/**
 * The sentences of the desk, from where an institute runs its sessions: on its dashboard and on the kiosk. They stand apart
 * from the others so that the screens before a login do not load them.
 */
export const deskTexts = {
  running: {
    title: (number: string) => `Session ${number} is running`,
    endsIn: 'Ends in',
    present: 'Present',
    back: 'Back to session',
    /** What the button of the top bar is called then: the words that are seen on it are its end. */
    startIsBack: 'Start Attendance: back to session',
  },
  sheet: {
    running: 'Who is here',
    checks: 'Head count, spot check, marks by hand',
  },
  kiosk: {
    stillThere: 'Still there?',
    stillThereHint: 'Confirm on your phone, or press Cancel. The next student can also type and press Enter.',
    oneMoment: 'One moment',
    oneMomentHint: 'The server does not answer yet. What was signed is sent again.',
    presentSince: (time: string) => `Present since ${time}`,
    fullScreen: 'Full screen',
    leaveFullScreen: 'Leave full screen',
    lack: {
      webauthn:
        'This browser cannot use passkeys, so students cannot sign here. Open this page in a current Chrome, Edge, Firefox or Safari.',
      hybrid: 'This computer cannot ask a phone by a QR code: it has no Bluetooth, or its browser cannot do it.',
    },
    /** Where a phone cannot be asked: in a session with room code, and in one without. */
    instead: {
      roomCode: 'Students can sign here with a security key, or on their own phones by room code.',
      key: 'Students can sign here with a security key. A room code for their own phones can be switched on in your institute’s settings.',
    },
    unanswered:
      'Did the phone not answer? Switch on Bluetooth on this computer and on the phone: no browser tells whether it is on.',
  },
  end: {
    action: 'End session',
    title: (number: string) => `End session ${number}?`,
    hint: (present: string, members: string) =>
      `Marked so far: ${present} of ${members}. After the end students cannot sign in this session any more, and the next one can begin at once.`,
    takeBackHint: 'Was it started by mistake? If you take it back, it does not count as a class.',
    takeBack: 'Take it back',
    ended: 'Session ended',
    takenBack: 'Session taken back',
  },
} as const

/** The shape that every language fills. */
export type DeskTexts = Widened<typeof deskTexts>
