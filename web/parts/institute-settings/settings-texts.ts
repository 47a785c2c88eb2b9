import type { Widened } from '#contract/languages.ts'

/** The sentences of an institute's settings. They stand apart so that the screens before a login do not load them. */
export const settingsTexts = {
  title: 'Settings',
  hint: 'For your whole institute. A change needs your password or a passkey.',
  times: 'Times',
  timesHint: 'Mails, reports and exports write their times in this zone.',
  timeZone: 'Time zone',
  timeZoneHint: 'Such as Asia/Kolkata or Europe/London.',
  timeZoneWrong: 'Choose a time zone from the list, such as Asia/Kolkata.',
  noZone: 'None chosen: reports use the time of the reader’s computer, and mails use UTC.',
  nowThere: (time: string) => `The time there is now ${time}.`,
  timesOf: (zone: string) => `Times are those of ${zone}.`,
  thisZone: (zone: string) => `Use ${zone}, as on this computer`,
  save: 'Save time zone',
  saved: 'Settings saved',
  changedBy: (time: string, who: string) => `Last changed on ${time} by ${who}.`,
  displayNames: 'Names on displays',
  displayNamesHint:
    'How every screen that a class can see names the students who have checked in, also in the list of the newest marks and after the end of a session. Roll number and time stand beside full names only.',
  ways: 'Ways to check in',
  waysHint:
    'With a room code a whole room checks in at once: the screen shows a code, and students scan it with their own phones. It holds for sessions that start from now on.',
  waysNames: { screen: 'At the screen only', both: 'At the screen and by room code' },
  waysProof:
    'Room code shows that the code was known within 20 seconds, not where the phone was. Counting heads tells whether all of them are in the room.',
  joinHint: 'The link and the poster by which students register with your institute.',
  roster: 'Roster and courses',
  rosterHint:
    'Everyone whom you expect, by hand or by file, and courses with people, sessions and registers of their own.',
  rosterWay: 'Open the roster',
  coursesWay: 'Open the courses',
  staff: {
    title: 'Staff',
    about: 'Each person has an own login and an own passkey. What a person does stands under their name.',
    way: 'Staff of the institute',
  },
  names: { short: 'Ananya K.', full: 'Ananya Krishnan', off: 'No names' },
} as const

/** The shape that every language fills. */
export type SettingsTexts = Widened<typeof settingsTexts>
