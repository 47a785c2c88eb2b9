export const passkeysTexts = {
  title: 'Passkeys',
  none: 'No passkey yet.',
  synced: 'shared by your devices',
  deviceBound: 'on one device only',
  created: (moment: string) => `Registered ${moment}`,
  lastUsed: (moment: string) => `Last used ${moment}`,
  neverUsed: 'Not used yet',
  held: (moment: string) => `Works for attendance from ${moment} on, or as soon as your institute confirms it.`,
  suspect: 'Refused: it may have been copied. Remove it, or use it again if you know that there is no copy.',
  changed: 'Refused: it has changed since it was registered. Remove it, and register a new one.',
  replaced: 'Lost: a new one was confirmed in its place. This one does not act for an institute any more.',
  rename: 'Rename',
  renameNamed: (name: string) => `Rename ${name}`,
  renameTitle: 'Rename passkey',
  name: 'Name',
  nameHint: 'Such as the device that it is on.',
  remove: 'Remove',
  removeNamed: (name: string) => `Remove ${name}`,
  removeTitle: 'Remove passkey',
  removeText: (name: string) => `‘${name}’ will no longer work.`,
  removeLast: {
    ORG: 'It is your last one. Without a passkey you cannot take attendance, and your password alone opens your account.',
    STD: 'It is your last one. Without a passkey you cannot sign attendance.',
    STF: 'It is your last one. Without a passkey you cannot work for an institute.',
  },
  removal: {
    /** Where others are left, of which none works. */
    lastUsable: {
      ORG: 'No other passkey of yours works now. Without one you cannot take attendance, and only a recovery code opens your account.',
      STD: 'No other passkey of yours works now. Without one you cannot sign attendance.',
      STF: 'No other passkey of yours works now. Without one you cannot work for an institute.',
    },
    /** Of a new one in the place of a lost one, where no other works meanwhile. */
    waits: (name: string, moment: string) => `‘${name}’ is held until ${moment}, or until it is confirmed.`,
    /** To a student. */
    frontDesk: 'In a class before that, ask at the front: a person there can mark you by hand, and confirm it.',
    keep: 'If you still have the one that you remove, keep it until then.',
    countsAlready: (name: string, moment: string) =>
      `‘${name}’ works in class already. It logs you in from ${moment} on.`,
    addFirstHint: 'Add the new one first, if you have it: it works at once.',
    afterwards: (hours: string) =>
      `A passkey that you register later needs a link that we mail you, and works ${hours} hours after its registration, or as soon as your institute confirms it.`,
    addFirst: 'Add a passkey first',
  },
  removed: 'Passkey removed',
  add: 'Add a passkey',
  addHint: 'A second one, on another device, still works when the first is lost.',
  full: (max: number) => `An account can have at most ${max} passkeys.`,
} as const
