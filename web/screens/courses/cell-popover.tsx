import { Popover } from '@base-ui/react/popover'
import { IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import type { CellStatus } from '#contract/course-cells.ts'
import type { CourseRegister, RegisterPerson } from '#contract/course-sessions.ts'
import { courseTexts } from '#contract/course-texts.ts'
import { statusesIn, statusOfLetter, workOutWith } from '#contract/register-numbers.ts'
import { registerTexts } from '#contract/register-texts.ts'
import { joinNames } from '#contract/text-fields.ts'
import { Form } from '../../forms/form.tsx'
import { ReasonField, useReason } from '../../forms/reason-field.tsx'
import { useFormat } from '../../language/format.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { Effect } from '../../parts/rulings/effect.tsx'
import { StatusTiles } from '../../parts/rulings/status-tiles.tsx'
import { Button, Hint, IconButton, useMatches } from '../../ui/index.ts'
import styles from './cell-popover.module.css'
import type { RegisterColumn } from './use-register-columns.ts'
import { statusOfKey } from './use-register-keys.ts'

export type CellPopoverProps = {
  open: boolean
  onClose: () => void
  /** The cell at hand. */
  anchor: RefObject<HTMLElement | null>
  /** Gets the focus back. */
  grid: RefObject<HTMLElement | null>
  register: CourseRegister
  person: RegisterPerson
  column: RegisterColumn
  /** Its place. */
  at: number
  /** The status that was typed; without one, what holds is chosen. */
  begins: CellStatus | undefined
  reason: string
  onReason: (reason: string) => void
  onDecide: (status: CellStatus, reason: string) => void
  onHistory: () => void
}

/** Of a sheet, instead of a place beside its cell. */
const belowAll = { position: 'fixed', inset: 'auto 0 0', transform: 'none' } as const

/** What holds in a cell and why, asked at the cell; on a phone a sheet from below. */
export function CellPopover(props: CellPopoverProps) {
  const { open, onClose, anchor, grid, person, column, begins } = props
  const texts = useTexts()
  const isSheet = useMatches('(max-width: 640px)')
  const popup = useRef<HTMLDivElement>(null)
  const wanted = begins && column.lockedSince === undefined ? 'input:not([type="radio"])' : 'input:checked'
  return (
    <Popover.Root open={open} modal={isSheet} onOpenChange={(next) => !next && onClose()}>
      <Popover.Portal>
        {isSheet && <Popover.Backdrop className={styles.backdrop} />}
        <Popover.Positioner
          className={styles.positioner}
          {...(isSheet && { style: belowAll })}
          anchor={anchor}
          side="bottom"
          sideOffset={8}
          collisionPadding={8}
          collisionAvoidance={{ side: 'flip', align: 'shift' }}
        >
          <Popover.Popup
            ref={popup}
            className={styles.popup}
            initialFocus={() => popup.current?.querySelector<HTMLElement>(wanted) ?? true}
            finalFocus={grid}
          >
            <Popover.Title className={styles.title}>
              {`${joinNames(person.given, person.family)}, ${column.day}`}
            </Popover.Title>
            <Question key={`${person.personId} ${column.id} ${begins}`} {...props} />
            <IconButton
              className={styles.close}
              label={texts.common.close}
              icon={<IconX size={18} stroke={1.9} />}
              onClick={onClose}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

function Question({
  register,
  person,
  column,
  at,
  begins,
  reason,
  onReason,
  onDecide,
  onHistory,
  onClose,
}: CellPopoverProps) {
  const words = useTextsOf(registerTexts)
  const { session: ofSession, register: ofCell } = useTextsOf(courseTexts)
  const { number, day } = useFormat()
  const why = useReason({ needed: ofSession.reasonNeeded, begins: reason, onType: onReason })
  const letter = person.letters[at] ?? '-'
  const [status, setStatus] = useState<CellStatus>(begins ?? statusOfLetter(letter) ?? 'present')
  const isRuled = person.rulings.some(([column]) => column === at)
  const stands = ofCell.letters[letter as keyof typeof ofCell.letters]
  const standing = (isRuled ? words.cell.ruled : words.cell.standing)(number(column.number), stands)

  function submit(): void {
    const said = why.take()
    if (said !== undefined) onDecide(status, said)
  }
  function choose(event: KeyboardEvent): void {
    const typed = event.ctrlKey || event.metaKey || event.altKey ? undefined : statusOfKey(event.key)
    if (typed === undefined || !statusesIn(register).includes(typed)) return
    event.preventDefault()
    setStatus(typed)
    if (why.typed.trim() === '') why.focus()
  }

  return (
    <Form gap={12} onSubmit={submit}>
      <Hint small>
        <span>{standing}</span>{' '}
        <button type="button" className={styles.history} onClick={onHistory}>
          {words.cell.history}
        </button>
      </Hint>
      {column.lockedSince !== undefined ? (
        <p className={styles.locked}>{words.cell.locked(day(column.lockedSince))}</p>
      ) : (
        <>
          <StatusTiles
            label={words.cell.statuses}
            statuses={statusesIn(register)}
            stands={statusOfLetter(letter)}
            value={status}
            onChoose={setStatus}
            onKeyDown={choose}
          />
          <ReasonField label={ofSession.reason} hint={ofSession.reasonHint} of={why} />
          <Effect now={person.working} after={workOutWith(register, person, { column: at, status })} />
          <div className={styles.actions}>
            <Button type="submit" kind="primary">
              <span>{words.cell.change}</span> <kbd className={styles.key}>Enter</kbd>
            </Button>
            <Button kind="quiet" className={styles.leave} onClick={onClose}>
              <span>{words.cell.leave}</span> <kbd className={styles.key}>Esc</kbd>
            </Button>
            <span className={styles.or}>{words.cell.orLetter}</span>
          </div>
        </>
      )}
    </Form>
  )
}
