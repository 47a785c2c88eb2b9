import { useState } from 'react'
import { Link } from 'react-router'
import type { CourseSession, CourseSheetPerson } from '#contract/course-sessions.ts'
import { courseTexts } from '#contract/course-texts.ts'
import type { DayPassDisplay, DayPassSheet } from '#contract/day-pass.ts'
import { dayPassTexts } from '#contract/day-pass-texts.ts'
import { endByDayPass, rollByDayPass } from '../../client/day-pass-calls.ts'
import { Read } from '../../kit/read.tsx'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import sheetStyles from '../../parts/attendance-sheet/attendance-sheet.module.css'
import { rowOf, SheetRow } from '../../parts/attendance-sheet/sheet-row.tsx'
import styles from '../../parts/courses/courses.module.css'
import { HereCount } from '../../parts/courses/here-count.tsx'
import { draftOf, forgetTaps } from '../../parts/courses/roll-draft.ts'
import { RollSheet } from '../../parts/courses/roll-sheet.tsx'
import { Button, buttonClass, ConfirmButton, Hint, PageHeading, Row, showSuccess, TableFrame } from '../../ui/index.ts'
import { addressOf, usePassSheet } from './pass-reads.ts'
import { usePassAct } from './use-pass-act.ts'

type PassSessionProps = { sessionId: string; pass: DayPassDisplay; onBack: () => void }

/** The sheet of one session, and its roll. */
export function PassSession({ sessionId, pass, onBack }: PassSessionProps) {
  const words = useTextsOf(dayPassTexts).page
  const sheet = usePassSheet(sessionId)
  return (
    <>
      <div>
        <Button kind="quiet" onClick={onBack}>
          {words.back}
        </Button>
      </div>
      <Read of={sheet}>{(answer) => <Sheet sheet={answer} pass={pass} />}</Read>
    </>
  )
}

function Sheet({ sheet, pass }: { sheet: DayPassSheet; pass: DayPassDisplay }) {
  const own = useTextsOf(dayPassTexts).page
  const words = useTextsOf(courseTexts)
  const { number, time } = useFormat()
  const act = usePassAct()
  const [isCalling, setCalling] = useState(false)
  const { session } = sheet
  const isOver = sheet.serverTime >= session.endsAt
  const isOwn = (by: CourseSession['startedBy']) => by?.role === 'day-pass' && by.name === pass.name
  // Marks and the word of others stay: the server refuses to change them. A guest, and who is left out, is on no roll.
  const open = sheet.people.filter(
    ({ cell }) =>
      !cell.isGuest && !cell.isLeftOut && cell.mark === null && (cell.ruling === null || isOwn(cell.ruling.by)),
  )
  const title = words.session.title(session.course.code, number(session.number))
  const draft = draftOf(`day-pass.${pass.name}`, session.id)
  if (isCalling)
    return (
      <RollSheet
        session={session}
        people={open}
        isBegun={sheet.people.some(({ cell }) => cell.mark ?? cell.ruling)}
        back={
          <Button kind="quiet" onClick={() => setCalling(false)}>
            {title}
          </Button>
        }
        hint={own.unsigned}
        save={own.saveRoll}
        busy={act.isBusy}
        draft={draft}
        moved={act.moved}
        movedHint={own.moved}
        onClose={() => setCalling(false)}
        onSave={async (statuses, reason) => {
          if (!(await act.run(() => rollByDayPass(session.id, { statuses, reason })))) return
          forgetTaps(draft)
          showSuccess(own.saved)
          setCalling(false)
        }}
      >
        {act.moved.size > 0 && <People people={sheet.people.filter(({ personId }) => act.moved.has(personId))} />}
      </RollSheet>
    )
  return (
    <>
      <Row apart>
        <div>
          <PageHeading>{title}</PageHeading>
          <Hint>
            {[
              session.course.title,
              session.room?.name ?? words.today.noRoom,
              isOver ? words.session.ended(time(session.endsAt)) : words.session.until(time(session.endsAt)),
            ].join(' · ')}
          </Hint>
          {sheet.finishUntil !== null && <Hint>{own.finishSession(time(sheet.finishUntil))}</Hint>}
          <HereCount session={session} />
        </div>
        <div className={styles.actions}>
          {!isOver && session.hasRoomCode && (
            <Link className={buttonClass()} to={addressOf(session.id, true)}>
              <span>{words.session.showCode}</span>
            </Link>
          )}
          {open.length > 0 && (
            <Button kind={isOver || session.hasRoomCode ? 'secondary' : 'primary'} onClick={() => setCalling(true)}>
              {words.session.rollCall}
            </Button>
          )}
        </div>
      </Row>
      <People people={sheet.people} />
      {!isOver && isOwn(session.startedBy) && (
        <div className={styles.actions}>
          <ConfirmButton busy={act.isBusy} onClick={() => void act.run(() => endByDayPass(session.id))}>
            {words.session.end}
          </ConfirmButton>
        </div>
      )}
      {open.length === 0 && sheet.people.length > 0 && <Hint>{own.allStands}</Hint>}
    </>
  )
}

function People({ people }: { people: readonly CourseSheetPerson[] }) {
  const words = useTextsOf(courseTexts)
  if (people.length === 0) return <Hint>{words.session.none}</Hint>
  return (
    <TableFrame>
      <ul className={sheetStyles.rows}>
        {people.map((person) => (
          <SheetRow key={person.personId} {...rowOf(person, words)} />
        ))}
      </ul>
    </TableFrame>
  )
}
