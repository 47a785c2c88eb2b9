import { IconCircleCheck, IconPencil } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { cellStatuses } from '#contract/course-cells.ts'
import { courseTexts } from '#contract/course-texts.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { Button, ConfirmButton, TextField } from '../../ui/index.ts'
import styles from './roll.module.css'
import { keepTaps, type Taps } from './roll-draft.ts'
import { type Called, RollMark } from './roll-row.tsx'

type RollBarProps = {
  statuses: readonly Called[]
  taps: Taps
  draft: string
  /** On the button that sends it. */
  save: string
  busy: boolean
  /** Undefined where no reason is asked. */
  reason: string | undefined
  onReason: (reason: string) => void
  onThrowAway: () => void
  onSave: () => void
}

/** What the roll says so far, and what is done with it. It stays in reach, however long the roll is. */
export function RollBar(props: RollBarProps) {
  const { statuses, taps, draft, save, busy, reason, onReason, onThrowAway, onSave } = props
  const words = useTextsOf(courseTexts)
  const { number } = useFormat()
  const [asksAgain, setAsksAgain] = useState(false)
  const counts = [...cellStatuses, null]
    .map((status) => ({ status, count: statuses.filter((one) => one === status).length }))
    .filter(({ status, count }) => count > 0 || status === 'present' || status === 'absent')
  return (
    <div className={styles.bar}>
      <ul className={styles.counts}>
        {counts.map(({ status, count }) => (
          <li key={status ?? 'open'} className={styles.count}>
            <RollMark status={status} />
            <span className={styles.said}>{words.roll.counts[status ?? 'open'](number(count))}</span>
            <span className={styles.short} aria-hidden="true">
              {number(count)}
            </span>
          </li>
        ))}
      </ul>
      <Kept draft={draft} taps={taps} />
      {reason !== undefined && (
        <TextField
          className={styles.reason}
          label={words.session.reason}
          autoComplete="off"
          value={reason}
          onValueChange={onReason}
        />
      )}
      <div className={styles.end}>
        {taps.size > 0 && (
          <ConfirmButton
            kind="quiet"
            isAsking={asksAgain}
            onClick={() => (asksAgain ? onThrowAway() : setAsksAgain(true))}
            onBlur={() => setAsksAgain(false)}
          >
            {asksAgain ? words.roll.throwAwayNow : words.roll.throwAway}
          </ConfirmButton>
        )}
        <Button
          kind="primary"
          size="large"
          busy={busy}
          icon={<IconPencil size={20} aria-hidden="true" />}
          onClick={onSave}
        >
          {save}
        </Button>
      </div>
    </div>
  )
}

/** Keeps the taps of each picture once it is drawn. */
function Kept({ draft, taps }: { draft: string; taps: Taps }) {
  const words = useTextsOf(courseTexts).roll
  const { time } = useFormat()
  const [keptAt, setKeptAt] = useState<number | null>(null)
  useEffect(() => setKeptAt(keepTaps(draft, taps)), [draft, taps])
  if (keptAt === null) return null
  return (
    <p className={styles.kept}>
      <IconCircleCheck size={18} aria-hidden="true" />
      <span className={styles.said}>{words.kept(time(keptAt))}</span>
      <span className={styles.short} aria-hidden="true">
        {time(keptAt)}
      </span>
    </p>
  )
}

/** Says the same of all who are not called yet, below the last of them. */
export function Others({ onSay }: { onSay: (status: 'present' | 'absent') => void }) {
  const words = useTextsOf(courseTexts).roll
  return (
    <div className={styles.others}>
      <Button onClick={() => onSay('present')}>{words.othersPresent}</Button>
      <Button onClick={() => onSay('absent')}>{words.othersAway}</Button>
    </div>
  )
}
