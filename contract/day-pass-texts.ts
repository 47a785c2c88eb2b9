import type { Widened } from './languages.ts'

/** Day passes: where the office makes them, and what a supply teacher reads. */
export const dayPassTexts = {
  office: {
    title: 'Day passes',
    about:
      'For supply teachers without an account: a link for one browser, good until midnight, for the courses that you choose. Roll calls by day pass are unsigned, and shown so.',
    make: 'Make a day pass',
    none: 'No day pass is good now.',
    name: 'Name of the supply teacher',
    courses: 'Courses',
    noCourses: 'Add a course first.',
    choose: 'Please name the person and choose one course or more.',
    madeFor: (name: string) => `Day pass for ${name}`,
    madeHint: 'Let the person scan this code, or pass on the link. It is shown this once, and opens in one browser.',
    qr: 'QR code of the day pass',
    close: 'Close',
    unopened: 'Not opened yet',
    opened: (time: string) => `Opened at ${time}`,
    until: (time: string) => `Until ${time}`,
    finishUntil: (time: string) => `Finishes what it began until ${time}`,
    end: 'End',
    endNamed: (name: string) => `End the day pass of ${name}`,
    ended: 'The day pass is ended.',
  },
  page: {
    title: 'Day pass',
    begin: 'Begin',
    beginHint:
      'The office has made you a day pass. It works in this browser alone from now on, until midnight at the latest. You need no account.',
    passOf: (name: string, time: string) => `Day pass of ${name}, until ${time}`,
    finishUntil: (time: string) =>
      `Sessions that you started and that run longer than this day pass you can finish until ${time} at the latest: take the roll, and end them.`,
    finishSession: (time: string) =>
      `This session runs longer than your day pass. You can take its roll and end it until ${time}.`,
    unsigned: 'What you enter is unsigned, and shown with your name as by day pass.',
    over: 'This day pass is over',
    overHint:
      'It ends at midnight, after two hours without use, or when the office ends it. Please ask the office for a new one.',
    used: 'This day pass is in use in another browser',
    usedHint:
      'A day pass opens in one browser. If that was not you, please tell the office: it can end the pass and make a new one.',
    wrong: 'This link does not work',
    wrongHint: 'Please ask the office for a new day pass.',
    back: 'All courses',
    noCourses: 'Your courses are closed',
    noCoursesHint: 'Please ask the office.',
    saveRoll: 'Save the roll',
    saved: 'The roll is saved.',
    moved:
      'Someone decided about people of this roll meanwhile. That stands, as below; the office can change it. Save the roll of the others again.',
    allStands: 'All is entered. The office can change it.',
  },
} as const
export type DayPassTexts = Widened<typeof dayPassTexts>
