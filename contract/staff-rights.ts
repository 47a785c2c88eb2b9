/** What each may do is in docs/rules.md §4. */
export const staffRoles = ['owner', 'registrar', 'teacher', 'desk', 'viewer'] as const
export type StaffRole = (typeof staffRoles)[number]

/** Longest title of a person at an institute. */
export const maxTitleLength = 80

/**
 * The roles that may do what at an institute (rules §4), by what is done. The server's table of permissions is built from
 * them, and the web app shows by them what a person may do.
 */
export const staffRights = {
  /** People and settings. */
  owners: ['owner'],
  /** Correct and remove students. */
  office: ['owner', 'registrar'],
  /** Read courses; which of them, the server decides. */
  courses: ['owner', 'registrar', 'teacher', 'desk', 'viewer'],
  /** Start sessions of courses and call the roll. */
  today: ['owner', 'registrar', 'teacher', 'desk'],
  /** Read the registers of courses. */
  registers: ['owner', 'registrar', 'teacher', 'viewer'],
  /** Rule on cells of courses, end their sessions. */
  cells: ['owner', 'registrar', 'teacher'],
  /** Confirm students' passkeys. */
  officeAndDesk: ['owner', 'registrar', 'desk'],
  /** End classes, draw samples, rule on marks. */
  teaching: ['owner', 'registrar', 'teacher'],
  /** Start classes and mark students. */
  inClass: ['owner', 'registrar', 'teacher', 'desk'],
  /** Read classes: the dashboard, their sheets. */
  classes: ['owner', 'registrar', 'teacher', 'desk'],
  /** Read the roster. */
  people: ['owner', 'registrar', 'desk'],
  /** Read what was imported. */
  imports: ['owner', 'registrar'],
  /** Read who acts for the institute. */
  staff: ['owner', 'registrar'],
  /** Read reports. */
  readers: ['owner', 'registrar', 'teacher', 'viewer'],
} as const satisfies Record<string, readonly StaffRole[]>

export type StaffRight = keyof typeof staffRights
