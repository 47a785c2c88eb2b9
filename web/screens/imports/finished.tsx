import { IconArrowBackUp, IconCheck } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { CourseImport } from '#contract/course-imports.ts'
import { importTexts } from '#contract/import-texts.ts'
import type { ImportSummary } from '#contract/imports.ts'
import { serverNow } from '../../client/server-clock.ts'
import { useAct } from '../../kit/use-act.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useMay } from '../../session/may.ts'
import { Button, buttonClass, ConfirmButton, DetailList } from '../../ui/index.ts'
import styles from './imports.module.css'

type DoneProps = { title: string; done: Pick<ImportSummary, 'state' | 'appliedAt' | 'undoneAt' | 'by'> }

/** The board of a finished import. `title`: unless it was undone. */
function DoneBoard({ title, done: { state, appliedAt, undoneAt, by } }: DoneProps) {
  const { result: say } = useTextsOf(importTexts)
  const { dateTime } = useFormat()
  const at = undoneAt ?? appliedAt
  const isUndone = state === 'undone'
  const Icon = isUndone ? IconArrowBackUp : IconCheck
  return (
    <div className={styles.done} role="status">
      <span className={styles.tick}>
        <Icon size={28} stroke={2} aria-hidden="true" />
      </span>
      <span className={styles.doneWords}>
        <b>{isUndone ? say.undone : title}</b>
        {at !== null && <span>{by && !undoneAt ? say.atBy(dateTime(at), by.name) : dateTime(at)}</span>}
      </span>
    </div>
  )
}

type Undone = { readonly undone: number; readonly kept: number; readonly ownKept?: true }
type UndoProps = {
  done: Pick<ImportSummary, 'state' | 'undoUntil'>
  name: 'POST /imports/:importId/undo' | 'POST /course-imports/:importId/undo'
  id: string
  say: (undone: Undone) => string
}

type FinishedProps = DoneProps &
  Pick<UndoProps, 'name' | 'say'> & {
    done: ImportSummary | CourseImport
    details: readonly { readonly label: string; readonly value: string }[]
    back: { readonly label: string; readonly to: string }
    another: string
    onAnother: () => void
    children: ReactNode
  }

/** What an import has done, with its undo and the ways on. */
export function Finished({ title, done, details, name, say: tell, back, another, onAnother, children }: FinishedProps) {
  const mayImport = useMay('office')
  return (
    <>
      <DoneBoard title={title} done={done} />
      <DetailList details={details} />
      {children}
      <div className={styles.actions}>
        <UndoButton done={done} name={name} id={done.id} say={tell} />
        <span className={styles.after}>
          {mayImport && <Button onClick={onAnother}>{another}</Button>}
          <Link className={buttonClass('secondary')} to={back.to}>
            {back.label}
          </Link>
        </span>
      </div>
    </>
  )
}

/** Takes an import back, after a second touch and a step-up. Nothing once its time is over, and for who only reads. */
function UndoButton({ done: { state, undoUntil }, name, id, say: tell }: UndoProps) {
  const { result: say } = useTextsOf(importTexts)
  const { dateTime } = useFormat()
  const mayUndo = useMay('office')
  const [isAsking, setAsking] = useState(false)
  const [openedAt] = useState(serverNow)
  const { run, isBusy } = useAct(name)
  if (!mayUndo || state !== 'applied' || undoUntil === null || undoUntil <= openedAt) return null
  return (
    <span className={styles.after}>
      <ConfirmButton
        kind={isAsking ? 'secondary' : 'quiet'}
        icon={<IconArrowBackUp size={20} stroke={1.9} aria-hidden="true" />}
        isAsking={isAsking}
        busy={isBusy}
        onClick={() => (isAsking ? void run({ importId: id }, {}, { done: tell }) : setAsking(true))}
      >
        {isAsking ? say.undoNow : say.undo}
      </ConfirmButton>
      <span className={styles.quiet}>{say.undoUntil(dateTime(undoUntil))}</span>
    </span>
  )
}
