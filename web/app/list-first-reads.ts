import type { UserModel } from '#contract/account.ts'
import { appwriteAddress, productAddress } from '#contract/addresses.ts'
import { type Collection, databaseId, idPattern, normaliseInstituteCode } from '#contract/identifiers.ts'
import { historyPageSize, organisationsPageSize, studentTablePageSize } from '#contract/rules.ts'

export type FirstAccount = Pick<UserModel, '$id' | 'labels' | 'emailVerification' | 'prefs'>

/** Whose page stands at an address, by the address alone: a student's, or that of an institute. */
export function pageAt(path: string) {
  const [, first, ...rest] = path.split('/').map(decodeURIComponent)
  const [id = '', ...parts] = first === 'admin' ? rest.slice(1) : rest
  return { label: first === 'admin' ? 'ORG' : 'STD', id, parts } as const
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
export function readsOfInstitute({ id, parts: [screen, , inside] }: Page, isActing: boolean): readonly string[] {
  const own = isActing ? productAddress('GET /institute', {}) : document('organisations', id)
  const settings = productAddress('GET /settings', {})
  const running = productAddress('GET /attendance/running', {})
  if (inside === 'display') return []
  if (screen === 'today') return [own, settings, productAddress('GET /today', {})]
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
