import { IconPlayerPlay } from '@tabler/icons-react'
import { useContext, useState } from 'react'
import { useNavigate } from 'react-router'
import { actingTexts } from '#contract/acting-texts.ts'
import { attendanceTexts } from '#contract/attendance-texts.ts'
import { maxSessionMinutes, minSessionMinutes } from '#contract/course-rules.ts'
import type { Today } from '#contract/course-sessions.ts'
import { courseTexts } from '#contract/course-texts.ts'
import { paths } from '#contract/paths.ts'
import { serverNow } from '../../client/server-clock.ts'
import { useActs } from '../../kit/use-act.ts'
import { TimeZoneContext, useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useInstitute } from '../../session/session.ts'
import { Button, type ButtonKind, ConfirmButton, Skeleton, showError } from '../../ui/index.ts'
import { RoomPick } from './late-room-pick.ts'
import { listInRooms, pickRoom } from './pick-room.ts'
import { recallStart, rememberStart } from './remembered-start.ts'
import styles from './room-pick.module.css'

type StartCourseProps = {
  course: Pick<Today['courses'][number], 'id' | 'code' | 'nextNumber'>
  today: Pick<Today, 'rooms' | 'running' | 'whole'>
  kind: ButtonKind
  /** Of the whole institute: so many people, for whom it asks first. Its class lasts an hour. */
  everyone?: number
}

/** Room and minutes as they were the last time, and the button that starts a session of a course with them. */
export function StartCourse({ course, today, kind, everyone }: StartCourseProps) {
  const words = useTextsOf(courseTexts).today
  const { $id } = useInstitute()
  const navigate = useNavigate()
  const { time, number } = useFormat()
  const attendance = useTextsOf(attendanceTexts)
  const { startForAll } = useTextsOf(actingTexts)
  const acts = useActs()
  const timeZone = useContext(TimeZoneContext)
  const [usual] = useState(() => recallStart(course.id, serverNow(), timeZone))
  const [minutes, setMinutes] = useState(usual.minutes)
  const [chosen, setChosen] = useState<string>()
  const [isAsking, setAsking] = useState(false)
  const { rooms } = today
  const running = listInRooms(today, words.whole)
  const { room: free, taken } = pickRoom(rooms, running, usual.roomId)
  const room = chosen === undefined ? free : rooms.find(({ id }) => id === chosen)
  const other = room && running.find((session) => session.room?.id === room.id)

  async function start() {
    const length = Number(minutes)
    if (everyone !== undefined && !other && !isAsking) {
      setAsking(true)
      return
    }
    if (!Number.isInteger(length) || length < minSessionMinutes || length > maxSessionMinutes) {
      showError(words.minutesWrong)
      return
    }
    const wanted = {
      expected: course.nextNumber,
      ...(everyone === undefined && { minutes: length }),
      ...(room && { roomId: room.id }),
      ...(other && { endsOther: other.id }),
    }
    const started = await acts.run('POST /groups/:groupId/sessions', { groupId: course.id }, wanted)
    if (!started) return
    // Another room for today does not change the usual one.
    rememberStart(course.id, serverNow(), timeZone, { roomId: chosen ?? usual.roomId, minutes })
    await navigate(everyone === undefined ? paths.courseSession($id, started.session.id) : paths.markAttendance($id))
  }

  return (
    <div className={styles.start}>
      <div className={styles.controls}>
        <RoomPick
          waiting={<Skeleton width="150px" height="40px" />}
          of={course.code}
          {...{ rooms, running, room }}
          minutes={everyone === undefined ? { typed: minutes, onType: setMinutes } : undefined}
          onRoom={setChosen}
        />
        {other ? (
          <ConfirmButton kind={kind} question={other.id} busy={acts.isBusy} onClick={() => void start()}>
            {words.endOther(other.code)}
          </ConfirmButton>
        ) : everyone !== undefined ? (
          <ConfirmButton
            kind={kind}
            icon={<IconPlayerPlay size={20} stroke={1.9} aria-hidden="true" />}
            isAsking={isAsking}
            busy={acts.isBusy}
            onClick={() => void start()}
            onBlur={() => setAsking(false)}
          >
            {isAsking ? startForAll(number(everyone)) : attendance.start}
          </ConfirmButton>
        ) : (
          <Button
            kind={kind}
            icon={<IconPlayerPlay size={20} stroke={1.9} aria-hidden="true" />}
            busy={acts.isBusy}
            aria-label={words.startOf(course.code)}
            onClick={() => void start()}
          >
            {words.startNow}
          </Button>
        )}
      </div>
      {chosen === undefined && taken && (
        <p className={styles.why}>{words.usualTaken(taken.room?.name ?? '', taken.code, time(taken.endsAt))}</p>
      )}
    </div>
  )
}
