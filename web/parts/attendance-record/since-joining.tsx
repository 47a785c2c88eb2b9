import { IconCircleCheck } from '@tabler/icons-react'
import { useId } from 'react'
import type { AttendanceWorking } from '#contract/attendance-standing.ts'
import { useFormat } from '../../language/format.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { Stack } from '../../ui/index.ts'
import { recordTexts } from './record-texts.ts'
import styles from './since-joining.module.css'

/** Who joined after classes were over, and the part since then (decision 31). */
export type LateJoin = {
  readonly joinedAt: number
  /** Classes that were over. */
  readonly before: number
  readonly part: Pick<AttendanceWorking, 'attended' | 'counted'>
}

type SinceJoiningProps = {
  late: LateJoin
  reader: 'student' | 'institute'
  /** The percentage of all classes, where it stands nowhere beside. */
  all?: Pick<AttendanceWorking, 'counted' | 'percentage'>
}

/** The classes since joining, before the percentage of all of them. */
export function SinceJoining({ late: { joinedAt, before, part }, reader, all }: SinceJoiningProps) {
  const words = useTextsOf(recordTexts)
  const texts = useTexts()
  const format = useFormat()
  const since = reader === 'student' ? words.sinceYouJoined : words.sinceJoining
  const isEmpty = part.counted === 0
  return (
    <Stack gap={4}>
      <p className={styles.figure} data-none={isEmpty}>
        <span>{isEmpty ? words.noneSince : words.part(format.number(part.attended), format.number(part.counted))}</span>
        {!isEmpty && <IconCircleCheck size={30} stroke={2} role="img" aria-label={texts.common.good} />}
      </p>
      <p>{since(format.day(joinedAt))}</p>
      <Strip before={before} part={part} />
      <p className={styles.ends}>
        <span>{words.before(format.number(before))}</span>
        <span>{words.after(format.number(part.counted))}</span>
      </p>
      {all && all.percentage !== null && (
        <p className={styles.all}>
          <span>{words.ofAll(format.number(all.counted))}</span>{' '}
          <b className={styles.low}>{format.percent(all.percentage)}</b>
        </p>
      )}
    </Stack>
  )
}

/** Why the student reads two numbers. */
export function BothNumbers({ before }: Pick<LateJoin, 'before'>) {
  return useTextsOf(recordTexts).bothNumbers(before)
}

/** One stroke for each class, at most so many as can be told apart: dashed before joining, solid where attended. */
function Strip({ before, part }: Pick<LateJoin, 'before' | 'part'>) {
  const hatch = useId()
  const all = before + part.counted
  // Those since joining stay visible beside a thousand.
  const since = Math.max(part.counted === 0 ? 0 : 3, (100 * part.counted) / all)
  const attended = part.counted === 0 ? 0 : (since * part.attended) / part.counted
  const stroke = all <= 100 ? `${100 / all}%` : '1%'
  return (
    <svg className={styles.strip} height="24" aria-hidden="true">
      <defs>
        <pattern id={hatch} width={stroke} height="24" patternUnits="userSpaceOnUse">
          <line className={styles.stroke} x1="1.5" x2="1.5" y1="0" y2="24" />
        </pattern>
      </defs>
      <rect fill={`url(#${hatch})`} width={`${100 - since}%`} height="24" />
      <rect className={styles.since} x={`${100 - since}%`} width={`${since}%`} y="0.5" height="23" />
      <rect className={styles.attended} x={`${100 - since}%`} width={`${attended}%`} height="24" />
    </svg>
  )
}
