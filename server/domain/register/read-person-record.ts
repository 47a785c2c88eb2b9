import type { PersonRecord } from '#contract/person-record.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { findHolder, seesWhole } from '../institutes/own-groups.ts'
import { Problem } from '../problem.ts'
import { wholeOf } from '../whole-group.ts'
import type { KeptDispute } from './dispute-stores.ts'
import { readHistory } from './history.ts'
import { nameInCourse } from './name-in-course.ts'
import { describeOwn, readOwn } from './read-own-courses.ts'
import type { ReportPage } from './read-reports.ts'
import { describeCell } from './read-sheet.ts'
import { readScope, wholeGroup } from './report-scope.ts'
import { toStudentRow } from './standing.ts'
import { isOpen } from './tell-dispute.ts'

type Wanted = ReportPage & {
  /** The id of the roster's person, or that of a student. */
  readonly personId: string
  /** Whose sessions; without it those of the first group. */
  readonly group?: string | undefined
}

/**
 * One person in all groups that the caller may see, by the functions that the registers and the reports use. A teacher sees
 * the own groups; who is in none of them is unknown there. Throws document_not_found, also for a group that is not the person's.
 */
export async function readPersonRecord(
  deps: Pick<Deps, 'storage'>,
  door: Door<'register.view'>,
  { personId: id, group, ...page }: Wanted,
): Promise<PersonRecord> {
  const { storage } = deps
  const { organisationId } = door.actor
  const person = await storage.courseReads.findPerson(organisationId, id)
  if (!person) throw new Problem('document_not_found')
  const { personId, studentId } = person
  const heldBy = findHolder(door)
  const { scope, now } = await readScope(deps, wholeGroup(organisationId), {})
  const member = studentId !== null && seesWhole(door) ? await storage.reports.findStudent(scope, studentId) : undefined
  const choice = { personId, organisationId, ...(heldBy !== undefined && { heldBy }) }
  const courses: NonNullable<Awaited<ReturnType<typeof readOwn>>>[] = []
  for (const { organisationId: _, ...course } of await storage.courseReads.listOf(choice)) {
    const own = await readOwn(storage.courseReads, course, now)
    if (own) courses.push(own)
  }
  if (heldBy !== undefined && !member && courses.length === 0) throw new Problem('document_not_found')
  return {
    person,
    whole: member ? toStudentRow(scope, member) : null,
    courses: courses.map(({ standing, since }) => ({ ...standing, since })),
    sessions: await readSessions(),
    serverTime: now,
  }

  async function readSessions(): Promise<PersonRecord['sessions']> {
    const isOfWhole = group === wholeOf(organisationId) || (group === undefined && member !== undefined)
    if (isOfWhole && member) return { of: 'whole', ...(await readHistory(deps, scope, member, page, now)) }
    const course = group === undefined ? courses[0] : courses.find(({ standing }) => standing.id === group)
    if (course) return describeCells(course)
    if (group !== undefined) throw new Problem('document_not_found')
    return null
  }

  /** The newest first. */
  async function describeCells({ standing, cells }: (typeof courses)[number]) {
    const shown = cells.toReversed().slice(page.offset, page.offset + page.limit)
    const disputes = studentId === null ? undefined : await storage.disputes.listOf(studentId)
    const deciders = shown.map(({ ruling }) => ruling?.decidedBy ?? null)
    const nameOf = await nameInCourse(storage, organisationId, deciders)
    const entries = shown.map((cell) => ({
      ...describeOwn(cell),
      cell: describeCell(cell, nameOf),
      ...openDispute(disputes?.get(cell.session.id)),
    }))
    return { of: 'course' as const, courseId: standing.id, total: cells.length, entries }
  }
}

/** What the student says of a cell while it waits for its answer. */
function openDispute(kept: KeptDispute | undefined) {
  if (!kept || !isOpen(kept)) return {}
  return { dispute: { at: kept.disputedAt, ...(kept.words !== null && { words: kept.words }) } }
}
