import { IconFlag } from '@tabler/icons-react'
import type { AttendanceSheet } from '#contract/attendance-sheet.ts'
import { sheetTexts } from '#contract/sheet-texts.ts'
import { useFormat } from '../../language/format.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { useSayPerson } from '../../language/use-say-person.ts'
import { PageHeading, Skeleton } from '../../ui/index.ts'
import { WayBadge } from '../way-badge/way-badge.tsx'
import styles from './attendance-sheet.module.css'

/** The session, how many are marked and how, and what a room code shows and what it does not. */
export function SheetHead({ sheet, isOver }: { sheet: AttendanceSheet | undefined; isOver: boolean }) {
  const { reports } = useTexts()
  const words = useTextsOf('sheet', sheetTexts)
  const format = useFormat()
  const sayPerson = useSayPerson()
  if (sheet === undefined) {
    return (
      <div className={styles.head}>
        <PageHeading>{reports.sheet}</PageHeading>
        <Skeleton width="320px" />
      </div>
    )
  }
  const { session, counts, network, roomFlags = [] } = sheet
  return (
    <div className={styles.head}>
      <PageHeading>{reports.session(format.number(session.number))}</PageHeading>
      <p className={styles.about}>
        <span>
          <span>{format.day(session.startedAt)}</span>,{' '}
          <span>{words.from(format.time(session.startedAt), format.time(session.endsAt))}</span>
        </span>
        <b>{reports.presentOf(format.number(counts.marked), format.number(counts.members))}</b>
        {!isOver && <span className={styles.running}>{reports.running}</span>}
      </p>
      {(session.startedBy || session.endedBy) && (
        <p className={styles.held}>
          {session.startedBy && <span>{words.startedBy(sayPerson(session.startedBy))}</span>}
          {session.endedBy && <span>{words.endedBy(sayPerson(session.endedBy))}</span>}
        </p>
      )}
      <ul className={styles.counts} aria-label={words.counts}>
        {(
          [
            ['screen', counts.screen],
            ['room-code', counts.roomCode],
            ['hand', counts.hand],
            ...(counts.office ? ([['office', counts.office]] as const) : []),
          ] as const
        ).map(([way, count]) => (
          <li key={way}>
            <WayBadge way={way}>
              <span>{words.ways[way]}</span> <b>{format.number(count)}</b>
            </WayBadge>
          </li>
        ))}
        {counts.withdrawn > 0 && (
          <li className={styles.withdrawn}>
            <span>{words.withdrawn}</span> <b>{format.number(counts.withdrawn)}</b>
          </li>
        )}
      </ul>
      {counts.roomCode > 0 && (
        <p className={styles.hint}>
          <span>{words.proof}</span>
          {network && <span>{` ${words.network(format.number(network.largest), format.number(network.of))}`}</span>}
        </p>
      )}
      {roomFlags.map(({ flag, marks, of }) => (
        <p key={flag} className={styles.roomFlag}>
          <IconFlag size={16} stroke={1.9} aria-hidden="true" />
          <span>{words.roomFlag(words.flags[flag], format.number(marks), format.number(of))}</span>
        </p>
      ))}
    </div>
  )
}
