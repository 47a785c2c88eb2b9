import type { UserModel } from '#contract/account.ts'
import { appwriteAddress, productAddress } from '#contract/addresses.ts'
import { type Collection, databaseId, idPattern, type Label, normaliseInstituteCode } from '#contract/identifiers.ts'
import { historyPageSize, organisationsPageSize, studentTablePageSize } from '#contract/rules.ts'

export type FirstAccount = Pick<UserModel, '$id' | 'labels' | 'emailVerification' | 'prefs'>

const partsOf = (path: string) => {
  const [, first, ...rest] = path.split('/').map(decodeURIComponent)
  return { first, parts: first === 'admin' ? rest.slice(1) : rest }
}

/** Whose screens stand at an address, where the session may open them: a student's, or those of the institute that it acts for. */
export function screensAt(
  path: string,
  { $id, labels: [own], emailVerification, prefs: { acting } }: FirstAccount,
): { readonly label: Label; readonly id: string } | undefined {
  const { first, parts } = partsOf(path)
  const label = first === 'admin' ? 'ORG' : 'STD'
  const id = acting?.institute ?? $id
  return parts[0] === id && emailVerification && label === (acting ? 'ORG' : own) ? { label, id } : undefined
}

/** What the screen of an address reads when it opens, where it is the account's own; the account itself is left out. */
export function listFirstReads(path: string, account: FirstAccount): readonly string[] {
  const screens = screensAt(path, account)
  // A session that acts for an institute reads by other calls.
  if (screens === undefined || account.prefs.acting) return []
  const { id, label } = screens
  const [, ...parts] = partsOf(path).parts
  return label === 'STD' ? readsOfStudent(id, parts[0]) : readsOfInstitute(id, parts[0])
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
