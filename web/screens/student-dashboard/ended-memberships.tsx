import { type ReactNode, useId } from 'react'
import { useActs } from '../../kit/use-act.ts'
import { useRead } from '../../kit/use-read.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { Button, Stack } from '../../ui/index.ts'
import styles from './ended-memberships.module.css'
import { endedMembershipsTexts } from './ended-memberships-texts.ts'

/**
 * What institutes have changed: those of which the student is no longer a member, why, and what to do; and those that
 * have changed the roll number, where no mail has said so, until the student has seen it.
 */
export function EndedMembershipNotices() {
  const endedMemberships = useTextsOf(endedMembershipsTexts)
  const { dateTime } = useFormat()
  const { data } = useRead('GET /memberships/ended', {})
  const acts = useActs()
  const ended = data?.memberships ?? []
  const corrected = data?.corrected ?? []
  if (ended.length + corrected.length === 0) return null
  const { seen, changed, ...ofNumber } = endedMemberships.corrected
  return (
    <Stack gap={16}>
      {ended.map(({ organisationId, organisationName, rollNumber, because, leftAt }) => {
        const { title, reason, advice } = endedMemberships[because]
        return (
          <Notice
            key={organisationId}
            title={title(organisationName)}
            reason={reason(rollNumber, dateTime(leftAt))}
            advice={advice}
          />
        )
      })}
      {corrected.map(({ organisationId, organisationName, rollNumber, before, correctedAt }) => {
        const time = dateTime(correctedAt)
        return (
          <Notice
            key={organisationId}
            title={ofNumber.title(organisationName)}
            reason={before === undefined ? ofNumber.reason(rollNumber, time) : changed(before, rollNumber, time)}
            advice={ofNumber.advice}
          >
            <Button busy={acts.isBusy} onClick={() => void acts.run('POST /memberships/seen', {}, { organisationId })}>
              {seen}
            </Button>
          </Notice>
        )
      })}
    </Stack>
  )
}

type NoticeProps = Readonly<Record<'title' | 'reason' | 'advice', string>> & { readonly children?: ReactNode }

function Notice({ title, reason, advice, children }: NoticeProps) {
  const titleId = useId()
  return (
    <section className={styles.notice} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      <p>{reason}</p>
      <p>{advice}</p>
      {children}
    </section>
  )
}
