import { countInEnglish, type Widened } from './languages.ts'

/** Sentences of the reports' heads. They stand apart so that the screens before a login do not load them. */
export const reportTexts = {
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
