import { IconFlag } from '@tabler/icons-react'
import { actingTexts } from '#contract/acting-texts.ts'
import type { AttendanceSheet, MarkFlag, SheetMark } from '#contract/attendance-sheet.ts'
import { rulingTexts } from '#contract/ruling-texts.ts'
import { sheetTexts } from '#contract/sheet-texts.ts'
import { useFormat } from '../../language/format.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { useSayPerson } from '../../language/use-say-person.ts'
import { useMay } from '../../session/may.ts'
import { Button } from '../../ui/index.ts'
import { PresenceSign } from '../attendance-record/presence-sign.tsx'
import type { CellToRule } from '../rulings/cell-to-rule.ts'
import { WayBadge } from '../way-badge/way-badge.tsx'
import styles from './attendance-sheet.module.css'

export type SheetRowProps = {
  row: AttendanceSheet['rows'][number]
  session: AttendanceSheet['session']
  isOver: boolean
  /** Of nearly all marks: they stand above the list. */
  roomFlags: readonly MarkFlag[]
  onDecide: (cell: CellToRule) => void
  /** To be marked by hand; undefined where that is not possible any more. */
  isChosen: boolean | undefined
  onChoose: (isChosen: boolean) => void
}

/** One student: whether present, and how that was proved. */
export function SheetRow({ row, session, isOver, roomFlags, onDecide, isChosen, onChoose }: SheetRowProps) {
  const { decision } = useTextsOf('ruling', rulingTexts)
  const { reports } = useTexts()
  const format = useFormat()
  const words = useTextsOf('sheet', sheetTexts)
  const { personId, name, rollNumber, mark, passkey } = row
  const rules = useMay('teaching')
  const corrects = useMay('office')
  const presence = mark === null ? (isOver ? 'absent' : 'running') : mark.isWithdrawn ? 'withdrawn' : 'present'
  return (
    <li className={styles.row}>
      {mark === null && isChosen !== undefined ? (
        <label className={styles.choosable}>
          <input
            type="checkbox"
            className={styles.checkbox}
            checked={isChosen}
            onChange={(event) => onChoose(event.currentTarget.checked)}
          />
          <Person name={name} rollNumber={rollNumber} />
        </label>
      ) : (
        <Person name={name} rollNumber={rollNumber} />
      )}
      <div className={styles.presence}>
        <PresenceSign presence={presence} isFlagged={mark?.isDisputed === true} />
      </div>
      {passkey && isChosen !== undefined && (
        <div className={styles.how}>
          <span className={styles.note}>{words.refusedPasskeys[passkey]}</span>
        </div>
      )}
      {mark === null && isOver && isChosen === undefined && corrects && (
        <Button
          kind="quiet"
          className={styles.action}
          aria-label={decision.wasThereNamed(name)}
          onClick={() =>
            onDecide({
              sessionId: session.id,
              personId,
              name,
              rollNumber,
              session: `${reports.session(format.number(session.number))}, ${format.dateTime(session.startedAt)}`,
            })
          }
        >
          {decision.wasThere}
        </Button>
      )}
      {mark && (
        <>
          <HowMarked mark={mark} flags={mark.flags.filter((flag) => !roomFlags.includes(flag))} />
          {rules && (
            <Button
              kind="quiet"
              className={styles.action}
              aria-label={decision.decideNamed(name)}
              onClick={() =>
                onDecide({
                  sessionId: session.id,
                  personId,
                  name,
                  rollNumber,
                  session: `${reports.session(format.number(session.number))}, ${format.dateTime(mark.markedAt)}`,
                })
              }
            >
              {decision.decide}
            </Button>
          )}
        </>
      )}
    </li>
  )
}

function Person({ name, rollNumber }: { name: string; rollNumber: string }) {
  return (
    <span className={styles.person}>
      <span className={styles.name} lang={nameLanguage(name)}>
        {name}
      </span>{' '}
      <span className={styles.code}>{rollNumber}</span>
    </span>
  )
}

/** The time, the grade, and in words what deserves a look. */
function HowMarked({ mark, flags }: { mark: SheetMark; flags: readonly MarkFlag[] }) {
  const words = useTextsOf('sheet', sheetTexts)
  const { by } = useTextsOf('acting', actingTexts)
  const sayPerson = useSayPerson()
  const format = useFormat()
  return (
    <div className={styles.how}>
      <span className={styles.time}>{format.time(mark.markedAt)}</span>
      <WayBadge way={mark.way}>{words.ways[mark.way]}</WayBadge>
      {flags.map((flag) => (
        <span key={flag} className={styles.flag}>
          <IconFlag size={16} stroke={1.9} aria-hidden="true" />
          <span>{words.flags[flag]}</span>
        </span>
      ))}
      {!mark.isSigned && <span className={styles.note}>{words.unsigned}</span>}
      {mark.by && <span className={styles.note}>{by(sayPerson(mark.by))}</span>}
      {mark.reason !== null && <span className={styles.note}>{`“${mark.reason}”`}</span>}
    </div>
  )
}
