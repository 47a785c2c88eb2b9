import type { UserModel } from '#contract/account.ts'
import { appwriteAddress, productAddress } from '#contract/addresses.ts'
import { type Collection, databaseId, idPattern, normaliseInstituteCode } from '#contract/identifiers.ts'
import { historyPageSize, organisationsPageSize, studentTablePageSize } from '#contract/rules.ts'

type Account = Pick<UserModel, '$id' | 'labels' | 'emailVerification' | 'prefs'>

/** What the screen of an address reads when it opens, where it is the account's own; the account itself is left out. */
export function listFirstReads(
  path: string,
  { $id, labels: [label], emailVerification, prefs }: Account,
): readonly string[] {
  const [, first, ...rest] = path.split('/').map(decodeURIComponent)
  const [id, ...parts] = first === 'admin' ? rest.slice(1) : rest
  // A session that acts for an institute reads by other calls.
  if (id !== $id || !emailVerification || prefs.acting) return []
  if (label === 'STD' && first === 'dashboard') return readsOfStudent($id, parts[0])
  if (label === 'ORG' && first === 'admin') return readsOfInstitute($id, parts[0])
  return []
}

function readsOfStudent(id: string, organisation: string | undefined): readonly string[] {
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

function readsOfInstitute(id: string, screen: string | undefined): readonly string[] {
  const own = document('organisations', id)
  if (screen === 'mark-attendance') return [own, productAddress('GET /attendance/running', {})]
  if (screen === 'reports') return [own, productAddress('GET /settings', {})]
  if (screen !== undefined) return [own]
  return [
    own,
    productAddress('GET /attendance/running', {}),
    productAddress('GET /attendance/flagged', {}),
    productAddress('GET /passkeys', {}),
    productAddress('GET /held-passkeys', {}),
    productAddress('GET /settings', {}),
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
