import type { Invitation } from '#contract/staff.ts'

export const joinTexts = {
  title: (institute: string) => `Join ${institute}`,
  plainTitle: 'Your invitation',
  as: (role: string) => `You are invited as: ${role}`,
  forEmail: (email: string) => `The invitation went to ${email}.`,
  name: 'Your name',
  nameHint: 'As others at the institute see it.',
  action: 'Join and add a passkey',
  joinNow: 'Join now',
  steps: {
    register:
      'Choose a name and a password. Then your device asks for your fingerprint, face or code: that is your passkey.',
    'log-in': 'There is an account with this email. Log in to it, and you come back here.',
    join: 'You are logged in with this email. You join with this account.',
    'another-account': 'You are logged in with another email. Log out first, and you come back here.',
    institute: 'This email is the login of an institute. Ask for an invitation to an email of your own.',
  } satisfies Record<Invitation['step'], string>,
  asStudent: (rollNumber: string) => `You are on its list of students, with the roll number ${rollNumber}.`,
  studentSteps: {
    register:
      'Check your name and choose a password. Then your device asks for your fingerprint, face or code: that is your passkey.',
    institute:
      'This email is the login of an institute, or of one of its people. Ask your office for an invitation to another email.',
  },
  logIn: 'Log in',
  logOut: 'Log out',
  stop: 'Stop all mails from this institute',
  stopped: 'No more mails will come from this institute',
  over: 'This link does not work any more',
  overHint: 'It may have been used, withdrawn or replaced by a newer mail. Ask the institute for a new one.',
  joinedAlready: 'You have joined already',
  missing: 'Open the link of the mail again',
  missingHint: 'This page is reached by the link of the mail that invites you.',
  joined: (institute: string) => `You have joined ${institute}`,
  passkeyLater: 'Add a passkey to begin. It stays on your device, in its password manager or on a security key.',
  retryPasskey: 'Add the passkey',
  /** A browser asks for no PIN that a key does not have, and then refuses. */
  keyPin:
    'A security key needs a PIN. Yours may have none yet: set one in the settings of the system, or in Chrome or Edge. Firefox sets none.',
} as const
