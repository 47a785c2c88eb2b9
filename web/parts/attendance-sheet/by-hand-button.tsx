import { useState } from 'react'
import { Button, loadModalDialog, OpenOnDemand } from '../../ui/index.ts'
import type { Chosen } from './by-hand-modal.tsx'

// Fetched when it is first wanted.
const load = async () => {
  const [{ ByHandModal }] = await Promise.all([import('./by-hand-modal.tsx'), loadModalDialog()])
  return ByHandModal
}

type ByHandButtonProps = {
  sessionId: string
  chosen: readonly Chosen[]
  /** The server has answered about each of them. */
  onDone: () => void
  children: string
}

export const isAmong = (chosen: readonly Chosen[], studentId: string): boolean =>
  chosen.some((one) => one.studentId === studentId)

/** Chooses a student, or chooses one no more. */
export const toggle = (chosen: readonly Chosen[], student: Chosen): readonly Chosen[] =>
  isAmong(chosen, student.studentId)
    ? chosen.filter(({ studentId }) => studentId !== student.studentId)
    : [...chosen, student]

/** Asks why those who were chosen are marked by hand, and marks them. */
export function ByHandButton({ sessionId, chosen, onDone, children }: ByHandButtonProps) {
  // A new one each time it is opened: none shows the refusal of the one before.
  const [opened, setOpened] = useState(0)
  const [isOpen, setOpen] = useState(false)
  function done() {
    setOpen(false)
    onDone()
  }
  return (
    <>
      <Button
        kind="primary"
        onClick={() => {
          setOpened((before) => before + 1)
          setOpen(true)
        }}
      >
        {children}
      </Button>
      {opened > 0 && (
        <OpenOnDemand
          key={opened}
          load={load}
          props={{ open: isOpen, sessionId, students: chosen, onClose: () => setOpen(false), onDone: done }}
        />
      )}
    </>
  )
}
