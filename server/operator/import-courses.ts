import { courseImportTexts } from '#contract/course-import-texts.ts'
import type { BeginCourseImport } from '#contract/course-imports.ts'
import { maxFileNameLength } from '#contract/import-rules.ts'
import { importTexts } from '#contract/import-texts.ts'
import { dayOf } from '#contract/time-zones.ts'
import { nameBundle } from '#roster-files/bundle-courses.ts'
import { readCourses } from '#roster-files/read-courses.ts'
import { CannotRead, type NamedBytes } from '#roster-files/read-result.ts'
import { splitCourses } from '#roster-files/split-courses.ts'
import { StartError } from '../config/start-error.ts'
import { courseImports } from '../domain/course-imports/course-imports.ts'
import type { SealedCoursePlan } from '../domain/course-imports/stores.ts'
import type { Deps } from '../domain/deps.ts'
import type { NightChoices } from '../domain/imports/import-engine.ts'

/** `isWhole`: where no manifest says it. */
type CourseOptions = NightChoices & Pick<BeginCourseImport, 'source' | 'isWhole'>

/** So many teachers who are to be invited are printed. */
const shownTeachers = 20

/**
 * Imports the courses of a bundle, after its people. Returns what the command prints, and how it ended. Throws StartError
 * where the files have no courses.
 */
export async function importCourses(
  deps: Pick<Deps, 'storage' | 'random'>,
  organisationId: string,
  files: readonly NamedBytes[],
  { source, isWhole, ...choices }: CourseOptions,
): Promise<{ readonly text: string; readonly outcome: keyof typeof ends }> {
  const courses = readBundle(files)
  const fileName = nameBundle(files.map(({ name }) => name)).slice(0, maxFileNameLength)
  const { plan, outcome } = await courseImports.atNight(
    deps,
    organisationId,
    { begin: { source, fileName, isWhole: courses.isWhole ?? isWhole }, parts: splitCourses(courses) },
    choices,
  )
  const warnings = courses.warnings.map(({ kind, count, file, line, day = '' }) => {
    const place = courseImportTexts.place(count, file, String(line))
    return courseImportTexts.warnings[kind](String(count), place, day)
  })
  return { text: [...describe(plan), ...warnings, ends[outcome](plan)].join('\n'), outcome }
}

function readBundle(files: readonly NamedBytes[]) {
  try {
    const courses = readCourses(files, dayOf(Date.now()))
    if (courses) return courses
  } catch (error) {
    if (!(error instanceof CannotRead)) throw error
    throw new StartError(`The courses cannot be read. ${importTexts.readProblems[error.problem]}`)
  }
  throw new StartError('These files have no courses: leave out --courses.')
}

function describe({ counts, invite }: SealedCoursePlan): readonly string[] {
  const { toInvite, unknownPeople } = counts
  return [
    `Courses: ${counts.newCourses} new, ${counts.changedCourses} changed, ${counts.sameCourses} as they are, ${counts.goneCourses} closed, ${counts.leftOutCourses} left alone.`,
    `Enrolments: ${counts.newEnrolments} begin, ${counts.sameEnrolments} stay, ${counts.goneEnrolments} end. Teachers: ${counts.newTeachers} begin, ${counts.goneTeachers} end.`,
    ...(unknownPeople > 0 ? [`Enrolments of people who are not on the roster, left out: ${unknownPeople}.`] : []),
    ...invite.slice(0, shownTeachers).map(({ name, email }) => `Invite first: ${[name, email].join(' ').trim()}`),
    ...(toInvite > shownTeachers ? [`And ${toInvite - shownTeachers} more teachers.`] : []),
  ]
}

const ends = {
  trial: () => 'Nothing was changed: this was a trial.',
  same: () => 'Nothing was changed: the institute has all of these courses.',
  'on-hold': ({ counts, ofSource }: SealedCoursePlan) =>
    counts.goneCourses + counts.goneEnrolments === 0
      ? `On hold. ${courseImportTexts.plan.onHoldEmpty}`
      : `On hold. ${courseImportTexts.plan.onHold(
          ...([String(counts.goneCourses), String(ofSource.courses)] as const),
          ...([String(counts.goneEnrolments), String(ofSource.enrolments)] as const),
        )} Look at what would end, then add --reviewed.`,
  applied: () => 'The courses are imported. The institute can undo it for 24 hours.',
} as const satisfies Record<string, (plan: SealedCoursePlan) => string>
