import type { InvitedPeople } from './roster.ts'
import type { RosterFilter } from './roster-rules.ts'
import type { Widened } from './texts.ts'

/** The sentences about the roster: the list of everyone, and one person. */
export const rosterTexts = {
  title: 'People',
  about: 'Everyone whom your institute expects, with or without an account.',
  list: 'People of the institute',
  importFile: 'Import a file',
  desk: 'Enrolment desk',
  add: 'Add a person',
  added: (name: string) => `${name} was added`,
  registered: (registered: string, all: string) => `${registered} of ${all} are registered`,
  filterLabel: 'What is missing',
  filters: {
    all: 'All',
    'not-registered': 'Not registered',
    'not-verified': 'Email not verified',
    'no-passkey': 'No passkey',
    held: 'New passkey waits',
  } satisfies Record<RosterFilter, string>,
  section: 'Section',
  allSections: 'All sections',
  columns: { rollNumber: 'Roll number', name: 'Name', email: 'Email', section: 'Section', missing: 'What is missing' },
  ready: 'Ready',
  numberTaken: 'Another student has registered with this number.',
  noMatch: 'No person matches',
  noMatchHint: 'Try other words, or another filter.',
  empty: 'Your roster is empty',
  emptyHint: 'Add the first person by hand.',
  ownName: (name: string) => `Registered as ${name}`,
  rosterEmail: (email: string) => `Your roster says ${email}`,
  givenName: 'First name',
  familyName: 'Last name',
  emailHint: 'Where an invitation goes. The person may register with another one.',
  externalId: 'Id in your system',
  source: 'Came by',
  byHand: 'hand',
  byRegistration: 'own registration',
  addedAt: 'On the roster since',
  save: 'Save',
  saved: (name: string) => `${name} was changed`,
  report: 'Attendance of this student',
  removeHint: 'Marks and numbers of classes stay. A student who has an account is told by mail.',
  remove: 'Remove from the roster',
  removeNow: (name: string) => `Yes, remove ${name}`,
  removed: (name: string) => `${name} was removed`,
  invitation: {
    waiting: 'Invited, the mail waits its turn',
    sent: (day: string) => `Invited on ${day}`,
    refused: 'The mail server refused the invitation',
    /** The words of the mail server, in its own language. */
    words: (words: string) => `It said: ${words}`,
    chosen: (count: string) => `Invite the chosen by mail (${count})`,
    all: (count: string) => `Invite all by mail (${count})`,
    confirm: 'Yes, send the mails',
    hint: 'Each gets one mail, later one reminder. Whether a mail that was taken comes back later is not seen here.',
    queued: (count: string) => `Invitations on their way, one a second: ${count}`,
    left: {
      registered: (count: string) => `Left out, with an account: ${count}`,
      'no-email': (count: string) => `Left out, without an email: ${count}`,
      'mailed-already': (count: string) => `Left out, after two mails or by their own wish: ${count}`,
      tomorrow: (count: string) =>
        `Left for tomorrow, because your institute has sent all its invitations of a day: ${count}`,
    } satisfies Record<InvitedPeople['left'][number]['why'], (count: string) => string>,
  },
  choose: (name: string) => `Choose ${name}`,
  removeChosen: (count: string) => `Remove the chosen (${count})`,
  removeChosenNow: 'Yes, remove them',
  removedChosen: (count: string) => `Removed: ${count}`,
} as const

/** The shape that every language fills. */
export type RosterTexts = Widened<typeof rosterTexts>
