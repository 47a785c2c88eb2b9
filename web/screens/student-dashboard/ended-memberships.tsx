import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { EndedMembership } from '#contract/membership.ts'
import { listEndedMemberships } from '../../client/membership-calls.ts'
import { useFormat } from '../../language/format.ts'
import { useTexts } from '../../language/texts.ts'
import { endedMembershipsKey } from '../../live/live-keys.ts'
import { useAccount } from '../../session/session.ts'
import styles from './ended-memberships.module.css'

/** Institutes of which the student is no longer a member: why, and what to do. */
export function EndedMembershipNotices() {
  const { $id } = useAccount()
  const { data } = useQuery({ queryKey: endedMembershipsKey($id), queryFn: listEndedMemberships })
  const memberships = data?.memberships ?? []
  if (memberships.length === 0) return null
  return (
    <div className={styles.notices}>
      {memberships.map((membership) => (
        <Notice key={membership.organisationId} membership={membership} />
      ))}
    </div>
  )
}

function Notice({ membership }: { membership: EndedMembership }) {
  const { endedMemberships } = useTexts()
  const { dateTime } = useFormat()
  const titleId = useId()
  const { organisationName, rollNumber, leftAt, because } = membership
  const words = endedMemberships[because]
  return (
    <section className={styles.notice} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {words.title(organisationName)}
      </h2>
      <p>{words.reason(rollNumber, dateTime(leftAt))}</p>
      <p>{words.advice}</p>
    </section>
  )
}
