/**
 * Pages that send the first reads of their screens at once. `student` and `institute` name the file with those screens, too; the
 * screens of `office` have files of their own.
 */
export const openingPages = ['student', 'institute', 'office'] as const
export type OpeningPage = (typeof openingPages)[number]

const ofOffice = /^\/admin\/dashboard\/[^/]+\/(?:course-sessions|courses|people|poster|sessions|staff|today)(?:\/|$)/

/** The page of an address, or of its pattern. */
export function openingPageOf(path: string): OpeningPage | undefined {
  if (path.startsWith('/dashboard/')) return 'student'
  if (!path.startsWith('/admin/')) return undefined
  return ofOffice.test(path) ? 'office' : 'institute'
}
