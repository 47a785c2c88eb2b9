import type { ReactNode } from 'react'
import type { AttendanceSheet } from '#contract/attendance-sheet.ts'
import { idPattern } from '#contract/identifiers.ts'
import { paths } from '#contract/paths.ts'
import { reportTexts } from '#contract/report-texts.ts'
import { reportsTexts } from '#contract/reports-texts.ts'
import { hasRoomCode, listWays } from '#contract/ways.ts'
import { isRequestError } from '../../client/request-error.ts'
import { useKeptError } from '../../forms/use-kept-error.ts'
import { Read } from '../../kit/read.tsx'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useSayPerson } from '../../language/use-say-person.ts'
import { useMay, useReadsOnly } from '../../session/may.ts'
import { useInstitute } from '../../session/session.ts'
import { BackLink, HeadingWithHint, PageHeading } from '../../ui/index.ts'
import { deskTexts } from '../attendance-session/desk-texts.ts'
import { EndSession } from '../attendance-session/end-session.tsx'
import styles from './attendance-sheet.module.css'
import { ClassList } from './class-list.tsx'
import { Sheet } from './sheet.tsx'
import { sheetTexts } from './sheet-texts.ts'
import { useAttendanceSheet, useSheetView } from './use-attendance-sheet.ts'
import { useIsBefore } from './use-is-before.ts'
import { useSheetChange } from './use-sheet-change.ts'

/** Who is here and who is not, while the class runs and afterwards. */
export function ClassSheet({ sessionId }: { sessionId: string }) {
  const reportsWords = useTextsOf(reportTexts)
  const { end } = useTextsOf(deskTexts)
  const { $id } = useInstitute()
  const isNoId = !idPattern.test(sessionId)
  const view = useSheetView()
  const sheet = useAttendanceSheet(sessionId, view, isNoId)
  const error = useKeptError(sheet)
  const isBeforeEnd = useIsBefore(sheet.data?.session.endsAt)
  const readsOnly = useReadsOnly()
  const isHandOpen = useIsBefore(sheet.data?.handUntil) && !readsOnly
  const back = (
    <BackLink to={paths.organisationDashboard($id)} className={styles.back}>
      {reportsWords.back}
    </BackLink>
  )
  if (isNoId || isRequestError(error, 'document_not_found')) {
    return (
      <>
        {back}
        {sheet.data ? (
          // It was here a moment ago: only a session that is taken back goes.
          <HeadingWithHint heading={end.takenBack} hint={end.takenBackHint} />
        ) : (
          <HeadingWithHint heading={reportsWords.notFound} hint={reportsWords.notFoundHint} />
        )}
      </>
    )
  }
  return (
    <>
      {back}
      {sheet.data === undefined && <PageHeading>{reportsWords.sheet}</PageHeading>}
      <Read of={sheet}>
        {(answer) => {
          const isOver = answer.session.isOver || !isBeforeEnd
          return (
            <OneSheet sheet={answer} isOver={isOver}>
              <ClassList {...{ sheet: answer, isOver, isHandOpen, view }} of={sheet} />
            </OneSheet>
          )
        }}
      </Read>
    </>
  )
}

type OneSheetProps = { sheet: AttendanceSheet; isOver: boolean; children: ReactNode }

function OneSheet({ sheet, isOver, children }: OneSheetProps) {
  const reports = useTextsOf(reportsTexts)
  const words = useTextsOf(sheetTexts)
  const { number, day, time } = useFormat()
  const sayPerson = useSayPerson()
  const mayRule = useMay('teaching')
  const { $id } = useInstitute()
  const { session, counts } = sheet
  const change = useSheetChange<AttendanceSheet>(session.id)
  const { id, startedAt, endsAt, roomId, startedBy, endedBy } = session
  const { members, marked: present, withdrawn, office = 0 } = counts
  const hasMarks = present + withdrawn > 0
  return (
    <Sheet
      title={reports.session(number(session.number))}
      facts={`${day(startedAt)}, ${words.from(time(startedAt), time(endsAt))}`}
      by={[
        ...(startedBy ? [words.startedBy(sayPerson(startedBy))] : []),
        ...(endedBy ? [words.endedBy(sayPerson(endedBy))] : []),
      ]}
      session={{
        ...{ id, startedAt, endsAt, roomId, present, people: members, apart: { guests: 0, afterClosing: 0 } },
        hasRoomCode: hasRoomCode(session.ways),
      }}
      {...{ isOver, mayRule }}
      checks={sheet}
      marks={{
        withdrawn,
        counts: [
          ['screen', counts.screen],
          ['room-code', counts.roomCode],
          ['hand', counts.hand],
          ...(office > 0 ? ([['office', office]] as const) : []),
        ],
      }}
      code={paths.markAttendance($id)}
      sayCount={words.headCount.result}
      onTurned={(isOn) => change({ session: { ...session, ways: listWays(isOn) } })}
      end={<EndSession session={{ ...session, present, hasMarks }} members={members} />}
    >
      {children}
    </Sheet>
  )
}
