import type { QueryFilters } from '@tanstack/react-query'
import type { ProductCall } from '../client/call-product.ts'
import type { ProductRead } from '../client/read-product.ts'

/** Query keys that several parts of the app use: realtime events invalidate some of them. */

/** How addresses begin: '/staff' and '/staff/:staffId' of 'PATCH /staff/:staffId'. */
export type BeginOf<Name extends ProductCall> = Name extends `${string} ${infer Path}` ? Parts<Path> : never
type Parts<Path extends string, Before extends string = ''> = Path extends `/${infer Part}/${infer Rest}`
  ? `${Before}/${Part}` | Parts<`/${Rest}`, `${Before}/${Part}`>
  : `${Before}${Path}`

/** Reads that are called by name have keys that begin with it. */
export function readsBelow(...begins: readonly BeginOf<ProductRead>[]): QueryFilters {
  return { predicate: ({ queryKey: [name] }) => begins.some((begin) => isBelow(String(name), begin)) }
}

/** `name`: of a call, or what another key begins with. */
export function isBelow(name: string, begin: string): boolean {
  const path = name.slice(name.indexOf(' ') + 1)
  return path === begin || path.startsWith(`${begin}/`)
}

/** All pages of an organisation's students. */
export function studentsKey(organisationId: string): readonly [string, string] {
  return ['students', organisationId]
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
