import type { BeginCourseImport, CourseImportPart } from '#contract/course-imports.ts'
import type { Deps } from '../deps.ts'
import { operatorDoor } from '../operator-door.ts'
import { Problem } from '../problem.ts'
import type { NightChoices } from '../roster/import-at-night.ts'
import { maxTries } from '../roster/import-steps.ts'
import {
  applyCoursePlan,
  keepCoursePlan,
  keepPart,
  openCourseImport,
  type PlannedCourses,
} from './course-import-steps.ts'
import { isOnHold } from './plan-courses.ts'

/** 'on-hold': by how many would end; 'same': nothing differs. Nothing was changed but with 'applied'. */
export type CoursesAtNight = Omit<PlannedCourses['plan'], 'seal'> & {
  readonly outcome: 'trial' | 'on-hold' | 'same' | 'applied'
}

/**
 * Imports the courses of a bundle for the operator, whose access to the database is the permission: no account does it. Throws
 * document_not_found for an unknown institute, source-by-hand, courses-moved where the courses never rest.
 */
export async function importCoursesAtNight(
  deps: Pick<Deps, 'storage' | 'random'>,
  organisationId: string,
  { parts, ...begin }: BeginCourseImport & { readonly parts: readonly CourseImportPart[] },
  { isTrial, isReviewed }: Pick<NightChoices, 'isTrial' | 'isReviewed'>,
): Promise<CoursesAtNight> {
  const { storage, random } = deps
  if (!(await storage.organisations.find(organisationId))) throw new Problem('document_not_found')
  const door = operatorDoor(organisationId)
  const id = random.id()
  await storage.transaction((stores) => openCourseImport(stores, door.actor, id, begin))
  for (const part of parts) await keepPart(storage, organisationId, id, part)
  for (let tries = 1; ; tries += 1) {
    const planned = await keepCoursePlan(storage, door.actor, id)
    const { seal, ...plan } = planned.plan
    if (isTrial) return { ...plan, outcome: 'trial' }
    if (isOnHold(planned) && !isReviewed) return { ...plan, outcome: 'on-hold' }
    if (!changesAnything(plan)) return { ...plan, outcome: 'same' }
    try {
      const applied = await applyCoursePlan(deps, door, id, { seal, isReviewed })
      return { ...plan, counts: applied.plan.counts, outcome: 'applied' }
    } catch (error) {
      const hasMoved = error instanceof Problem && error.reason === 'courses-moved'
      if (!hasMoved || tries === maxTries) throw error
    }
  }
}

function changesAnything({ counts }: Pick<PlannedCourses['plan'], 'counts'>): boolean {
  const { newCourses, changedCourses, goneCourses, newEnrolments, goneEnrolments, newTeachers, goneTeachers } = counts
  return newCourses + changedCourses + goneCourses + newEnrolments + goneEnrolments + newTeachers + goneTeachers > 0
}
