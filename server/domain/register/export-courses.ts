import type { ExportFormat } from '#contract/report-requests.ts'
import { requireActor } from '../acting-for.ts'
import type { Door } from '../doors.ts'
import { findHolder, requireOwnGroup } from '../institutes/own-groups.ts'
import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'
import type { ExportOrder } from './exporter.ts'
import { nameInCourse } from './name-in-course.ts'
import { type ExportDeps, type OpenFile, openFile } from './open-file.ts'

/** The register of one course, or the numbers of all people in all courses. */
export type WantedCourses = { readonly format: ExportFormat; readonly zone: string } & (
  | { readonly report: 'course-register'; readonly courseId: string }
  | { readonly report: 'courses' }
)

/**
 * Opens numbers of courses as a file; a teacher's own courses. Needs a recent password or passkey (rules §5.7). Throws
 * user_unauthorized, document_not_found.
 */
export async function exportCourses(
  deps: ExportDeps,
  door: Door<'register.export'>,
  wanted: WantedCourses,
): Promise<OpenFile> {
  const subject = wanted.report === 'course-register' ? wanted.courseId : null
  const confirmed = door.findStepUp(await deps.storage.now())
  return openFile(deps, door, confirmed, { ...wanted, subject }, (zone) => makeOrder(deps, door, { ...wanted, zone }))
}

async function makeOrder(
  { storage }: ExportDeps,
  context: RequestContext,
  { format, zone, ...wanted }: WantedCourses,
): Promise<ExportOrder> {
  const { organisationId } = requireActor(context)
  const common = { format, zone, now: await storage.now() }
  if (wanted.report === 'courses') {
    const heldBy = findHolder(context)
    return { ...common, report: 'courses', choice: { organisationId, ...(heldBy !== undefined && { heldBy }) } }
  }
  const course = await storage.courses.find(organisationId, wanted.courseId)
  if (!course) throw new Problem('document_not_found')
  await requireOwnGroup(storage, context, course.id)
  const takenBy = await readWhoTook(storage, organisationId, course.id)
  return { ...common, report: 'course-register', code: course.code, course, takenBy }
}

async function readWhoTook(
  storage: ExportDeps['storage'],
  organisationId: string,
  courseId: string,
): Promise<Readonly<Record<string, string>>> {
  const { sessions } = await storage.courseReads.listRegister(courseId, { people: [] })
  const starters = sessions.map(({ startedBy }) => startedBy)
  const nameOf = await nameInCourse(storage, organisationId, starters)
  const named = sessions.flatMap(({ id, startedBy, startedAt }) => {
    const by = nameOf(startedBy, startedAt)
    return by ? [[id, by.name] as const] : []
  })
  return Object.fromEntries(named)
}
