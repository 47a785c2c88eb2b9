import { IconArrowBackUp, IconCheck, IconFlag, IconX } from '@tabler/icons-react'
import { sayReason } from '#contract/prepared-reasons.ts'
import type { Presence } from '#contract/reports.ts'
import { reportsTexts } from '#contract/reports-texts.ts'
import type { ToldRuling } from '#contract/rulings.ts'
import { useTextsOf } from '../../language/texts.ts'
import { classNames } from '../../ui/index.ts'
import styles from './presence-sign.module.css'

type PresenceSignProps = {
  presence: Presence
  isFlagged?: boolean
  ruling?: ToldRuling | undefined
  handReason?: string | undefined
}

/**
 * Present is a filled ring with a tick, absent one with a cross, a withdrawn mark one with an arrow back, not yet an open
 * one; each also in words. The reasons of a mark by hand and of a decision stand below.
 */
export function PresenceSign({ presence, isFlagged = false, ruling, handReason }: PresenceSignProps) {
  const words = useTextsOf(reportsTexts)
  return (
    <>
      <span className={styles.sign}>
        <span className={classNames(styles.ring, styles[presence])} aria-hidden="true">
          {presence === 'present' && <IconCheck size={14} stroke={3} />}
          {presence === 'absent' && <IconX size={14} stroke={3} />}
          {presence === 'withdrawn' && <IconArrowBackUp size={14} stroke={2.6} />}
        </span>
        <span>{words.presences[presence]}</span>
        {isFlagged && (
          <span className={styles.flag}>
            <IconFlag size={16} stroke={1.9} aria-hidden="true" />
            <span>{words.flagged}</span>
          </span>
        )}
      </span>
      {handReason !== undefined && (
        <span className={styles.reason} data-below>
          {words.byHandFor(handReason)}
        </span>
      )}
      {ruling && (
        <span className={styles.reason} data-below>
          {`“${sayReason(ruling.reason, words.preparedReasons)}”`}
        </span>
      )}
    </>
  )
}
