import { IconPlayerPlay } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { CourseDetail } from '#contract/courses.ts'
import { paths } from '#contract/paths.ts'
import { useRead } from '../../kit/use-read.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import type { GroupHeadProps } from '../../parts/group-head/group-head.tsx'
import { groupTexts } from '../../parts/group-head/group-texts.ts'
import { StartCourse } from '../../parts/room-pick/start-course.tsx'
import { useMay, useReadsOnly } from '../../session/may.ts'
import { useInstitute } from '../../session/session.ts'
import { buttonClass } from '../../ui/index.ts'
import { useReadAfter } from './use-read-after.ts'

/** The main act of a course's page, and what runs. `isMain`: nothing else on the page is. */
export function useCourseRun(course: CourseDetail, isMain: boolean): Pick<GroupHeadProps, 'act' | 'runs'> {
  const words = useTextsOf(groupTexts)
  const { $id } = useInstitute()
  const { number, time } = useFormat()
  const readsOnly = useReadsOnly()
  const mayStart = useMay('today')
  const today = useRead('GET /today', {}, {}, { enabled: mayStart })
  const running = today.data?.running.find((session) => session.course.id === course.id)
  useReadAfter(running?.endsAt, today)
  const kind = isMain ? 'primary' : 'secondary'
  if (running) {
    const [session, until] = [number(running.number), time(running.endsAt)]
    const said = running.room ? words.runsIn(session, running.room.name, until) : words.runs(session, until)
    return {
      act: (
        <Link className={buttonClass(kind)} to={paths.courseSession($id, running.id)}>
          <IconPlayerPlay size={20} stroke={1.9} aria-hidden="true" />
          <span>{words.open}</span>
        </Link>
      ),
      runs: (
        <>
          <span>{said}</span> · <b>{words.here(number(running.present), number(running.people))}</b>
        </>
      ),
    }
  }
  const next = today.data?.courses.find(({ id }) => id === course.id)
  return today.data && next && !readsOnly ? { act: <StartCourse course={next} today={today.data} kind={kind} /> } : {}
}
