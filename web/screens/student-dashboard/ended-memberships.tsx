import { useId } from 'react'
import { useRead } from '../../kit/use-read.ts'
import { useFormat } from '../../language/format.ts'
import { useTexts } from '../../language/texts.ts'
import styles from './ended-memberships.module.css'

/**
 * What institutes have changed: those of which the student is no longer a member, why, and what to do; and those that
 * have corrected the roll number, where no mail has said so.
 */
export function EndedMembershipNotices() {
  const { endedMemberships } = useTexts()
  const { data } = useRead('GET /memberships/ended', {})
  const notices = [
    ...(data?.memberships ?? []).map(({ leftAt, because, ...place }) => ({ ...place, why: because, at: leftAt })),
    ...(data?.corrected ?? []).map(({ correctedAt, ...place }) => ({
      ...place,
      why: 'corrected' as const,
      at: correctedAt,
    })),
  ]
  if (notices.length === 0) return null
  return (
    <div className={styles.notices}>
      {notices.map(({ organisationId, organisationName, rollNumber, why, at }) => (
        <Notice
          key={organisationId}
          institute={organisationName}
          rollNumber={rollNumber}
          at={at}
          words={endedMemberships[why]}
        />
      ))}
    </div>
  )
}

type NoticeProps = {
  readonly institute: string
  readonly rollNumber: string
  /** Epoch ms. */
  readonly at: number
  readonly words: {
    readonly title: (institute: string) => string
    readonly reason: (rollNumber: string, time: string) => string
    readonly advice: string
  }
}

function Notice({ institute, rollNumber, at, words }: NoticeProps) {
  const { dateTime } = useFormat()
  const titleId = useId()
  return (
    <section className={styles.notice} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {words.title(institute)}
      </h2>
      <p>{words.reason(rollNumber, dateTime(at))}</p>
      <p>{words.advice}</p>
    </section>
  )
}
