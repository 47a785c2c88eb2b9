import { useSearchParams } from 'react-router'
import { courseParameter } from '#contract/paths.ts'
import { useKeptError } from '../../forms/use-kept-error.ts'
import { MayBeOld } from '../../kit/may-be-old.tsx'
import { QueryError } from '../../kit/query-error.tsx'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { studentDashboardTexts } from '../../parts/attendance-record/student-dashboard-texts.ts'
import { readAttendanceEntry } from '../../parts/attendance-session/attendance-entry.ts'
import { latePart } from '../../parts/late-part/late-part.tsx'
import { LatestReceipts } from '../../parts/receipts/latest-receipts.tsx'
import { useHasCourses, useJoinedAfter, useUnmarked } from '../../parts/receipts/use-receipts.ts'
import { useStudentProfile } from '../../session/session.ts'
import { Button, EmptyState, PageHeading } from '../../ui/index.ts'
import { EndedMembershipNotices } from './ended-memberships.tsx'
import { OrganisationCard, OrganisationCardSkeleton } from './organisation-card.tsx'
import styles from './organisation-cards.module.css'
import { PasskeyState } from './passkey-state.tsx'
import { RunningNow } from './running-now.tsx'
import { useOrganisations } from './use-organisations.ts'

/** Spec §2, index of /dashboard/{userId}: the student's organisations as cards, or one own course. */
export function OrganisationCards() {
  const studentDashboard = useTextsOf(studentDashboardTexts)
  const [query] = useSearchParams()
  const course = query.get(courseParameter)
  return course !== null ? (
    <OwnCourse id={course} />
  ) : (
    <>
      <RunningNow />
      <PasskeyState />
      <PageHeading>{studentDashboard.title}</PageHeading>
      <EndedMembershipNotices />
      <Cards />
      <Courses />
      <LatestReceipts />
    </>
  )
}

const OwnCourse = latePart(async () => (await import('./own-course.tsx')).OwnCourse)
const OwnCourses = latePart(async () => (await import('./own-courses.tsx')).OwnCourses)

/** Only a student with courses loads what belongs to them. */
function Courses() {
  const { data: hasCourses } = useHasCourses()
  return hasCourses === true ? <OwnCourses /> : null
}

function Cards() {
  const texts = useTexts()
  const studentDashboard = useTextsOf(studentDashboardTexts)
  const organisations = useOrganisations()
  const profile = useStudentProfile()
  const { data: student } = profile
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = organisations
  const receipts = useUnmarked()
  const { data: unmarked = [], isPending } = receipts
  const { data: joined = [] } = useJoinedAfter()
  const errors = { organisations: useKeptError(organisations), profile: useKeptError(profile) }

  // The marks stand in the student's own document, and a class that runs beside the receipts: a card without them would say a
  // wrong percentage.
  if (data === undefined || student === undefined || isPending) {
    if (data === undefined && errors.organisations)
      return <QueryError error={errors.organisations} of={organisations} />
    if (student === undefined && errors.profile) return <QueryError error={errors.profile} of={profile} />
    return (
      <div className={styles.grid} role="status" aria-label={texts.common.loading}>
        <OrganisationCardSkeleton />
        <OrganisationCardSkeleton />
        <OrganisationCardSkeleton />
      </div>
    )
  }
  const cards = data.pages.flatMap((page) => page.documents)
  if (cards.length === 0) {
    return <EmptyState title={studentDashboard.empty}>{studentDashboard.emptyHint}</EmptyState>
  }
  return (
    <>
      {/* Beside the receipts stands which class runs, and which were over at the joining. */}
      <MayBeOld of={[organisations, profile, receipts].find(({ isError }) => isError) ?? receipts} />
      <ul className={styles.grid}>
        {cards.map((organisation) => (
          <OrganisationCard
            key={organisation.$id}
            organisation={organisation}
            total={readAttendanceEntry(student.attendance, organisation.$id).total}
            joined={joined.find(({ organisationId }) => organisationId === organisation.$id)}
            unmarked={unmarked.find(({ organisationId }) => organisationId === organisation.$id)?.number}
          />
        ))}
      </ul>
      {hasNextPage && (
        <Button className={styles.more} busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {studentDashboard.showMore}
        </Button>
      )}
    </>
  )
}
