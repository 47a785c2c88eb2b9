import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { ProductAct, ProductAnswer } from '../client/call-product.ts'
import type { ProductRead } from '../client/read-product.ts'
import { type BeginOf, isBelow } from '../live/live-keys.ts'
import { readAgain } from '../live/read-again.ts'
import { readAccountAgain } from '../session/session.ts'

/** All but the account; the account; the table of students, by the client protocol; what runs, with its sheet; a student's own record. */
type Old = BeginOf<ProductRead> | 'all' | 'account' | 'students' | 'running-session' | 'own-report'

const courses = ['/courses', '/groups', '/sessions', '/rooms', '/today', '/day-passes', '/reports/courses'] as const

/** What an act makes old, by how the addresses begin. */
const madeOld: readonly { readonly acts: readonly BeginOf<ProductAct>[]; readonly old: readonly Old[] }[] = [
  {
    acts: ['/courses', '/groups', '/sessions', '/rooms', '/day-passes'],
    old: [...courses, '/people', '/new-of-sections'],
  },
  { acts: ['/people', '/desk', '/members'], old: ['/people', 'students', '/reports', '/groups', '/new-of-sections'] },
  {
    acts: ['/sessions/:sessionId/people/:personId/rulings'],
    old: ['/attendance/flagged', '/reports', 'students', 'running-session'],
  },
  { acts: ['/groups', '/sessions/:sessionId/ways', '/sessions/:sessionId/room'], old: ['running-session'] },
  { acts: ['/receipts/flag', '/receipts/unflag'], old: ['/receipts', '/own/courses', 'own-report'] },
  { acts: ['/imports/:importId/undo', '/course-imports/:importId/undo'], old: ['all'] },
  { acts: ['/memberships/:organisationId'], old: ['all', 'account'] },
  { acts: ['/own/account'], old: ['/own/account'] },
  { acts: ['/held-passkeys'], old: ['/held-passkeys'] },
  // Owners change themselves, too.
  { acts: ['/staff', '/staff-invitations', '/own-login'], old: ['/staff', 'account'] },
]

/** Acts whose answer is what a read would answer now. */
const answeredReads = {
  'PATCH /passkeys/:passkeyId': 'GET /passkeys',
  'DELETE /passkeys/:passkeyId': 'GET /passkeys',
  'POST /passkeys/:passkeyId/clear': 'GET /passkeys',
  'POST /held-passkeys/:passkeyId/confirm': 'GET /held-passkeys',
  'POST /screens': 'GET /screens',
  'PATCH /screens/:screenId': 'GET /screens',
  'DELETE /screens/:screenId': 'GET /screens',
  'POST /memberships/seen': 'GET /memberships/ended',
  'PATCH /settings': 'GET /settings',
  'PUT /receipts/settings': 'GET /receipts/settings',
  'PATCH /staff/:staffId': 'GET /staff',
  'DELETE /staff/:staffId': 'GET /staff',
  'POST /staff/:staffId/former-courses': 'GET /staff',
  'POST /staff/:staffId/passkey-link': 'GET /staff',
  'POST /staff/:staffId/passkeys/:passkeyId/confirm': 'GET /staff',
  'POST /own-login/passkeys/:passkeyId/confirm': 'GET /staff',
  'PUT /own-login': 'GET /staff',
  'POST /staff-invitations': 'GET /staff',
  'POST /staff-invitations/ask': 'GET /staff',
  'POST /staff-invitations/:invitationId/remind': 'GET /staff',
  'DELETE /staff-invitations/:invitationId': 'GET /staff',
} as const satisfies { readonly [Act in ProductAct]?: ReadAnsweredBy<Act> }

type ReadAnsweredBy<Act extends ProductAct> = {
  [Read in ProductRead]: ProductAnswer<Act> extends ProductAnswer<Read> ? Read : never
}[ProductRead]

/** Shows what an act has answered, and reads again what it has made old. Without an answer: it was refused. `taken`: the caller shows it. */
export function takeAnswer(queries: QueryClient, name: ProductAct, answer?: unknown, taken?: QueryKey): void {
  const answered: ProductRead | undefined = (answeredReads as { readonly [Act in ProductAct]?: ProductRead })[name]
  const isShown = answer !== undefined && answered !== undefined
  if (isShown) queries.setQueriesData({ queryKey: [answered] }, answer)
  const old = madeOld.filter(({ acts }) => acts.some((begin) => isBelow(name, begin))).flatMap((row) => row.old)
  if (old.includes('account')) void readAccountAgain(queries)
  void readAgain(queries, {
    predicate: ({ queryKey, queryKey: [key] }) =>
      key !== 'account' &&
      !(taken && hashKey(queryKey) === hashKey(taken)) &&
      !(isShown && key === answered) &&
      old.some((begin) => begin === 'all' || isBelow(String(key), begin)),
  })
}
