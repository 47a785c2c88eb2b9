import type { CellStatus } from '#contract/course-cells.ts'
import type { Widened } from '#contract/languages.ts'
import { wayWords } from '#contract/way-words.ts'

/**
 * The sentences by which a student disputes a mark, reads the answer, takes the evidence, or reads of a mark in a course and of what runs, beside those of the receipts. They stand apart so that
 * the screens before a login do not load them.
 */
export const disputeTexts = {
  running: {
    classOf: (institute: string) => `A class of ${institute}`,
    runs: (title: string) => `${title} runs`,
    runsIn: (title: string, room: string) => `${title} runs in ${room}`,
    until: (time: string) => `until ${time}`,
    since: (end: string, marked: string) => `until ${end} · you are here since ${marked}`,
    here: 'You are here',
    checkIn: 'Check in',
    atScreen: 'You are marked at the institute’s screen',
    askAtFront: (moment: string) => `Ask at the front until ${moment}`,
  },
  wasThere: 'I was there',
  youSaidThere: 'You said: I was there',
  youSaidThereIn: (words: string) => `You said: I was there. “${words}”`,
  wasThereQuestion: 'Were you there?',
  wasThereText:
    'Your institute will be told that you were there. The mark stays withdrawn until they have looked into it.',
  absentText: 'Your institute will be told that you were there. The absence stands until they have looked into it.',
  words: 'Your words',
  wordsHint: 'For example where you sat. Your institute reads it.',
  takeBack: 'Take it back',
  takenBack: 'Your institute sees that you took it back.',
  ways: wayWords,
  evidence: 'Take the evidence',
  evidenceTaken: 'The evidence file is saved. Anyone can check it at /verify.',
  decidedAbsent: 'Your institute: you count as absent.',
  checkedInAt: (course: string, time: string) => `${course}: checked in at ${time}`,
  inCourse: {
    present: (session: string) => `Session ${session}`,
    late: (session: string) => `Session ${session}, late`,
    'left-early': (session: string) => `Session ${session}, left early`,
    excused: (session: string) => `Session ${session}, excused`,
    absent: (session: string) => `Session ${session}, absent`,
    'after-closing': (session: string) => `Session ${session}. It does not count: it came after closing.`,
    guest: (session: string) => `Session ${session}. It does not count: you are not enrolled in this course.`,
  },
  decided: {
    present: 'Your institute: the mark counts.',
    late: 'Your institute: you came late.',
    'left-early': 'Your institute: you left early.',
    excused: 'Your institute: you are excused.',
    absent: 'Your institute has withdrawn this mark.',
  } satisfies Record<CellStatus, string>,
} as const

/** The shape that every language fills. */
export type DisputeTexts = Widened<typeof disputeTexts>
