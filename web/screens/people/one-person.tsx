import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { actingTexts } from '#contract/acting-texts.ts'
import { idPattern } from '#contract/identifiers.ts'
import { paths } from '#contract/paths.ts'
import { reportTexts } from '#contract/report-texts.ts'
import type { StaffActs } from '#contract/staff.ts'
import { readProduct } from '../../client/read-product.ts'
import { isRequestError } from '../../client/request-error.ts'
import { useKeptError } from '../../forms/use-kept-error.ts'
import { QueryError } from '../../kit/query-error.tsx'
import { useReadOf } from '../../kit/use-read.ts'
import { useFormat } from '../../language/format.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTextsOf } from '../../language/texts.ts'
import { settingsTexts } from '../../parts/institute-settings/settings-texts.ts'
import { useInstitute } from '../../session/session.ts'
import {
  BackLink,
  Button,
  Card,
  EmptyState,
  HeadingWithHint,
  PageHeading,
  Skeleton,
  Stack,
  TableFrame,
} from '../../ui/index.ts'
import styles from './people.module.css'
import { staffTexts } from './staff-texts.ts'

/** /admin/dashboard/{userId}/staff/{staffId}: one of the people, and what the person did lately. */
export function OnePerson() {
  const { staff } = useTextsOf(settingsTexts)
  const { $id } = useInstitute()
  const { staffId = '' } = useParams()
  return (
    <>
      <BackLink to={paths.staff($id)} className={styles.back}>
        {staff.title}
      </BackLink>
      <Content staffId={staffId} />
    </>
  )
}

function Content({ staffId }: { staffId: string }) {
  const reports = useTextsOf(reportTexts)
  const { acts: words } = useTextsOf(staffTexts)
  const isNoId = !idPattern.test(staffId)
  const { queryKey } = useReadOf('GET /staff/:staffId/acts', { staffId })
  const acts = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam: before }) => readProduct('GET /staff/:staffId/acts', { staffId }, { before }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ earlier }) => earlier ?? undefined,
    enabled: !isNoId,
  })
  const error = useKeptError(acts)
  const [first] = acts.data?.pages ?? []
  if (isNoId || isRequestError(error, 'document_not_found')) {
    return <HeadingWithHint heading={words.notFound} hint={reports.notFoundHint} />
  }
  if (first === undefined) {
    if (!error) return <Skeleton width="100%" height="320px" />
    return <QueryError of={acts} error={error} />
  }
  return (
    <>
      <PersonHead person={first.person} />
      <Acts
        acts={acts.data?.pages.flatMap((page) => page.acts) ?? []}
        busy={acts.isFetchingNextPage}
        onEarlier={acts.hasNextPage ? () => void acts.fetchNextPage() : undefined}
      />
    </>
  )
}

function PersonHead({ person: { name, title, role, since, until } }: Pick<StaffActs, 'person'>) {
  const { people: words } = useTextsOf(staffTexts)
  const { roles } = useTextsOf(actingTexts)
  const { day } = useFormat()
  const facts = [roles[role], title, words.since(day(since)), ...(until === null ? [] : [words.endedAt(day(until))])]
  return (
    <div>
      <PageHeading>{name}</PageHeading>
      <p className={styles.hint}>{facts.filter((fact) => fact !== '').join(', ')}</p>
    </div>
  )
}

type ActsProps = {
  acts: readonly StaffActs['acts'][number][]
  busy: boolean
  /** Undefined where there are no earlier ones. */
  onEarlier: (() => void) | undefined
}

function Acts({ acts, busy, onEarlier }: ActsProps) {
  const { acts: words } = useTextsOf(staffTexts)
  return (
    <Stack as="section" gap={16} start aria-label={words.title}>
      <div>
        <h2 className={styles.actsTitle}>{words.title}</h2>
        <p className={styles.hint}>{words.hint}</p>
      </div>
      {acts.length === 0 && !onEarlier ? (
        <TableFrame>
          <div className={styles.empty}>
            <EmptyState title={words.none}>{words.noneHint}</EmptyState>
          </div>
        </TableFrame>
      ) : (
        <Card as="ol" className={styles.log}>
          {acts.map((act) => (
            <ActRow key={act.id} act={act} />
          ))}
        </Card>
      )}
      {onEarlier && (
        <Button busy={busy} onClick={onEarlier}>
          {words.earlier}
        </Button>
      )}
    </Stack>
  )
}

type Act = StaffActs['acts'][number]

function ActRow({ act }: { act: Act }) {
  const { acts: words } = useTextsOf(staffTexts)
  const { dateTime } = useFormat()
  const { student, rollNumber, about = [] } = act
  return (
    <li>
      <span className={styles.time}>{dateTime(act.at)}</span>
      <span className={styles.did}>
        <span>{words.did[act.act]}</span>
        {student !== undefined && <b lang={nameLanguage(student)}>{student}</b>}
        {rollNumber !== undefined && rollNumber !== student && <span>{rollNumber}</span>}
        {about.map(({ kind, name }) =>
          name === null ? (
            <span key={kind}>{words.gone[kind]}</span>
          ) : (
            <b key={kind} lang={nameLanguage(name)}>
              {name}
            </b>
          ),
        )}
        <Meeting act={act} />
      </span>
    </li>
  )
}

/** The session, and the course that it or the act was of. */
function Meeting({ act: { act, session, course, about = [] } }: { act: Act }) {
  const { acts: words } = useTextsOf(staffTexts)
  const { $id } = useInstitute()
  const { number } = useFormat()
  const isThere = act !== 'attendance.take-back' && !about.some(({ kind }) => kind === 'course')
  const named = session && words.session(number(session.number))
  const sheet = course ? paths.courseSession : paths.attendanceSheet
  return (
    <>
      {session && isThere && <Link to={sheet($id, session.id)}>{named}</Link>}
      {session && !isThere && <span>{named}</span>}
      {course && <span lang={nameLanguage(course.title)}>{`${course.code} ${course.title}`}</span>}
      {course === null && <span>{words.wholeClass}</span>}
    </>
  )
}
