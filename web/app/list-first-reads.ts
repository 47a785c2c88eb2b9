import type { UserModel } from '#contract/account.ts'
import { appwriteAddress, productAddress } from '#contract/addresses.ts'
import { type Collection, databaseId, idPattern, normaliseInstituteCode } from '#contract/identifiers.ts'
import {
  historyPageSize,
  maxPageSize,
  organisationsPageSize,
  sheetPageSize,
  studentTablePageSize,
} from '#contract/rules.ts'
import { isAllowed } from '../session/is-allowed.ts'

export type FirstAccount = Pick<UserModel, '$id' | 'labels' | 'emailVerification' | 'prefs'>

/** Whose page stands at an address, by the address alone: a student's, or that of an institute. */
export function pageAt({ pathname, search }: Pick<Location, 'pathname' | 'search'>) {
  const [, first, ...rest] = pathname.split('/').map(decodeURIComponent)
  const [id = '', ...parts] = first === 'admin' ? rest.slice(1) : rest
  return { label: first === 'admin' ? 'ORG' : 'STD', id, parts, search } as const
}
type Page = ReturnType<typeof pageAt>

/** Whether it is a page of the institute that the session acts for, or of its own login. */
export function isOwnPage({ label, id }: Page, { $id, labels, emailVerification, prefs }: FirstAccount): boolean {
  return id === (prefs.acting?.institute ?? $id) && emailVerification && label === (prefs.acting ? 'ORG' : labels[0])
}

/** What the screen of a student's page reads when it opens. */
export function readsOfStudent({ id, parts: [organisation] }: Page): readonly string[] {
  const code = normaliseInstituteCode(organisation ?? '')
  const frame = [document('students', id), productAddress('GET /passkeys', {})]
  const receipts = productAddress('GET /receipts', {})
  // The receipts stand below the institutes.
  if (organisation === undefined)
    return [
      ...frame,
      productAddress('GET /memberships/ended', {}),
      page('organisations', organisationsPageSize),
      receipts,
    ]
  if (!idPattern.test(code)) return [...frame, receipts]
  const own = new URLSearchParams({ organisation: code, limit: String(historyPageSize), offset: '0' })
  return [...frame, document('organisations', code), `${productAddress('GET /reports/own', {})}?${own}`, receipts]
}

/** Their screens have the frame of an institute's pages, with its name and its time zone. */
const framed = ['course-sessions', 'courses', 'people', 'reports', 'sessions', 'staff', 'today']

/** The same of an institute's page; the account itself is left out. A person who acts for it reads by other calls. */
export function readsOfInstitute(opened: Page, account: FirstAccount): readonly string[] {
  const {
    id,
    parts: [screen, , inside],
  } = opened
  const isActing = account.prefs.acting !== undefined
  const own = isActing ? productAddress('GET /institute', {}) : document('organisations', id)
  const settings = productAddress('GET /settings', {})
  const running = productAddress('GET /attendance/running', {})
  if (inside === 'display') return []
  if (screen === 'today') return [own, settings, productAddress('GET /today', {})]
  if (screen === 'courses') return [own, settings, ...readsOfCourses(opened, account)]
  if (screen !== undefined && framed.includes(screen)) return [own, settings]
  if (isActing) return []
  if (screen === 'mark-attendance') return [own, running]
  if (screen !== undefined) return [own]
  return [
    own,
    running,
    productAddress('GET /attendance/flagged', {}),
    productAddress('GET /passkeys', {}),
    productAddress('GET /held-passkeys', {}),
    settings,
    page('students', studentTablePageSize),
  ]
}

/** Pages of courses that have no more first reads. */
const besideCourses = ['import', 'rooms']

function readsOfCourses({ id, parts: [, course], search }: Page, account: FirstAccount): readonly string[] {
  if (course !== undefined && besideCourses.includes(course)) return []
  const mayRead = isAllowed('registers', account)
  const today = isAllowed('today', account) ? [productAddress('GET /today', {})] : []
  const figuresOf = (groupId: string) => (mayRead ? [productAddress('GET /groups/:groupId/figures', { groupId })] : [])
  // The row of the whole institute.
  const hasWhole = search === '' && (isAllowed('readers', account) || isAllowed('classes', account))
  if (course === undefined) return [...today, ...(hasWhole ? figuresOf(id) : [])]
  return course === id
    ? figuresOf(id)
    : [productAddress('GET /courses/:courseId', { courseId: course }), ...figuresOf(course), ...today]
}

/** The rows of an institute's page. They are many, and compressed when they come alone: they are asked for beside the others. */
export function rowsOfInstitute(
  { id, parts: [screen, group, tab], search }: Page,
  account: FirstAccount,
): readonly string[] {
  const mayRead = isAllowed('registers', account)
  if (screen === 'courses' && group === undefined)
    return [
      productAddress('GET /courses', {}),
      ...(mayRead ? [`${productAddress('GET /reports/courses', {})}?after=0`] : []),
    ]
  if (group === undefined || !idPattern.test(group)) return []
  const sheet = productAddress('GET /sessions/:sessionId', { sessionId: group })
  if (screen === 'course-sessions' && tab === undefined) return [sheet]
  const firstPage = new URLSearchParams({ filter: 'missing', limit: String(sheetPageSize), offset: '0' })
  if (screen === 'sessions') return search === '' ? [`${sheet}?${firstPage}`] : []
  if (screen !== 'courses' || besideCourses.includes(group)) return []
  const ids = { groupId: group, courseId: group }
  const register = mayRead ? [productAddress('GET /groups/:groupId/register', ids)] : []
  // Without a register the page leads to its people.
  const shown = mayRead ? (tab ?? 'register') : tab === 'settings' ? tab : 'people'
  const page = search === '' ? `?limit=${maxPageSize}&offset=0` : undefined
  const rows: Readonly<Record<string, readonly string[]>> = {
    register,
    sessions: [...(page ? [productAddress('GET /groups/:groupId/reports/sessions', ids) + page] : []), ...register],
    numbers: [productAddress('GET /groups/:groupId/reports/attendance-over-time', ids), ...register],
    people: [productAddress('GET /courses/:courseId/people', ids), ...register],
  }
  return (group === id && shown !== 'numbers' ? register : rows[shown]) ?? []
}

const documents = '/databases/:databaseId/collections/:collectionId/documents'

function document(collectionId: Collection, documentId: string): string {
  return appwriteAddress(`GET ${documents}/:documentId`, { databaseId, collectionId, documentId })
}

function page(collectionId: Collection, limit: number): string {
  const queries = [
    { method: 'limit', values: [limit] },
    { method: 'offset', values: [0] },
  ]
  const asked = new URLSearchParams(queries.map((query, at) => [`queries[${at}]`, JSON.stringify(query)]))
  return `${appwriteAddress(`GET ${documents}`, { databaseId, collectionId })}?${asked}`
}
