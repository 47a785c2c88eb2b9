import { countInEnglish } from './languages.ts'

export const reportsTexts = {
  title: 'Reports',
  back: 'Registered Students',
  views: { sessions: 'Sessions', students: 'Students' },
  period: 'Period',
  periods: {
    week: 'This week',
    month: 'This month',
    days90: 'Last 90 days',
    all: 'All time',
    own: 'Own dates',
  },
  firstDay: 'First day',
  lastDay: 'Last day',
  datesWrong: 'Choose a first day that is not after the last day.',
  periodEmpty: 'No session in this period',
  periodEmptyHint: 'Choose another period, or start a session.',
  notFound: 'This is not in your reports',
  notFoundHint: 'The address may be mistyped, or it belongs to another institute.',
  chart: 'Attendance per session',
  chartHint: 'Arrow keys move between sessions.',
  lowest: 'Lowest',
  asTable: 'As a table',
  session: (number: string) => `Session ${number}`,
  sessionsFromTo: (first: string, last: string) => `Sessions ${first} to ${last}`,
  presentOf: (present: string, expected: string) => `${present} of ${expected} present`,
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
  search: 'Search by name or roll number',
  below75: 'Below 75%',
  noMatch: 'No student matches',
  noMatchHint: 'Change the search or the filter.',
  noStudents: 'No students yet',
  noStudentsHint: 'Students appear here as soon as they have added your code.',
  attendedOf: (attended: string, counted: string) => `${attended} of ${counted}`,
  attendedClasses: (attended: string, counted: number) =>
    `${attended} of ${countInEnglish(counted, '# class', '# classes')}`,
  mayMiss: (count: number) => countInEnglish(count, 'may miss #'),
  mustAttend: (count: string) => `needs ${count} in a row`,
  joined: 'Member since',
  joinedAfter: (number: string) => `joined after class ${number}`,
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
  show: 'Show',
  shows: { all: 'All', present: 'Present', absent: 'Absent' },
  sheetEmpty: 'No students in this list',
  print: 'Print',
  printTooLong: (rows: string) => `A sheet of ${rows} rows is too long to print. Export it instead.`,
  sheet: 'Attendance sheet',
  signature: 'Signature',
  printed: (time: string) => `Printed ${time}`,
  exportAs: { csv: 'Export CSV', xlsx: 'Export XLSX' },
  exportBook: 'Attendance book (XLSX)',
  exporting: 'Exporting',
  exportCancelled: 'Export cancelled',
  exportDone: (name: string) => `${name} is in your downloads.`,
} as const
