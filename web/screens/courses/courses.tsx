import { IconPlus, IconUpload } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { GroupFigures } from '#contract/course-sessions.ts'
import { courseTexts } from '#contract/course-texts.ts'
import type { Course } from '#contract/courses.ts'
import { paths } from '#contract/paths.ts'
import { reportPaths } from '#contract/report-requests.ts'
import { readProduct } from '../../client/read-product.ts'
import { Read } from '../../kit/read.tsx'
import { useSearch } from '../../kit/search-field.tsx'
import { SearchInput } from '../../kit/search-input.tsx'
import { useActs } from '../../kit/use-act.ts'
import { useListAddress } from '../../kit/use-list-address.ts'
import { useRead, useReadOf } from '../../kit/use-read.ts'
import { useFormat } from '../../language/format.ts'
import { isFound } from '../../language/is-found.ts'
import { useTextsOf } from '../../language/texts.ts'
import styles from '../../parts/courses/courses.module.css'
import { ExportMenu } from '../../parts/export/export-menu.tsx'
import { groupTexts } from '../../parts/group-head/group-texts.ts'
import { useMay } from '../../session/may.ts'
import { useAccount, useInstitute } from '../../session/session.ts'
import { Button, buttonClass, Choice, Dialog, EmptyState, Hint, PageHeading, Row, useDialog } from '../../ui/index.ts'
import { CourseTable, type FiguresOf } from './course-table.tsx'
import { useReadAfter } from './use-read-after.ts'

const loadAdd = async () => (await import('./add-course-modal.tsx')).AddCourseModal
const loadSections = async () => (await import('./sections-modal.tsx')).SectionsModal

/** So many courses stand on the screen at first, and so many figures come with each answer. */
const pageSize = 50

/** /admin/dashboard/{userId}/courses: the courses that the person may see. */
export function Courses() {
  const words = useTextsOf(courseTexts).list
  const { list } = useTextsOf(groupTexts)
  const { $id } = useInstitute()
  const isOffice = useMay('office')
  const seesImports = useMay('imports')
  const courses = useRead('GET /courses', {})
  const acts = useActs()
  const adding = useDialog()
  const ofSections = useDialog()
  const making = { acts, isFirst: courses.data?.courses.length === 0 }
  return (
    <>
      <Row apart>
        <PageHeading>{words.title}</PageHeading>
        {seesImports && (
          <div className={styles.actions}>
            <Link className={buttonClass()} to={paths.importCourses($id)}>
              <IconUpload size={20} stroke={1.9} aria-hidden="true" />
              <span>{words.fromFile}</span>
            </Link>
            {isOffice && (
              <>
                <Button onClick={() => ofSections.open()}>{words.ofSections}</Button>
                <Link className={buttonClass()} to={paths.courseRooms($id)}>
                  {list.roomsAndPasses}
                </Link>
                <Button
                  kind="primary"
                  icon={<IconPlus size={20} stroke={1.9} aria-hidden="true" />}
                  onClick={() => adding.open()}
                >
                  {words.add}
                </Button>
              </>
            )}
          </div>
        )}
      </Row>
      <Read of={courses}>{(answer) => <List courses={answer.courses} />}</Read>
      <Dialog of={adding} load={loadAdd} props={making} />
      <Dialog of={ofSections} load={loadSections} props={making} />
    </>
  )
}

type Show = 'all' | 'mine' | 'running' | 'closed'

function List({ courses }: { courses: readonly Course[] }) {
  const words = useTextsOf(courseTexts).list
  const { list } = useTextsOf(groupTexts)
  const { number } = useFormat()
  const [mayStart, mayRead] = [useMay('today'), useMay('registers')]
  const readsWhole = [useMay('readers'), useMay('classes')].includes(true)
  const search = useSearch()
  const { address, page, change, openPage } = useListAddress()
  const today = useRead('GET /today', {}, {}, { enabled: mayStart })
  const running = today.data?.running ?? []
  useReadAfter(running.length === 0 ? undefined : Math.min(...running.map(({ endsAt }) => endsAt)), today)
  const isRunning = new Set(running.map(({ course }) => course.id))
  const own = useOwnIds()
  const inView: Readonly<Record<Show, (course: Course) => boolean>> = {
    all: ({ closedAt }) => closedAt === null,
    mine: ({ closedAt, teachers }) => closedAt === null && teachers.some(({ staffId }) => own.has(staffId)),
    running: ({ id }) => isRunning.has(id),
    closed: ({ closedAt }) => closedAt !== null,
  }
  const shows = (['all', 'mine', 'running', 'closed'] as const).filter(
    (one) => (one !== 'mine' || courses.some(inView.mine)) && (one !== 'running' || mayStart),
  )
  const show = shows.find((one) => one === address.get('show')) ?? 'all'
  const found = courses
    .filter(inView[show])
    .filter(({ code, title, term, department, teachers }) =>
      [code, title, term, department, ...teachers.map(({ name }) => name)].some((text) => isFound(text, search.typed)),
    )
  const shown = found.slice(0, (page + 1) * pageSize)
  const figures = useFiguresOf(courses, shown)
  const hasWhole = readsWhole && show === 'all' && search.typed.trim() === ''
  const options = shows.map((value) => ({
    value,
    label: `${list.show[value]} ${number(courses.filter(inView[value]).length)}`,
  }))
  if (courses.length === 0 && !hasWhole) return <EmptyState title={words.empty}>{words.emptyHint}</EmptyState>
  return (
    <div className={styles.part}>
      <div className={styles.actions}>
        <Choice
          label={list.filter}
          options={options}
          value={show}
          onChoose={(one) => change({ show: one === 'all' ? null : one })}
        />
        <SearchInput className={styles.find} label={list.find} {...search} />
        {mayRead && courses.length > 0 && <ExportMenu path={reportPaths.exports.courses} query={{}} />}
      </div>
      {shown.length > 0 || hasWhole ? (
        <CourseTable label={words.title} courses={shown} {...{ running, figures, hasWhole }} />
      ) : (
        <EmptyState title={words.noMatch} />
      )}
      {courses.length === 0 && <EmptyState title={words.empty}>{words.emptyHint}</EmptyState>}
      <Hint>{list.about}</Hint>
      {shown.length < found.length && (
        <div className={styles.actions}>
          <Button onClick={() => openPage(page + 1)}>{list.more}</Button>
        </div>
      )}
    </div>
  )
}

/** As whom the reader teaches, where others' courses are read, too. */
function useOwnIds(): ReadonlySet<string> {
  const { acting } = useAccount().prefs
  const mayRead = useMay('staff')
  const { data } = useRead('GET /staff', {}, {}, { enabled: mayRead && acting !== undefined })
  return new Set(data?.people.filter(({ isYou }) => isYou).map(({ id }) => id))
}

/** The figures come for fifty courses at a time, in the order of the list: those are read that have a course on the screen. */
function useFiguresOf(all: readonly Course[], shown: readonly Course[]): FiguresOf {
  const mayRead = useMay('registers')
  const { queryKey } = useReadOf('GET /reports/courses', {})
  const place = new Map(all.map(({ id }, at) => [id, Math.floor(at / pageSize)]))
  const needed = [...new Set(shown.map(({ id }) => place.get(id) ?? 0))]
  return useQueries({
    queries: (mayRead ? needed : []).map((page) => ({
      queryKey: [...queryKey.slice(0, 3), { after: String(page * pageSize) }],
      queryFn: () => readProduct('GET /reports/courses', {}, { after: String(page * pageSize) }),
    })),
    combine: (answers) =>
      new Map<string, GroupFigures>(
        answers.flatMap(({ data }) => data?.courses ?? []).map(({ id, ...figures }) => [id, figures]),
      ),
  })
}
