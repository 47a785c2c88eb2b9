import { type KeyboardEvent, type ReactNode, useCallback, useState } from 'react'
import type { CellStatus } from '#contract/course-cells.ts'
import type { CourseSession, CourseSheetPerson } from '#contract/course-sessions.ts'
import { courseTexts } from '#contract/course-texts.ts'
import { joinNames, normaliseText } from '#contract/text-fields.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { Button, Hint, PageHeading, Row, showError } from '../../ui/index.ts'
import courses from './courses.module.css'
import styles from './roll.module.css'
import { Others, RollBar } from './roll-bar.tsx'
import { forgetTaps, recallTaps, type Taps } from './roll-draft.ts'
import { type Called, RollRow } from './roll-row.tsx'

type RollSheetProps = {
  session: CourseSession
  /** Whom it calls. */
  people: readonly CourseSheetPerson[]
  /** Someone has a mark or a decision: no one is taken for present any more. */
  isBegun: boolean
  /** The way back to the session. */
  back: ReactNode
  hint?: string
  /** On the button that sends it. */
  save: string
  busy: boolean
  /** Under which name the taps stay in the browser. */
  draft: string
  /** About whom someone decided while this roll was taken: it was refused, and what they said is shown. */
  moved: ReadonlySet<string>
  movedHint: string
  /** Below this hint: of whom something stands that this roll cannot change. */
  children?: ReactNode
  onClose: () => void
  /** Of those who are called. `reason`: '' where nothing changes that stood before. */
  onSave: (statuses: { readonly person: string; readonly status: CellStatus }[], reason: string) => void
}

/** What a mark or a decision says of a person. */
const standing = ({ cell }: CourseSheetPerson): Called => (cell.mark || cell.ruling ? cell.status : null)

/**
 * The roll. While no one has an entry all begin as present, and a tap says otherwise; else what stands stays, and the others are not
 * called yet. Asks why where something else stood.
 */
export function RollSheet(props: RollSheetProps) {
  const { session, people, isBegun, back, hint, save, busy, draft, moved, movedHint, children, onClose, onSave } = props
  const words = useTextsOf(courseTexts)
  const { number, dateTime } = useFormat()
  // As it was when the roll was opened: who checks in meanwhile turns no other person's mark over.
  const [areOpen] = useState(isBegun)
  const [taps, setTaps] = useState<Taps>(() => recallTaps(draft))
  const [reason, setReason] = useState('')
  const [current, setCurrent] = useState(people[0]?.personId)
  const say = useCallback((id: string, status: CellStatus) => setTaps((before) => new Map(before).set(id, status)), [])
  const rows = people.map((person) => {
    const stands = standing(person)
    const status = taps.get(person.personId) ?? stands ?? (areOpen ? null : 'present')
    return {
      id: person.personId,
      rollNumber: person.rollNumber,
      name: joinNames(person.given, person.family),
      stands,
      status,
    }
  })
  const asksWhy = rows.some(({ stands, status }) => stands !== null && stands !== status)

  function send(): void {
    const statuses = rows.flatMap(({ id, status }) => (status === null ? [] : [{ person: id, status }]))
    const typed = normaliseText(reason)
    if (statuses.length === 0) showError(words.roll.noOneCalled)
    else if (asksWhy && typed === '') showError(words.session.reasonNeeded)
    else onSave(statuses, asksWhy ? typed : '')
  }

  return (
    <section className={courses.part} aria-label={words.roll.title}>
      {back}
      <Row apart>
        <PageHeading>{words.roll.title}</PageHeading>
        <p className={styles.session}>
          <span>
            {[session.course.title, dateTime(session.startedAt), session.room?.name].filter(Boolean).join(' · ')}
          </span>{' '}
          <span>{words.list.people(number(people.length))}</span>
        </p>
      </Row>
      <Hint>{[areOpen ? words.roll.goesOn : words.roll.begins, hint].filter(Boolean).join(' ')}</Hint>
      {moved.size > 0 && (
        <div className={styles.moved} role="alert">
          <b>{words.session.movedTitle}</b>
          <Hint>{movedHint}</Hint>
          <ul>
            {rows.map(({ id, name, stands, status }) =>
              moved.has(id) && stands !== null ? (
                <li key={id}>
                  <b>{name}</b> <span className={courses.facts}>{words.session.standsNow(words.statuses[stands])}</span>
                  {status !== stands && (
                    <Button
                      kind="quiet"
                      aria-label={words.session.keepNowOf(name, words.statuses[stands])}
                      onClick={() => say(id, stands)}
                    >
                      {words.session.keepNow}
                    </Button>
                  )}
                </li>
              ) : null,
            )}
          </ul>
          {children}
        </div>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows lead from button to button */}
      <div
        onKeyDown={moveFocus}
        onFocus={({ target }) => {
          if (target.dataset.person !== undefined) setCurrent(target.dataset.person)
        }}
      >
        <ul className={styles.list} style={{ '--columns': Math.ceil(people.length / 12) } as object}>
          {rows.map((row) => (
            <RollRow key={row.id} {...row} isCurrent={row.id === current} onSay={say} />
          ))}
        </ul>
      </div>
      {rows.some(({ status }) => status === null) && (
        <Others
          onSay={(status) =>
            setTaps(
              new Map([...taps, ...rows.filter((row) => row.status === null).map(({ id }) => [id, status] as const)]),
            )
          }
        />
      )}
      <RollBar
        statuses={rows.map(({ status }) => status)}
        {...{ taps, draft, save, busy }}
        reason={asksWhy ? reason : undefined}
        onReason={setReason}
        onThrowAway={() => {
          forgetTaps(draft)
          onClose()
        }}
        onSave={send}
      />
    </section>
  )
}

/** Arrows lead to the next row, and to the same height of the next column. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-person]')]
  const at = buttons.indexOf(event.target as HTMLElement)
  if (at < 0) return
  const next: Readonly<Record<string, () => HTMLElement | undefined>> = {
    ArrowUp: () => buttons[at - 1],
    ArrowDown: () => buttons[at + 1],
    ArrowLeft: () => besideOf(buttons, at, -1),
    ArrowRight: () => besideOf(buttons, at, 1),
    Home: () => buttons[0],
    End: () => buttons.at(-1),
  }
  if (!Object.hasOwn(next, event.key)) return
  event.preventDefault()
  next[event.key]?.()?.focus()
}

function besideOf(buttons: readonly HTMLElement[], at: number, by: -1 | 1): HTMLElement | undefined {
  const places = buttons.map((button) => button.getBoundingClientRect())
  const own = places[at]
  if (!own) return undefined
  const far = (place: DOMRect) => (place.left - own.left) * by
  const column = Math.min(...places.map(far).filter((distance) => distance > 1))
  const [nearest] = places
    .flatMap((place, index) =>
      Math.abs(far(place) - column) <= 1 ? [{ index, off: Math.abs(place.top - own.top) }] : [],
    )
    .sort((a, b) => a.off - b.off)
  return nearest && buttons[nearest.index]
}
