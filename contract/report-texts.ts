import { countInEnglish, type Widened } from './languages.ts'

/** Sentences of the reports' heads. They stand apart so that the screens before a login do not load them. */
export const reportTexts = {
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
  sessionsFromTo: (first: string, last: string) => `Sessions ${first} to ${last}`,
  presentOf: (present: string, expected: string) => `${present} of ${expected} present`,
  search: 'Search by name or roll number',
  filterBelow75: 'Below 75%',
  noMatch: 'No student matches',
  noMatchHint: 'Change the search or the filter.',
  noStudents: 'No students yet',
  noStudentsHint: 'Students appear here as soon as they have added your code.',
  attendedOf: (attended: string, counted: string) => `${attended} of ${counted}`,
  joined: 'Member since',
  joinedAfter: (number: string) => `joined after class ${number}`,
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
  below75: (below: number, students: number) =>
    `${countInEnglish(below, '#')} of ${countInEnglish(students, '# student is', `# students ${countInEnglish(below, 'is', 'are')}`)} below 75%.`,
  /** Label of the choice whose reports are shown. */
  of: 'Reports of',
  whole: 'Whole institute',
  register: 'Register',
  /** What became of a session of a course that counts for no one. */
  uncounted: { cancelled: 'Cancelled', 'not-taken': 'Not taken' },
  /** A teacher who has no course. */
  noCourse: 'No course yet',
  noCourseHint: 'The office gives you your courses.',
  /** Opens what an institute can do with a student. */
  changeStudent: 'Correct or remove',
  trend: (sessions: string, share: string, before: string) =>
    `In the last ${sessions} sessions ${share} were present, in those before ${before}.`,
  /** Where there is nothing else to say of a part of the classes. */
  noTrend: 'Too few sessions for a trend.',
  /** Below the number of a student who has no mark in the class that runs. */
  classRunning: 'A class is running',
  csvHint: 'For a spreadsheet take XLSX: from CSV it reads 007 as 7, and rounds long numbers.',
  /** Beside the number of present students: how many people a person has counted in the room. */
  counted: (heads: string) => `${heads} counted in the room`,
} as const

/** The shape that every language fills. */
export type ReportTexts = Widened<typeof reportTexts>
