import type { Widened } from '#contract/languages.ts'

/**
 * The sentences by which an institute decides about marks, takes their evidence and answers disputes. They stand apart so
 * that the screens before a login do not load them.
 */
export const rulingTexts = {
  decision: {
    title: 'Decide about a mark',
    column: 'Decision',
    decide: 'Change',
    decideNamed: (student: string) => `Change the mark of ${student}`,
    status: 'Decision',
    statuses: { present: 'Mark stays', absent: 'Mark withdrawn' },
    /** Instead of 'Mark stays', of a mark that is withdrawn. */
    counts: 'Mark counts',
    reason: 'Reason',
    reasonHint: 'The student reads it.',
    absent: 'There is no mark of this student. Your decision adds one, without a signature.',
    wasThere: 'Was there',
    wasThereNamed: (student: string) => `Was there: ${student}`,
    note: 'Note',
    noteHint: 'For your institute alone.',
    kept: 'Nothing is deleted: the mark and each decision stay in its history.',
    save: 'Save decision',
    /** To a dispute, without a change. */
    stands: 'It stands',
    done: { present: 'The mark counts. The student is told.', absent: 'The mark is withdrawn. The student is told.' },
    history: 'History of this mark',
    marked: {
      screen: 'Marked present by passkey at the screen',
      'room-code': 'Marked present by passkey with the room code',
      hand: 'Marked present by hand',
      office: 'Marked present by the office',
    },
    disputed: 'Disputed by the student',
    decided: {
      dispute: { present: 'Dispute answered: mark stays', absent: 'Dispute answered: mark withdrawn' },
      withdrawal: { present: 'Dispute answered: mark counts', absent: 'Dispute answered: mark stays withdrawn' },
      staff: { present: 'Mark counts again', absent: 'Mark withdrawn' },
    },
    noted: (note: string) => `Note: ${note}`,
  },
  meanwhile: {
    title: 'Your decision was not saved',
    hint: 'Someone else decided meanwhile. Their decision holds, unless you save another one now.',
  },
  evidence: {
    hint: 'This is one file with the student’s signature. Anyone can check it at /verify. The audit log keeps that you took it.',
    take: 'Take the evidence',
    taken: 'The evidence file is saved.',
  },
  disputes: {
    title: (count: string) => `What students dispute: ${count}`,
    markedIn: (number: string, time: string) => `Marked in session ${number}, ${time}`,
    absentIn: (number: string, time: string) => `Absent in session ${number}, ${time}`,
    ofCourse: (course: string, number: string, time: string) => `${course}, session ${number}, ${time}`,
    said: {
      'not-me': (time: string) => `‘This was not me’, ${time}`,
      'was-there': (time: string) => `‘I was there’, ${time}`,
    },
    answer: 'Answer',
    answerNamed: (student: string, session: string) => `Answer ${student}, session ${session}`,
    onlyOldest: (count: string) => `The oldest ${count} are shown.`,
  },
} as const

/** The shape that every language fills. */
export type RulingTexts = Widened<typeof rulingTexts>
