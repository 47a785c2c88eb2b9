import { messageOf } from '../../client/request-error.ts'
import { useKeptError } from '../../forms/use-kept-error.ts'
import { useTexts } from '../../language/texts.ts'
import { readAttendanceEntry } from '../../parts/attendance-session/attendance-entry.ts'
import { latePart } from '../../parts/late-part/late-part.tsx'
import { LatestReceipts } from '../../parts/receipts/latest-receipts.tsx'
import { useHasCourses, useUnmarked } from '../../parts/receipts/use-receipts.ts'
import { useStudentProfile } from '../../session/session.ts'
import { Button, EmptyState, ErrorState, PageHeading } from '../../ui/index.ts'
import { EndedMembershipNotices } from './ended-memberships.tsx'
import { OrganisationCard, OrganisationCardSkeleton } from './organisation-card.tsx'
import styles from './organisation-cards.module.css'
import { PasskeyState } from './passkey-state.tsx'
import { useOrganisations } from './use-organisations.ts'

/** Spec §2, index of /dashboard/{userId}: the student's organisations as cards. */
export function OrganisationCards() {
  const { studentDashboard } = useTexts()
  return (
    <>
      <PasskeyState />
      <PageHeading>{studentDashboard.title}</PageHeading>
      <EndedMembershipNotices />
      <Cards />
      <Courses />
      <LatestReceipts />
    </>
  )
}

const OwnCourses = latePart(async () => (await import('./own-courses.tsx')).OwnCourses)

/** Only a student with courses loads what belongs to them. */
function Courses() {
  const { data: hasCourses } = useHasCourses()
  return hasCourses === true ? <OwnCourses /> : null
}

function Cards() {
  const texts = useTexts()
  const organisations = useOrganisations()
  const { data: student } = useStudentProfile()
  const { data, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = organisations
  const { data: unmarked = [], isPending } = useUnmarked()
  const error = useKeptError(organisations)

  // The marks stand in the student's own document, and a class that runs beside the receipts: a card without them would say a
  // wrong percentage.
  if (data === undefined || student === undefined || isPending) {
    if (error) return <ErrorState message={messageOf(error, texts)} busy={isFetching} onRetry={() => void refetch()} />
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
    return <EmptyState title={texts.studentDashboard.empty}>{texts.studentDashboard.emptyHint}</EmptyState>
  }
  return (
    <>
      <ul className={styles.grid}>
        {cards.map((organisation) => (
          <OrganisationCard
            key={organisation.$id}
            organisation={organisation}
            total={readAttendanceEntry(student.attendance, organisation.$id).total}
            unmarked={unmarked.find(({ organisationId }) => organisationId === organisation.$id)?.number}
          />
        ))}
      </ul>
      {hasNextPage && (
        <Button className={styles.more} busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {texts.studentDashboard.showMore}
        </Button>
      )}
    </>
  )
}
