import type { Widened } from '#contract/languages.ts'

/**
 * The sentences of the desk, from where an institute runs its sessions: on its dashboard and at its screen. They stand apart
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
  /** What has ended last, while its sheet can still be changed. */
  last: {
    title: (number: string) => `Session ${number} has ended`,
    hand: (time: string) => `Students can be marked by hand until ${time}.`,
    draw: (time: string) => `Students can be drawn until ${time}.`,
  },
  end: {
    action: 'End session',
    title: (number: string) => `End session ${number}?`,
    hint: (present: string, members: string) =>
      `Marked so far: ${present} of ${members}. After the end students cannot sign in this session any more, and the next one can begin at once.`,
    afterwards: 'On ‘Who is here’ you can then mark students by hand for 24 hours, and draw students for 10 minutes.',
    takeBackHint: 'Was it started by mistake? If you take it back, it does not count as a class.',
    takeBack: 'Take it back',
    ended: 'Session ended',
    takenBack: 'Session taken back',
    takenBackHint: 'It does not count as a class.',
  },
} as const

/** The shape that every language fills. */
export type DeskTexts = Widened<typeof deskTexts>
