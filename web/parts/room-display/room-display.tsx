import { type ReactNode, useRef, useState } from 'react'
import { reportsTexts } from '#contract/reports-texts.ts'
import { useFormat } from '../../language/format.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTextsOf } from '../../language/texts.ts'
import { Initials, VisuallyHidden } from '../../ui/index.ts'
import { ApartCount } from './apart-count.tsx'
import { CountdownDisplay } from './countdown-display.tsx'
import { NewestNames } from './newest-names.tsx'
import { ReadableTo } from './readable-to.tsx'
import { type NoMore, NoMoreCode, RoomCode } from './room-code.tsx'
import type { RoomCodeNow } from './room-code-now.ts'
import styles from './room-display.module.css'
import { roomTexts } from './room-texts.ts'

export type RoomDisplayProps = {
  organisation: { readonly name: string }
  /** `course`: of a session of a course, which is then the title. */
  session: { readonly number: number; readonly course?: { readonly code: string; readonly title: string } }
  /** Of a screen that belongs to a room. */
  roomName?: string | undefined
  now: RoomCodeNow
  /** After the end, why there is no code. */
  over?: NoMore | undefined
  /** Of the session, ms. */
  remaining: number
  /** A way away from here, beside the institute's name. */
  back?: ReactNode
  /** What the institute can still do after the end. */
  note?: ReactNode
  /** The switch to one at a time. */
  modeSwitch: ReactNode
  /** What else can be done here: in a narrow window they take a line of their own together. */
  children: ReactNode
}

/** The display for a whole room: at the left the code, at the right the board with the count and the newest names. */
export function RoomDisplay({
  organisation,
  session,
  roomName,
  now,
  over,
  remaining,
  back,
  note,
  modeSwitch,
  children,
}: RoomDisplayProps) {
  const words = useTextsOf(roomTexts)
  const reports = useTextsOf(reportsTexts)
  const format = useFormat()
  const tile = useRef<HTMLDivElement>(null)
  const { course } = session
  const sessionName = reports.session(format.number(session.number))
  const place = [...(course ? [course.code, sessionName] : []), ...(roomName === undefined ? [] : [roomName])]
  return (
    <main className={styles.display}>
      <section className={styles.page} aria-label={words.code}>
        {over ? <NoMoreCode {...over} /> : <RoomCode now={now} tile={tile} />}
      </section>
      <div className={styles.board}>
        <div className={styles.institute}>
          <Initials name={organisation.name} of="institute" />
          <p lang={nameLanguage(organisation.name)}>{organisation.name}</p>
          {back}
        </div>
        <div>
          {!over && <p className={styles.caption}>{words.checkInTo}</p>}
          <h1 className={styles.title} data-letters={course && sizeOf(course.title)}>
            {course?.title ?? sessionName}
          </h1>
          {place.length > 0 && <p className={styles.place}>{place.join(' · ')}</p>}
        </div>
        {!over && <CountdownDisplay remaining={remaining} />}
        <Count now={now} />
        <NewestNames latest={now.latest} />
        <footer className={styles.foot}>
          {over ? note : <ReadableTo tile={tile} />}
          <div className={styles.ways}>
            {modeSwitch}
            <div className={styles.others}>{children}</div>
          </div>
        </footer>
      </div>
    </main>
  )
}

/** A title of a course leaves room for what a class does not show: one line, or two lines of smaller letters. */
function sizeOf({ length }: string): 'few' | 'some' | 'many' | 'most' {
  return length <= 19 ? 'few' : length <= 30 ? 'some' : length <= 72 ? 'many' : 'most'
}

/** How many are here. It is read out once a code, every ten seconds, not at each mark. */
function Count({ now: { latest } }: { now: RoomCodeNow }) {
  const words = useTextsOf(roomTexts)
  const format = useFormat()
  const [said, setSaid] = useState<{ readonly step: number; readonly text: string } | undefined>()
  if (latest === undefined) return <p className={styles.count} />
  const text = words.here(format.number(latest.count), format.number(latest.members))
  if (said?.step !== latest.step) setSaid({ step: latest.step, text })
  return (
    <div className={styles.countLine}>
      <p className={styles.count} aria-hidden="true">
        {text}
      </p>
      <VisuallyHidden>
        <span role="status">{said?.text}</span>
      </VisuallyHidden>
      <ApartCount apart={latest.apart} className={styles.newestFirst} />
      {latest.newest.length > 0 && <p className={styles.newestFirst}>{words.newestFirst}</p>}
    </div>
  )
}
