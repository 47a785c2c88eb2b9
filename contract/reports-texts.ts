import { countInEnglish } from './languages.ts'

export const reportsTexts = {
  session: (number: string) => `Session ${number}`,
  columns: {
    session: 'Session',
    started: 'Start',
    present: 'Present',
    absent: 'Absent',
    share: 'Share',
    rollNumber: 'Roll number',
    name: 'Name',
    attended: 'Attended',
    percentage: 'Percentage',
    room: 'Room to 75%',
    presence: 'Presence',
    marked: 'Marked',
    method: 'How',
  },
  running: 'Running',
  flagged: 'Disputed',
  byHandFor: (reason: string) => `By hand: “${reason}”`,
  /** Reasons of rulings that a screen suggests. */
  preparedReasons: {
    'prepared:drawn-and-not-here': 'Drawn in the spot check, and not in the room',
  },
  attendedClasses: (attended: string, counted: number) =>
    `${attended} of ${countInEnglish(counted, '# class', '# classes')}`,
  mayMiss: (count: number) => countInEnglish(count, 'may miss #'),
  mustAttend: (count: string) => `needs ${count} in a row`,
  mayStillMiss: (count: number) =>
    count === 0
      ? 'One more class missed falls below 75%'
      : `${countInEnglish(count, '# more class', '# more classes')} can be missed, staying at 75%`,
  mustStillAttend: (count: number) => `${countInEnglish(count, '# class', '# classes')} in a row needed to reach 75%`,
  /** Beside a number of a student who has no mark in the class that runs. */
  classRunning: 'A class is running, not counted yet',
  /** The verdict by the classes that the student could attend, where it is not that of all classes. */
  otherVerdict: {
    student: {
      asMember: (attended: string, counted: string, percentage: string) =>
        `Of the ${counted} that ended while you were a member, you attended ${attended}: ${percentage}.`,
      beforeRunning: (attended: string, counted: string, percentage: string) =>
        `Without the class that is running, you attended ${attended} of ${counted}: ${percentage}.`,
      none: 'No class has ended since you became a member.',
    },
    institute: {
      asMember: (attended: string, counted: string, percentage: string) =>
        `As a member: ${attended} of ${counted}, ${percentage}`,
      beforeRunning: (attended: string, counted: string, percentage: string) =>
        `Before the running class: ${attended} of ${counted}, ${percentage}`,
      none: 'No class has ended since joining',
    },
  },
  history: 'Sessions',
  presences: {
    present: 'Present',
    absent: 'Absent',
    running: 'Not marked yet',
    'not-yet-a-member': 'Not a member yet',
    'not-a-member': 'Not a member then',
    withdrawn: 'Mark withdrawn',
  },
  methods: {
    kiosk: 'Passkey on the institute’s screen',
    'room-code': 'Passkey and room code, on the student’s phone',
    hand: 'By hand',
    office: 'By the office',
  },
} as const
