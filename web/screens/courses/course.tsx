import { Navigate, useLocation, useParams } from 'react-router'
import { courseTexts } from '#contract/course-texts.ts'
import type { CourseDetail } from '#contract/courses.ts'
import { paths } from '#contract/paths.ts'
import { Read } from '../../kit/read.tsx'
import { useRead } from '../../kit/use-read.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { GroupHead } from '../../parts/group-head/group-head.tsx'
import { groupTexts } from '../../parts/group-head/group-texts.ts'
import { useFigures } from '../../parts/group-head/use-figures.ts'
import { WholeHead } from '../../parts/group-head/whole-head.tsx'
import { latePart } from '../../parts/late-part/late-part.tsx'
import { useMay } from '../../session/may.ts'
import { useInstitute } from '../../session/session.ts'
import { Stack } from '../../ui/index.ts'
import { CourseRegister } from './course-register.tsx'
import { useCourseRun } from './course-run.tsx'

const CoursePeople = latePart(async () => (await import('./course-people.tsx')).CoursePeople)
const CourseSessions = latePart(async () => (await import('./course-sessions.tsx')).CourseSessions)
const CourseNumbers = latePart(async () => (await import('./course-numbers.tsx')).CourseNumbers)
const CourseSettings = latePart(async () => (await import('./course-settings.tsx')).CourseSettings)

const tabs = ['register', 'sessions', 'people', 'numbers', 'settings'] as const
type Tab = (typeof tabs)[number]
/** Its register and its numbers are for some alone. */
const ofRegister: readonly Tab[] = ['register', 'sessions', 'numbers']

/** /admin/dashboard/{userId}/courses/{courseId}/{tab}: one course under its head. Without a tab: the first one that the person may open. */
export function Course() {
  const { courseId = '' } = useParams()
  const mayRead = useMay('registers')
  const { $id } = useInstitute()
  const named = useLocation().pathname.split('/').at(-1)
  const tab = tabs.find((one) => one === named)
  const isWhole = courseId === $id
  const course = useRead('GET /courses/:courseId', { courseId }, {}, { enabled: !isWhole })
  if (tab === undefined)
    return <Navigate to={mayRead ? paths.courseRegister($id, courseId) : paths.coursePeople($id, courseId)} replace />
  // People and settings of the whole institute have pages of their own.
  if (isWhole && tab !== 'register' && tab !== 'numbers')
    return <Navigate to={paths.courseRegister($id, $id)} replace />
  if (isWhole)
    return (
      <Stack gap={16}>
        <WholeHead />
        {tab === 'register' ? <CourseRegister /> : <CourseNumbers groupId={$id} />}
      </Stack>
    )
  return (
    <Read of={course}>
      {(answer) => (
        <Stack gap={16} key={answer.id}>
          <Head course={answer} tab={tab} />
          {tab === 'register' && <CourseRegister />}
          {tab === 'sessions' && <CourseSessions course={answer} />}
          {tab === 'numbers' && <CourseNumbers groupId={answer.id} />}
          {tab === 'people' && <CoursePeople course={answer} />}
          {tab === 'settings' && <CourseSettings course={answer} />}
        </Stack>
      )}
    </Read>
  )
}

function Head({ course, tab }: { course: CourseDetail; tab: Tab }) {
  const words = useTextsOf(groupTexts)
  const { course: ofCourse } = useTextsOf(courseTexts)
  const { $id } = useInstitute()
  const { number, day } = useFormat()
  const mayRead = useMay('registers')
  const run = useCourseRun(course, tab !== 'settings')
  const teachers = course.teachers.map(({ name }) => name).join(', ') || ofCourse.noTeachers
  const who = course.closedAt === null ? teachers : words.closed(day(course.closedAt))
  const addresses = {
    register: paths.courseRegister,
    sessions: paths.courseSessions,
    people: paths.coursePeople,
    numbers: paths.courseNumbers,
    settings: paths.courseSettings,
  }
  const counts: Partial<Record<Tab, number>> = { sessions: course.sessions, people: course.people }
  return (
    <GroupHead
      back={{ to: paths.courses($id), label: words.all }}
      title={course.title}
      code={course.code}
      facts={[who, course.term, course.department].filter((text) => text !== '').join(' · ')}
      figures={useFigures(course.id, { people: course.people, held: course.sessions, goal: course.policy.goal })}
      tabs={{
        label: words.views,
        links: tabs
          .filter((one) => mayRead || !ofRegister.includes(one))
          .map((one) => ({
            to: addresses[one]($id, course.id),
            label: words.tabs[one],
            count: counts[one] === undefined ? undefined : number(counts[one]),
          })),
      }}
      {...run}
    />
  )
}
