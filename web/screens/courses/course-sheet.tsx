import { useNavigate, useSearchParams } from 'react-router'
import { actingTexts } from '#contract/acting-texts.ts'
import type { CheckedSheet } from '#contract/course-sessions.ts'
import { courseTexts } from '#contract/course-texts.ts'
import { paths } from '#contract/paths.ts'
import { useActs } from '../../kit/use-act.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useSayPerson } from '../../language/use-say-person.ts'
import { CourseList } from '../../parts/attendance-sheet/course-list.tsx'
import { Sheet } from '../../parts/attendance-sheet/sheet.tsx'
import { sheetTexts } from '../../parts/attendance-sheet/sheet-texts.ts'
import { useSheetChange } from '../../parts/attendance-sheet/use-sheet-change.ts'
import { draftOf, forgetTaps } from '../../parts/courses/roll-draft.ts'
import { useMay, useReadsOnly } from '../../session/may.ts'
import { useAccount, useInstitute } from '../../session/session.ts'
import { Button, ConfirmButton } from '../../ui/index.ts'
import { RollCall } from './roll-call.tsx'
import { SessionActs } from './session-acts.tsx'

const ways = ['screen', 'room-code', 'hand', 'office'] as const

/** The sheet of a session of a course, or its roll call. */
export function CourseSheet({ sheet }: { sheet: CheckedSheet }) {
  const words = useTextsOf(courseTexts)
  const { $id } = useInstitute()
  const { number, time, day } = useFormat()
  const { by } = useTextsOf(actingTexts)
  const ofSheet = useTextsOf(sheetTexts)
  const sayPerson = useSayPerson()
  const navigate = useNavigate()
  const acts = useActs()
  const mayRule = useMay('cells')
  const readsOnly = useReadsOnly()
  const account = useAccount()
  const [query, setQuery] = useSearchParams()
  const { session, people } = sheet
  const { course, status, startedAt, endsAt, startedBy } = session
  const change = useSheetChange<CheckedSheet>(session.id)
  const isOver = sheet.serverTime >= endsAt
  const isWaiting = isOver && !session.isTaken && status === 'held'
  const marks = people.flatMap(({ cell }) => cell.mark ?? [])
  const standing = marks.filter(({ isWithdrawn }) => !isWithdrawn)
  const checksIn = session.hasRoomCode || marks.length > 0
  if (query.has('roll')) return <RollCall sheet={sheet} onClose={() => setQuery({}, { replace: true })} />
  return (
    <>
      <Sheet
        isCourse
        title={words.session.title(course.code, number(session.number))}
        facts={[
          course.title,
          session.room?.name ?? words.today.noRoom,
          `${day(startedAt)}, ${ofSheet.from(time(startedAt), time(endsAt))}`,
        ].join(' · ')}
        by={startedBy?.role === 'day-pass' ? [by(sayPerson(startedBy))] : []}
        status={isWaiting ? words.session.notTaken : status === 'held' ? undefined : words.session.statuses[status]}
        session={{ ...session, roomId: session.room?.id, hasRoomCode: session.hasRoomCode && !readsOnly }}
        {...{ isOver, mayRule }}
        checks={sheet}
        marks={{
          counts: ways
            .map((way) => [way, standing.filter((mark) => mark.way === way).length] as const)
            .filter(([, count]) => count > 0),
          withdrawn: marks.length - standing.length,
        }}
        code={paths.courseDisplay($id, session.id)}
        sayCount={words.session.counted}
        onTurned={(hasRoomCode) => change({ session: { ...session, hasRoomCode } })}
        end={
          mayRule && (
            <ConfirmButton
              busy={acts.isBusy}
              onClick={() => void acts.run('POST /sessions/:sessionId/end', { sessionId: session.id })}
            >
              {words.session.end}
            </ConfirmButton>
          )
        }
        action={
          !readsOnly && (
            <Button kind={isOver || checksIn ? 'secondary' : 'primary'} onClick={() => setQuery({ roll: '' })}>
              {words.session.rollCall}
            </Button>
          )
        }
      >
        <CourseList sheet={sheet} isOver={isOver} />
      </Sheet>
      {mayRule && (
        <SessionActs
          session={session}
          isOver={isOver}
          acts={acts}
          onTakenBack={() => {
            forgetTaps(draftOf(account.$id, session.id))
            void navigate(paths.today($id))
          }}
        />
      )}
    </>
  )
}
