import { IconFlag } from '@tabler/icons-react'
import type { SheetChecks } from '#contract/attendance-sheet.ts'
import type { WayOfMark } from '#contract/ways.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { WayBadge } from '../way-badge/way-badge.tsx'
import styles from './attendance-sheet.module.css'
import { sheetTexts } from './sheet-texts.ts'

export type MarksByWayProps = Pick<SheetChecks, 'network'> & {
  roomFlags: SheetChecks['roomFlags'] | undefined
  counts: readonly (readonly [WayOfMark, number])[]
  withdrawn: number
}

/** How many marks were made how, if any; what a room code shows and what it does not, and what is about the room. */
export function MarksByWay({ counts, withdrawn, network, roomFlags = [] }: MarksByWayProps) {
  const words = useTextsOf(sheetTexts)
  const { number } = useFormat()
  if (counts.length + withdrawn === 0) return null
  return (
    <div className={styles.marks}>
      <ul className={styles.counts} aria-label={words.counts}>
        {counts.map(([way, count]) => (
          <li key={way}>
            <WayBadge way={way}>
              <span>{words.ways[way]}</span> <b>{number(count)}</b>
            </WayBadge>
          </li>
        ))}
        {withdrawn > 0 && (
          <li className={styles.withdrawn}>
            <span>{words.withdrawn}</span> <b>{number(withdrawn)}</b>
          </li>
        )}
      </ul>
      {counts.some(([way, count]) => way === 'room-code' && count > 0) && (
        <p className={styles.hint}>
          <span>{words.proof}</span>
          {network && <span>{` ${words.network(number(network.largest), number(network.of))}`}</span>}
        </p>
      )}
      {roomFlags.map(({ flag, marks, of }) => (
        <p key={flag} className={styles.roomFlag}>
          <IconFlag size={16} stroke={1.9} aria-hidden="true" />
          <span>{words.roomFlag(words.flags[flag], number(marks), number(of))}</span>
        </p>
      ))}
    </div>
  )
}
