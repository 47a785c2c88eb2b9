import { Navigate } from 'react-router'
import type { Course } from '#contract/courses.ts'
import { paths } from '#contract/paths.ts'
import { reportTexts } from '#contract/report-texts.ts'
import { useRead } from '../../kit/use-read.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useMay } from '../../session/may.ts'
import { useInstitute } from '../../session/session.ts'
import { EmptyState, SelectField, Skeleton } from '../../ui/index.ts'
import styles from './reports-head.module.css'
import { groupParameter, useReportAddress } from './use-report-address.ts'

/** Whose reports are shown: the whole institute, or one of the courses that the reader may see. Nothing where there are none. */
export function GroupChoice() {
  const words = useTextsOf(reportTexts)
  const { courseId, change } = useReportAddress()
  const readsWhole = useMay('readers')
  const courses = useReadableCourses().data ?? []
  if (courses.length === 0) return null
  const whole = readsWhole ? [{ value: '', label: words.whole }] : []
  return (
    <div className={styles.group}>
      <SelectField
        label={words.of}
        value={courseId ?? ''}
        options={[...whole, ...courses.map((course) => ({ value: course.id, label: nameCourse(course) }))]}
        onChoose={(id) => change({ [groupParameter]: id === '' ? null : id })}
      />
    </div>
  )
}

/** Those of the reader, the open ones first. */
function useReadableCourses() {
  const { data, isPending } = useRead('GET /courses', {})
  const isClosed = ({ closedAt }: Course) => Number(closedAt !== null)
  return {
    data: data?.courses.toSorted((one, other) => isClosed(one) - isClosed(other)),
    isPending,
  }
}

const nameCourse = ({ code, title }: Course) => (title === code ? code : `${code} · ${title}`)

/** A teacher who does not read classes begins with the first of the own courses. */
export function FirstCourse() {
  const words = useTextsOf(reportTexts)
  const { $id } = useInstitute()
  const { data, isPending } = useReadableCourses()
  const [first] = data ?? []
  if (isPending) return <Skeleton width="100%" height="320px" />
  if (!first) return <EmptyState title={words.noCourse}>{words.noCourseHint}</EmptyState>
  return <Navigate to={`${paths.reports($id)}?${new URLSearchParams({ [groupParameter]: first.id })}`} replace />
}
