/** Query keys that several parts of the app use: realtime events invalidate some of them. */

/** All pages of an organisation's students. */
export function studentsKey(organisationId: string): readonly [string, string] {
  return ['students', organisationId]
}

/** Everyone on the roster of an institute: all pages, and each person. */
export function rosterKey(organisationId: string): readonly [string, string] {
  return ['roster', organisationId]
}

/** Everything about the courses of an institute. */
export function coursesKey(organisationId: string): readonly [string, string] {
  return ['courses', organisationId]
}

/** Whom the enrolment desks of an institute have called. */
export function deskKey(organisationId: string): readonly [string, string] {
  return ['desk', organisationId]
}

/** Members' passkeys that wait for the organisation. */
export function heldPasskeysKey(organisationId: string): readonly [string, string] {
  return ['held-passkeys', organisationId]
}

/** The marks of an organisation whose students wait for an answer. */
export function disputedMarksKey(organisationId: string): readonly [string, string] {
  return ['disputed-marks', organisationId]
}

/** What an organisation has chosen for its screens and times. */
export function settingsKey(organisationId: string): readonly [string, string] {
  return ['settings', organisationId]
}

/** Every report of an organisation, for any period. */
export function reportsKey(organisationId: string): readonly [string, string] {
  return ['reports', organisationId]
}

/** A student's ended memberships. */
export function endedMembershipsKey(studentId: string): readonly [string, string] {
  return ['ended-memberships', studentId]
}

/** The courses of a student, at all institutes. */
export function ownCoursesKey(studentId: string): readonly [string, string] {
  return ['own-courses', studentId]
}

/** A student's own record, at any organisation and page. */
export function ownReportsKey(studentId: string): readonly [string, string] {
  return ['own-report', studentId]
}

/** What a group runs. The classes are those of the group of all members, whose id is the institute's. */
export function runningSessionKey(groupId: string): readonly [string, string] {
  return ['running-session', groupId]
}

/** The sheet of a session, on all its pages. What reads the running session again reads it again, too: its key begins this one. */
export function attendanceSheetKey(groupId: string, sessionId: string): readonly string[] {
  return [...runningSessionKey(groupId), 'sheet', sessionId]
}
