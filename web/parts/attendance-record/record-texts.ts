import { countInEnglish, type Widened } from '#contract/languages.ts'

/** Sentences about one person in all groups, and about who joined after classes were over. */
export const recordTexts = {
  groups: 'Attendance',
  whole: 'Whole institute',
  section: (name: string) => `Section ${name}`,
  noAccount: 'without an account',
  leftOn: (day: string) => `left on ${day}`,
  joined: (day: string) => `joined ${day}`,
  since: (day: string) => `enrolled since ${day}`,
  guest: 'as a guest, who counts nowhere',
  over: 'not enrolled any more',
  noGroup: 'Neither in the classes nor in a course',
  noGroupHint: 'The office enrols people on the page of a course.',
  noSession: 'No session yet',
  noSessionHint: 'What was marked and decided will be listed here.',
  sessions: (title: string) => `Sessions: ${title}`,
  decision: 'Decided',
  inReports: 'In Reports, with periods and files',
  all: 'All courses of this person',
  /** Label of the way from a list to the page of a person. */
  attendance: 'Attendance',
  attendanceOf: (name: string) => `Attendance of ${name}`,
  unknown: 'There is no such person here',
  unknownHint: 'The address may be mistyped, or the person is in none of your courses.',
  /** Who joined after classes were over. */
  part: (attended: string, counted: string) => `${attended} of ${counted}`,
  sinceYouJoined: (day: string) => `since you joined on ${day}`,
  sinceJoining: (day: string) => `since joining on ${day}`,
  noneSince: 'No class yet',
  before: (count: string) => `${count} before`,
  after: (count: string) => `${count} since`,
  ofAll: (count: string) => `Percentage of all ${count} classes:`,
  bothNumbers: (count: number) =>
    `The percentage counts every class of the institute, also ${countInEnglish(count, 'the one', 'the #')} before you joined. The office sees both numbers. Ask it which one it uses.`,
} as const

/** The shape that every language fills. */
export type RecordTexts = Widened<typeof recordTexts>
