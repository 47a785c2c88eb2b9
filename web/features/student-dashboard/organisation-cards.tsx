import { messageOf } from '../../client/request-error.ts'
import { useTexts } from '../../language/texts.ts'
import { Button, EmptyState, ErrorState, PageHeading } from '../../ui/index.ts'
import { LatestReceipts } from '../receipts/latest-receipts.tsx'
import { OrganisationCard, OrganisationCardSkeleton } from './organisation-card.tsx'
import styles from './organisation-cards.module.css'
import { useOrganisations } from './use-organisations.ts'

/** Spec §2, index of /dashboard/{userId}: the student's organisations as cards. */
export function OrganisationCards() {
  const { studentDashboard } = useTexts()
  return (
    <>
      <PageHeading>{studentDashboard.title}</PageHeading>
      <Cards />
      <LatestReceipts />
    </>
  )
}

function Cards() {
  const texts = useTexts()
  const { data, error, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useOrganisations()

  if (data === undefined) {
    if (error) return <ErrorState message={messageOf(error, texts)} busy={isFetching} onRetry={() => void refetch()} />
    return (
      <div className={styles.grid} role="status" aria-label={texts.common.loading}>
        <OrganisationCardSkeleton />
        <OrganisationCardSkeleton />
        <OrganisationCardSkeleton />
      </div>
    )
  }
  const organisations = data.pages.flatMap((page) => page.documents)
  if (organisations.length === 0) {
    return <EmptyState title={texts.studentDashboard.empty}>{texts.studentDashboard.emptyHint}</EmptyState>
  }
  return (
    <>
      <ul className={styles.grid}>
        {organisations.map((organisation) => (
          <OrganisationCard key={organisation.$id} organisation={organisation} />
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
