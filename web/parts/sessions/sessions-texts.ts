export const sessionsTexts = {
  title: 'Where you are logged in',
  current: 'This browser',
  browserOn: (browser: string, system: string) => `${browser} on ${system}`,
  unknown: 'Unknown browser',
  from: (address: string) => `From ${address}`,
  since: (moment: string) => `Logged in ${moment}`,
  lastSeen: (moment: string) => `Last seen ${moment}`,
  end: 'Log out there',
  endNamed: (name: string, moment: string) => `Log out there: ${name}, logged in ${moment}`,
  endOthers: 'Log out everywhere else',
  ended: 'Logged out there',
} as const
