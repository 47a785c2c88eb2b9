import { IconCheck, IconChevronDown, IconClock, IconDoor } from '@tabler/icons-react'
import { useId } from 'react'
import type { Today } from '#contract/course-sessions.ts'
import { courseTexts } from '#contract/course-texts.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useMay } from '../../session/may.ts'
import { Button, Choice, TextField } from '../../ui/index.ts'
import type { InRoom } from './pick-room.ts'
import styles from './room-pick.module.css'

const usualMinutes = ['45', '60', '90', '120'] as const

type RoomPickProps = {
  /** What the room is for: the code of a course. */
  of: string
  rooms: Today['rooms']
  running: readonly InRoom[]
  /** Undefined: without a room. */
  room: Today['rooms'][number] | undefined
  /** '' for none. */
  onRoom: (roomId: string) => void
  /** Absent for a class, which lasts an hour. */
  minutes?: { readonly typed: string; readonly onType: (minutes: string) => void } | undefined
  onDone?: () => void
  /** Done or not. */
  onClose?: () => void
}

/** One control for room and minutes. Its list says of each room what runs there and until when; who may end that may pick it, too. */
export function RoomPick({ of, rooms, running, room, minutes, onRoom, onDone, onClose }: RoomPickProps) {
  const words = useTextsOf(courseTexts).today
  const { number, time } = useFormat()
  // Who starts a session may end the other one; who moves one may not.
  const mayEnd = useMay('office') && !onDone
  const id = useId()
  const length = Number(minutes?.typed)
  const shown = [
    ...(rooms.length > 0 ? [room?.name ?? words.noRoom] : []),
    ...(minutes ? [words.inMinutes(Number.isInteger(length) ? number(length) : minutes.typed)] : []),
  ].join(', ')
  return (
    <>
      <button
        type="button"
        className={styles.button}
        popoverTarget={id}
        aria-label={minutes ? words.pickFor(shown, of) : words.pickRoomFor(shown, of)}
      >
        <IconDoor size={18} stroke={1.9} aria-hidden="true" />
        <span>{shown}</span>
        <IconChevronDown size={16} stroke={1.9} aria-hidden="true" />
      </button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label={minutes ? words.pickTitle(of) : words.room}
        className={styles.list}
        onToggle={({ newState }) => newState === 'closed' && onClose?.()}
      >
        {rooms.length > 0 && (
          <fieldset className={styles.rooms}>
            <legend className={styles.legend}>{words.room}</legend>
            {[...rooms, undefined].map((one) => {
              const busy = one && running.find((session) => session.room?.id === one.id)
              const isChosen = one?.id === room?.id
              return (
                <label key={one?.id ?? ''} className={styles.room} data-busy={busy !== undefined}>
                  <input
                    type="radio"
                    name={id}
                    checked={isChosen}
                    disabled={busy !== undefined && !mayEnd}
                    onChange={() => onRoom(one?.id ?? '')}
                  />
                  <span className={styles.sign} aria-hidden="true">
                    {isChosen ? <IconCheck size={18} /> : busy && <IconClock size={18} stroke={1.9} />}
                  </span>
                  <span>{one?.name ?? words.noRoom}</span>
                  <span className={styles.state}>
                    {one ? (busy ? words.busy(busy.title, time(busy.endsAt)) : words.free) : words.codeHere}
                  </span>
                </label>
              )
            })}
          </fieldset>
        )}
        <div className={styles.minutes}>
          {minutes && (
            <>
              <Choice
                label={words.minutes}
                options={usualMinutes.map((value) => ({ value, label: number(Number(value)) }))}
                value={minutes.typed as (typeof usualMinutes)[number]}
                onChoose={minutes.onType}
              />
              <TextField
                label={words.otherMinutes}
                inputMode="numeric"
                autoComplete="off"
                asciiDigits
                size={4}
                value={minutes.typed}
                onValueChange={minutes.onType}
              />
            </>
          )}
          <Button popoverTarget={id} popoverTargetAction="hide" onClick={onDone}>
            {words.pickDone}
          </Button>
        </div>
      </div>
    </>
  )
}
