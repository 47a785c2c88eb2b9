import type { DeskPerson } from './desk.ts'
import type { Widened } from './languages.ts'
import type { Invitation } from './staff.ts'

/** The sentences of an enrolment desk, and of the phones of those who come to it. */
export const enrolTexts = {
  desk: {
    title: 'Enrolment desk',
    back: 'People',
    enrolled: (ready: string, all: string) => `${ready} of ${all} are enrolled`,
    atDesks: 'At the desks',
    list: 'People to enrol',
    states: {
      code: 'Code on the screen',
      phone: 'The phone is asking',
      account: 'The phone sets the passkey',
      passkey: 'Passkey set: see the person',
    } satisfies Record<DeskPerson['state'], string>,
    yours: 'This desk',
    own: 'Login of the institute',
    noEmail: 'No email: mark by hand',
    noMatch: 'No person matches',
    more: 'There are more. Search for the name or the roll number.',
    choose: 'Choose a person',
    chooseHint: 'Six digits go to the email of the roster, and a code for one phone comes up here.',
    keys: {
      search: 'Search',
      first: 'The first match',
      seen: 'I have seen this person',
      next: 'Next person',
    },
    code: (name: string) => `Code for ${name}`,
    steps: [
      'Scan with your own phone',
      'Type the six digits of the mail',
      'Show your card to the person here',
    ] as const,
    securityKey: 'No phone? A security key works at any computer: open the code’s page there and plug the key in.',
    mail: {
      waiting: (email: string) => `The mail to ${email} is on its way`,
      sent: (email: string) => `The digits went to ${email}`,
      refused: (email: string) => `The mail server refused the mail to ${email}`,
    } satisfies Record<DeskPerson['mail']['state'], (email: string) => string>,
    said: (words: string) => `It said: ${words}`,
    noTries: 'Six wrong digits. Send new ones.',
    newDigits: 'Send new digits',
    newCode: 'Show a new code',
    runOut: 'This code has run out',
    runOutHint: 'It lives five minutes and works for one phone. The digits in the mail live longer.',
    otherDesk: 'The code is at another desk.',
    late: 'The mail is late: next person',
    lateHint: 'The person stays yours for five minutes, and the digits stay good for fifteen.',
    follow: 'Follow your phone',
    followHint: 'The code is used. No other phone can scan it.',
    setting: 'The phone asks for the passkey',
    see: 'Passkey set. Look at the person and the card.',
    setAt: 'Set',
    mayBe: (names: string) =>
      `Is this the same person as ${names}, who has an account already? Ask the office before you go on.`,
    samePhone: (names: string) => `Same phone or computer as ${names}`,
    seen: 'I have seen this person',
    anotherPerson: 'This is another person',
    anotherPersonNow: 'Yes, remove the passkey',
    anotherPersonHint: 'The passkey goes, and the person can be enrolled again.',
    done: (name: string) => `${name} is enrolled`,
    enrolledNow: 'Enrolled',
    nextPlease: 'Next person, please',
    removed: (name: string) => `${name} can be enrolled again`,
  },
  phone: {
    plainTitle: 'Enrolment',
    title: (name: string) => `Are you ${name}?`,
    digits: 'Six digits',
    digitsHint: 'They are in the mail to the address that your institute has of you.',
    digitsWrong: 'These are six digits.',
    goOn: 'Go on',
    other: 'Not you? Tell the desk.',
    note: 'The digits prove that the email is yours. Your passkey stays on your device.',
    steps: {
      register:
        'Check your name and choose a password. Then your device asks for your fingerprint, face or code: that is your passkey. A security key works, too.',
      'log-in': 'There is an account with this email. Log in to it, and you come back here.',
      join: 'You are logged in with this email. You join with this account.',
      'another-account': 'You are logged in with another email. Log out first, and you come back here.',
      institute: 'This email is the login of an institute, or of one of its people. Tell the desk another email.',
    } satisfies Record<Invitation['step'], string>,
    over: 'This code does not work any more',
    overHint: 'It lives five minutes and works for one phone. The desk shows a new one.',
    missing: 'Scan the code at the desk',
    missingHint: 'This page is reached by the code on the screen of an enrolment desk.',
    showCard: 'Show your card to the desk',
    showCardHint: 'The person there looks at you and at your card, and confirms your passkey.',
    dashboard: 'Go to your dashboard',
  },
} as const

/** The shape that every language fills. */
export type EnrolTexts = Widened<typeof enrolTexts>
