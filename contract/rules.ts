/**
 * The business constants of spec §9, each in one place; the width of the drawer is in web/ui/dialog.module.css.
 * Durations are milliseconds unless the name says otherwise.
 */

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** How long an attendance session runs. */
export const attendanceSessionMs = 60 * minute

/** How long a session that was started by mistake can be taken back, as long as no student is marked in it. */
export const takeBackMs = 15 * minute

/** After a mark, how long the same student cannot be marked again in the same organisation. */
export const attendanceWindowMs = hour

/** How long after its end students can still be marked by hand in a session, and how many at once. */
export const handMarkMs = 24 * hour
export const maxMarksByHand = 500

/** How long after its end students of a session can still be drawn, and how many a draw names. */
export const drawMs = 10 * minute
export const drawSize = 5

/** How long after its end a day pass may still finish a session that it started and that ran over the end of the pass. */
export const finishByDayPassMs = 30 * minute

export const maxHeadCount = 100_000

/** At or above this percentage a student's attendance is good (green), below it is not (red). */
export const goodAttendancePercent = 75

export const minPasswordLength = 8
export const maxPasswordLength = 256

/**
 * From this length on a password without other variety is strong (NIST SP 800-63B-4); the screens recommend it, nothing
 * requires it.
 */
export const advisedPasswordLength = 15

/** Resending a verification mail, and asking for a recovery mail, are possible again after this time. */
export const resendDelayMs = 20 * second

export const keepAlivePingMs = 15 * minute
export const toastAutoCloseMs = 2_500
export const countdownTickMs = second
export const studentTablePageSize = 10
/** Students on a page of a class's sheet. */
export const sheetPageSize = 50
/** Institutes on a student's dashboard, and sessions in a student's own record, at first. */
export const organisationsPageSize = 24
export const historyPageSize = 10
export const footerYear = 2024

/** After this time an open ceremony at a screen is asked about; the browser keeps asking until its own time is over. */
export const leftOpenMs = minute

export const passkeyCeremonyMs = 5 * minute
export const maxPasskeysPerAccount = 5
export const maxPasskeyNameLength = 64

/** A passkey that replaced a lost one cannot mark for this long, unless the institute confirms it before. */
export const heldPasskeyHours = 12
export const heldPasskeyMs = heldPasskeyHours * hour

/** A presence proof must be spent on a mark within this time after the student's passkey ceremony. */
export const presenceProofMs = 60 * second

/** How long login sessions live: without use, and at most (rules §5.2). */
export const loginLives = {
  ORG: { idleMs: 60 * minute, absoluteMs: 12 * hour },
  STD: { idleMs: 72 * hour, absoluteMs: 14 * 24 * hour },
  /** Also of a session that acts for an institute, whatever the account's label. */
  STF: { idleMs: 2 * hour, absoluteMs: 12 * hour },
} as const

/** Sensitive acts need a password or passkey that was given within this time. */
export const recentAuthenticationMs = 10 * minute

/** Largest page of any list, and the page of a list that names none (protocol §6). */
export const maxPageSize = 100
export const defaultPageSize = 25
