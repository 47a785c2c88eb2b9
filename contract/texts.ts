import type { Widened } from './languages.ts'

/**
 * Every sentence that a person reads, by screen. Texts of the specification are spelled as it spells them, odd
 * spellings included; all others are calm, short and plain.
 */
export const texts = {
  product: {
    name: 'Rollkey',
  },
  common: {
    networkFailed: 'Network request failed',
    siteDataBlocked: 'This browser keeps no cookies or data for Rollkey',
    otherAddress: 'Logins and passkeys work only at this address:',
    siteDataHint:
      'Without them you cannot be logged in here. Allow cookies and site data for this site in the browser’s settings, under Privacy. Then load this page again.',
    webauthnUnsupported: 'WebAuthn is not supported in this browser',
    loading: 'Loading',
    close: 'Close',
    cancel: 'Cancel',
    retry: 'Try again',
    showAll: (count: string) => `Show all ${count}`,
    /** Beside a number whose reading has failed. */
    mayBeOld: 'This number may be old.',
    optional: '(optional)',
    showPassword: 'Show password',
    hidePassword: 'Hide password',
    toDarkTheme: 'Switch to the dark theme',
    toLightTheme: 'Switch to the light theme',
    notifications: 'Notifications',
    good: 'good',
    belowLine: (line: string) => `below ${line}`,
    skipToContent: 'Skip to content',
    offline: 'No connection. Trying again.',
    serverDown: 'The server does not answer. Trying again.',
    numbersOld: 'The numbers may be old: the server is busy. They are read again by themselves.',
    loadFailed: 'This could not be loaded.',
    crashed: 'Something went wrong on this page.',
    crashedHint: 'Reload the page to go on.',
    reload: 'Reload',
    back: 'Back',
    notLoaded: 'This page has not been loaded yet.',
    notLoadedHint: 'It opens by itself as soon as there is a connection.',
    newRelease: 'A newer version is here. Reload the page when you have finished.',
    needsScript: 'Rollkey needs JavaScript. Please allow it for this page, then reload.',
  },
  category: { STD: 'Student', ORG: 'Organisation' },
  logout: { action: 'Logout', done: 'Logged out' },
  passkey: {
    register: 'Register Passkey',
    missing: 'Passkey not registered yet!',
    registered: 'Passkey registered successfully',
    present: 'Passkey registered',
    /** Why the passkey is needed; differs by category. */
    whyNeeded: {
      ORG: 'Register a passkey before taking attendance.',
      STD: 'Register a passkey before signing attendance.',
    },
    recovered: 'You logged in with a recovery code',
    whyAgain: 'Register a new passkey before taking attendance, then remove the lost one in your profile.',
    heldAfterwards: (hours: string) =>
      `It works for attendance ${hours} hours after its registration, or as soon as your institute confirms it.`,
    goOn: 'Continue',
    registrationIncomplete: 'Registration was not completed',
    authenticationIncomplete: 'Authentication was not completed',
  },
  stepUp: {
    /** The server's refusals: a password or passkey of the last ten minutes is needed, at a desk of the last half hour. */
    needed: 'Please confirm that it is you.',
    passkeyNeeded: 'This needs more than your password.',
    title: 'Confirm that it is you',
    hint: 'This needs your password again: the last time is too long ago.',
    usePasskey: 'Use a passkey',
    passkeyTitle: 'Confirm with a passkey',
    passkeyHint: 'To add another passkey, use one that you already have.',
    lost: {
      ORG: 'Lost it? Log out, and log in again with one of your recovery codes.',
      STD: 'Lost it? We mail you a link. With it and your password you register a new one.',
      STF: 'Lost it? Ask an owner of the institute.',
    },
    sendLink: 'Send me the link',
    linkSent: (email: string) => `The link is on its way to ${email}`,
  },
  rulings: {
    meanwhile: 'Another decision about this mark was made meanwhile. Please read it first.',
  },
} as const

/** The shape that every language fills: the same keys, other words. */
export type Texts = Widened<typeof texts>
