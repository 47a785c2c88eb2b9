import type { Widened } from '#contract/languages.ts'

/** The sentences of /verify, where anyone checks an evidence file. No other screen loads them. */
export const verifyTexts = {
  product: 'Rollkey',
  title: 'Check an evidence file',
  lead: 'An evidence file is about one mark of attendance. This page checks it on your own device. The file is sent nowhere, and once the page is open it needs no network.',
  choose: 'Choose a file',
  orDrop: 'or drop it on this page',
  toDark: 'Switch to the dark theme',
  toLight: 'Switch to the light theme',
  verdicts: {
    sound: 'Both signatures fit',
    partly: 'Not everything is checked',
    wrong: 'This file does not prove the mark',
  },
  about: 'What the file is about',
  student: 'Student',
  rollNumber: 'Roll number',
  institute: 'Institute',
  course: 'Course',
  session: 'Session',
  sessionAt: (number: string, startedAt: string) => `Number ${number}, started ${startedAt}`,
  way: 'Marked by',
  ways: { screen: 'The institute’s screen', 'room-code': 'Room code', hand: 'Hand', office: 'The office' },
  namesChecked: 'The names are those that the institute’s installation has signed.',
  namesUnchecked: 'Names and numbers are what the file says. They are not checked.',
  withdrawn: 'The institute has withdrawn this mark: it does not count.',
  yes: 'True',
  no: 'False',
  unchecked: 'Not checked',
  fitsKey: 'The signature fits this key',
  fitsKeyHint: {
    yes: (origin: string) => `The passkey whose key is in the file signed this session and this moment, for ${origin}.`,
    no: 'The file was changed, or the signature was made with another passkey or for another mark.',
    unchecked: 'This browser does not know the kind of this key. Try a newer browser.',
  },
  owns: (origin: string, student: string) => `${origin} says that the key is ${student}’s`,
  ownsHint: {
    registered: 'The installation has signed this file and says that the key is a passkey of the student.',
    removed:
      'The installation has signed this file. The student has removed this passkey since, and the installation keeps no key of it.',
    unknown: 'The installation has signed this file and says that it knows no such passkey of the student.',
    'not-signed':
      'The installation has not signed this file as it is here. It was changed, or it is of another installation.',
    'no-algorithm': 'This browser cannot check the installation’s signature (Ed25519). Try a newer browser.',
    'no-keys': (origin: string) =>
      `The keys of ${origin} are not on this page: it is offline, or this is the page of another installation.`,
  },
  howToCheck: (page: string, keys: string) =>
    `Open ${page} with a network and check the file there. Or save ${keys} and choose both files here.`,
  time: 'The time is the institute’s claim',
  timeHint: (begun: string, marked: string) =>
    `By the clock of its server, the check-in began on ${begun}, and the mark was made on ${marked}.`,
  cannot: 'What no file can prove',
  cannotList: [
    'Who held the phone.',
    'That the phone was in the room. A code can be passed on within 20 seconds.',
    'What a changed server told the student before the phone asked for the passkey.',
  ],
  trust: (host: string) =>
    `This page comes from ${host}. If you do not trust it, get the source code of Rollkey and run its command check-evidence.`,
  refused: 'The file cannot be checked',
  refusals: {
    other: 'This is no evidence file of Rollkey. Its name begins with rollkey-evidence and ends with .json.',
    rewritten:
      'Another program has saved this evidence file again, and its bytes are no longer those that were signed. Ask for the file as it was given.',
    'too-large': 'This file is too large to be an evidence file.',
    unreadable: 'The browser could not read this file. Choose it again.',
    'only-keys': 'These are the keys of an installation. Choose the evidence file, too.',
    'two-files': 'Choose one evidence file at a time.',
    insecure: 'This browser checks signatures on https addresses alone. Open this page with https.',
  },
} as const
export type VerifyTexts = Widened<typeof verifyTexts>
