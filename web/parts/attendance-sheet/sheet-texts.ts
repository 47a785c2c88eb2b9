import { countInEnglish, type Widened } from '#contract/languages.ts'
import { wayWords } from '#contract/way-words.ts'

/** The sentences of the sheet of a session: who is here, and how each mark was made. No other screen loads them. */
export const sheetTexts = {
  from: (start: string, end: string) => `${start} to ${end}`,
  startedBy: (who: string) => `Started by ${who}`,
  endedBy: (who: string) => `Ended by ${who}`,
  ways: wayWords,
  counts: 'Marks by how they were made',
  withdrawn: 'Withdrawn',
  proof: 'Room code shows that the code was known within 20 seconds, not where the phone was.',
  network: (largest: string, of: string) => `${largest} of ${of} by room code came from one network.`,
  roomFlag: (flag: string, marks: string, of: string) =>
    `${flag}: ${marks} of ${of} marks. This says something about the room, not about a student.`,
  show: 'Show',
  shows: {
    missing: (count: string) => `Not yet marked ${count}`,
    marked: (count: string) => `Marked ${count}`,
    all: (count: string) => `All ${count}`,
  },
  missingWhenOver: (count: string) => `Not marked ${count}`,
  list: 'Students of this session',
  soFar: 'So far',
  unsigned: 'No signature kept',
  /** Of a student without a mark, none of whose passkeys can be used, and what to do. */
  refusedPasskeys: {
    refused: 'Passkey refused: it may have been copied. Mark by hand; the student checks it in the profile.',
    changed: 'Passkey refused: it has changed. Mark by hand; the student replaces it in the profile.',
  },
  flags: {
    'new-passkey': 'Passkey younger than a day',
    'backup-changed': 'Backup of the passkey changed',
    'cross-platform': 'Passkey of another device',
    'shared-browser': 'Browser used by several students',
    'two-browsers': 'One passkey in two browsers by turns',
    'other-browser-active': 'Another browser of theirs was active',
    'late-code': 'Code used more than 10 seconds after it appeared',
  },
  byHand: {
    hint: (until: string) => `Was a phone forgotten or empty? Choose the students here. It is possible until ${until}.`,
    chosen: (count: number) => countInEnglish(count, '# student chosen', '# students chosen'),
    clear: 'Choose none',
    action: 'Mark by hand',
    actionOf: (count: string) => `Mark ${count} by hand`,
    title: 'Mark by hand',
    students: 'Students to mark',
    reason: 'Reason',
    reasonHint: 'Such as: phone forgotten. It stays with each mark.',
    signs: 'Your passkey signs the session, these names and the reason, once for all.',
    sign: 'Sign with your passkey',
    refused: {
      'own-passkey-missing': 'Marks by hand are signed by your own passkey. Register one on your dashboard first.',
      'own-passkey-unusable':
        'Your passkey cannot sign now: it is new and must wait, may have been copied or has changed. Your profile says which.',
      'passkey-login-needed': 'Log out, log in again with your passkey, and then mark by hand.',
    },
    outcomes: {
      counted: 'Marked by hand',
      'already-marked': 'Marked already, so nothing changed',
      withdrawn: 'The mark was withdrawn before. Change it in its row.',
    },
    done: 'Done',
  },
  headCount: {
    title: 'Head count',
    none: 'not counted yet',
    field: 'People in the room',
    hint: 'Count the heads. The number stays on the sheet.',
    wrong: 'Type a whole number.',
    save: 'Save count',
    result: (marked: string, counted: string) => `${marked} checked in, ${counted} counted`,
    countedAt: (time: string) => `Counted at ${time}.`,
    countedBy: (time: string, who: string) => `Counted at ${time} by ${who}.`,
  },
  spotCheck: {
    title: 'Spot check',
    none: 'none drawn yet',
    hint: 'Draws students who are marked, by chance. Ask each to raise a hand.',
    until: (time: string) => `Possible until ${time}.`,
    over: 'The time to draw is over.',
    draw: 'Draw five',
    again: 'Draw five more',
    drawn: 'Drawn students',
    here: 'Here',
    hereNamed: (student: string) => `Here: ${student}`,
    notHere: 'Not here',
    notHereNamed: (student: string) => `Not here: ${student}`,
    change: 'Change',
    changeNamed: (student: string) => `Change the answer about ${student}`,
    withdrawn: 'Mark withdrawn',
    sum: (drawn: string, notThere: string) => `${drawn} drawn, ${notThere} not there`,
    withdraw: 'Withdraw the mark',
    withdrawNamed: (student: string) => `Withdraw the mark of ${student}`,
  },
  sessionWays: {
    title: 'Ways to check in',
    on: 'room code on',
    off: 'room code off',
    label: 'Room code in this session',
    hint: 'Other sessions keep what the settings say. By hand is always possible. A change needs your password or a passkey.',
  },
  allMarked: 'All students are marked',
  noneMarked: 'No student is marked yet',
} as const

/** The shape that every language fills. */
export type SheetTexts = Widened<typeof sheetTexts>
