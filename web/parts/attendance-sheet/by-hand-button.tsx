import { Button, Dialog, useDialog } from '../../ui/index.ts'
import type { Chosen } from './by-hand-modal.tsx'

const load = async () => (await import('./by-hand-modal.tsx')).ByHandModal

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
  const question = useDialog()
  function done() {
    question.close()
    onDone()
  }
  return (
    <>
      <Button kind="primary" onClick={() => question.open()}>
        {children}
      </Button>
      <Dialog of={question} load={load} props={{ sessionId, students: chosen, onDone: done }} />
    </>
  )
}
