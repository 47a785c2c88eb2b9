import type { ReactNode } from 'react'
import type { SheetChecks } from '#contract/attendance-sheet.ts'
import { reportsTexts } from '#contract/reports-texts.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { PageHeading, Row } from '../../ui/index.ts'
import { HereCount } from '../courses/here-count.tsx'
import { ZoneNote } from '../institute-settings/zone-note.tsx'
import styles from './attendance-sheet.module.css'
import checkStyles from './checks.module.css'
import { HeadCount } from './head-count.tsx'
import { MarksByWay, type MarksByWayProps } from './marks-by-way.tsx'
import { type BandSession, RunningBand } from './running-band.tsx'
import { SessionWays } from './session-ways.tsx'
import { SpotCheck } from './spot-check.tsx'

type SheetProps = {
  title: string
  /** When, where and what it is. */
  facts: string
  /** Who started and ended it. */
  by: readonly string[]
  /** What became of it. */
  status?: string | undefined
  session: BandSession
  isOver: boolean
  isCourse?: boolean
  mayRule: boolean
  checks: SheetChecks
  marks: Pick<MarksByWayProps, 'counts' | 'withdrawn'>
  /** Of the display of its room code. */
  code: string
  /** What is said of a head count. */
  sayCount: (inRoom: string, counted: string) => string
  onTurned: (hasRoomCode: boolean) => void
  /** Ends it while it runs. */
  end: ReactNode
  /** What else can be done with all of it. */
  action?: ReactNode
  /** Its people. */
  children: ReactNode
}

/** The sheet of a session of whatever group: its head, what looks at its marks, and its people. */
export function Sheet({ session, isOver, isCourse = false, mayRule, checks, marks, ...sheet }: SheetProps) {
  const reports = useTextsOf(reportsTexts)
  const { number, dateTime } = useFormat()
  const { headCount, draws, drawUntil, network, roomFlags } = checks
  const sessionId = session.id
  // Guests, and who came after closing, are in the room, too.
  const inRoom = session.present + session.apart.guests + session.apart.afterClosing
  return (
    <div className={styles.sheet}>
      <Row apart>
        <div>
          <PageHeading>{sheet.title}</PageHeading>
          <p className={styles.about}>
            <span>{sheet.facts}</span>
            {isOver ? <HereCount session={session} /> : <span className={styles.running}>{reports.running}</span>}
            {sheet.status && <span className={styles.chip}>{sheet.status}</span>}
          </p>
          <ZoneNote />
          {sheet.by.length > 0 && (
            <p className={styles.about}>
              {sheet.by.map((who) => (
                <span key={who}>{who}</span>
              ))}
            </p>
          )}
        </div>
        {sheet.action}
      </Row>
      {!isOver && (
        <RunningBand session={session} title={sheet.title} code={sheet.code} mayRule={mayRule}>
          {sheet.end}
        </RunningBand>
      )}
      <div className={styles.columns}>
        <div className={checkStyles.checks}>
          <HeadCount {...{ headCount, sessionId }} say={(counted) => sheet.sayCount(number(inRoom), counted)} />
          {mayRule && (
            <SpotCheck
              {...{ draws, drawUntil, sessionId, isCourse }}
              session={`${sheet.title}, ${dateTime(session.startedAt)}`}
            />
          )}
          {mayRule && !isOver && (
            <SessionWays sessionId={sessionId} isOn={session.hasRoomCode} onTurned={sheet.onTurned} />
          )}
        </div>
        {sheet.children}
        <MarksByWay {...marks} {...{ network, roomFlags }} />
      </div>
    </div>
  )
}
