import type { Course } from '#contract/courses.ts'
import { reportTexts } from '#contract/report-texts.ts'
import { useRead } from '../../kit/use-read.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useMay } from '../../session/may.ts'
import { useAccount } from '../../session/session.ts'
import { SelectField } from '../../ui/index.ts'
import styles from './reports-head.module.css'
import { groupParameter, useReportAddress } from './use-report-address.ts'

/** Whose reports are shown: the whole institute, or one of the courses that the reader may see. Nothing where there are none. */
export function GroupChoice() {
  const words = useTextsOf('report', reportTexts)
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
export function useReadableCourses() {
  const { acting, hasPeople } = useAccount().prefs
  const enabled = useMay('courses') && (acting !== undefined || hasPeople === true)
  const { data, isPending } = useRead('GET /courses', {}, undefined, { enabled })
  const isClosed = ({ closedAt }: Course) => Number(closedAt !== null)
  return {
    data: data?.courses.toSorted((one, other) => isClosed(one) - isClosed(other)),
    isPending: enabled && isPending,
  }
}

const nameCourse = ({ code, title }: Course) => (title === code ? code : `${code} · ${title}`)
