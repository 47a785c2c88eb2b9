import { courseImportTexts } from '#contract/course-import-texts.ts'
import type { CourseImport, CourseImportView, PlannedCourseAnswer } from '#contract/course-imports.ts'
import { importTexts } from '#contract/import-texts.ts'
import { readProduct } from '../../client/read-product.ts'
import { useFormat } from '../../language/format.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTextsOf } from '../../language/texts.ts'
import styles from './imports.module.css'
import { PlanPages } from './plan-pages.tsx'

type PlannedCoursesProps = { plan: Pick<CourseImport, 'id' | 'seal'>; part: CourseImportView }

/** One part of the plan, fifty courses at a time. */
export function PlannedCourses({ plan: { id, seal }, part }: PlannedCoursesProps) {
  const { plan: words } = useTextsOf(courseImportTexts)
  const { plan: common } = useTextsOf(importTexts)
  return (
    <PlanPages
      queryKey={['course-imports', id, seal, part]}
      read={async (after) => {
        const page = await readProduct('GET /course-imports/:importId/courses', { importId: id }, { part, after })
        return { lines: page.courses, next: page.next }
      }}
      label={words.parts[part]}
      hint={part === 'gone' ? words.closes : undefined}
      head={part === 'left-out' ? [words.course, common.problem] : [words.course, words.people, words.teachers]}
      row={(course) => (
        <tr>
          <td data-label={words.course}>
            <Course planned={course} />
          </td>
          {part === 'left-out' ? <Problem planned={course} /> : <People planned={course} />}
        </tr>
      )}
    />
  )
}

type Planned = { planned: PlannedCourseAnswer }

/** Old values are struck. */
function Course({ planned: { course, before, codeInFile } }: Planned) {
  const { plan: words } = useTextsOf(courseImportTexts)
  const changed = (['code', 'title', 'term'] as const).filter((field) => before && before[field] !== course[field])
  return (
    <>
      <span className={styles.name}>{course.code}</span>
      <span className={styles.fact} lang={nameLanguage(course.title)}>
        {[course.title, course.term].filter((text) => text !== '').join(' · ')}
      </span>
      {changed.map((field) => (
        <span key={field} className={styles.change}>
          {before?.[field] && <del>{before[field]}</del>}
          <ins>{course[field]}</ins>
        </span>
      ))}
      {codeInFile !== null && <span className={styles.fact}>{words.codeTaken(codeInFile)}</span>}
    </>
  )
}

function Problem({ planned: { problem } }: Planned) {
  const { problems } = useTextsOf(courseImportTexts)
  const { plan: common } = useTextsOf(importTexts)
  return <td data-label={common.problem}>{problem && problems[problem]}</td>
}

function People({ planned }: Planned) {
  const { plan: words } = useTextsOf(courseImportTexts)
  const { number } = useFormat()
  const { begin, end, stay, unknown, unknownIds, ownLeftOut, teachersBegin, teachersEnd, teachersToInvite } = planned
  const ids = unknownIds.join(', ')
  const people = [
    ...(begin > 0 ? [words.begin(number(begin))] : []),
    ...(end > 0 ? [words.end(number(end))] : []),
    ...(stay > 0 ? [words.stay(number(stay))] : []),
    ...(unknown > 0 ? [words.unknown(number(unknown), unknown > unknownIds.length ? words.andMore(ids) : ids)] : []),
    ...(ownLeftOut ? [words.ownLeftOut] : []),
  ]
  const teachers = [
    ...teachersBegin.map(words.teacherBegins),
    ...teachersEnd.map(words.teacherEnds),
    ...teachersToInvite.map(words.teacherToInvite),
  ]
  return (
    <>
      <td data-label={words.people}>{listed(people)}</td>
      <td data-label={words.teachers}>{listed(teachers)}</td>
    </>
  )
}

const listed = (facts: readonly string[]) =>
  facts.map((fact) => (
    <span key={fact} className={styles.change}>
      {fact}
    </span>
  ))
