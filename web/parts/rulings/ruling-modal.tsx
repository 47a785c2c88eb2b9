import { useState } from 'react'
import { courseTexts } from '#contract/course-texts.ts'
import { rulingTexts } from '#contract/ruling-texts.ts'
import { Read } from '../../kit/read.tsx'
import { useRead } from '../../kit/use-read.ts'
import { useTextsOf } from '../../language/texts.ts'
import { Modal } from '../../ui/index.ts'
import { CellHistoryList } from './cell-history-list.tsx'
import type { CellToRule } from './cell-to-rule.ts'
import { DecisionForm } from './decision-form.tsx'
import { MarkEvidence } from './mark-evidence.tsx'
import { RuledMeanwhile } from './ruled-meanwhile.tsx'
import styles from './ruling-modal.module.css'
import { useSayRuling } from './use-say-ruling.ts'

export type RulingModalProps = { open: boolean; onClose: () => void; cell: CellToRule }

/** What the institute decides about one cell, with what was decided before. */
export function RulingModal({ open, onClose, cell }: RulingModalProps) {
  const { decision: words } = useTextsOf('ruling', rulingTexts)
  // In a course a reason that was typed once stays for the next cells.
  const [lastReason, setLastReason] = useState('')
  const { isCourse = false } = cell
  return (
    <Modal open={open} onClose={onClose} title={isCourse ? cell.name : words.title}>
      <Decision
        key={`${cell.sessionId} ${cell.personId} ${cell.seen}`}
        cell={cell}
        onClose={onClose}
        lastReason={isCourse ? lastReason : ''}
        onReason={setLastReason}
      />
    </Modal>
  )
}

type DecisionProps = {
  cell: CellToRule
  onClose: () => void
  lastReason: string
  onReason: (reason: string) => void
}

function Decision({ cell, onClose, lastReason, onReason }: DecisionProps) {
  const { session: ofCourse } = useTextsOf('course', courseTexts)
  const { decision: ofClass } = useTextsOf('ruling', rulingTexts)
  const [seen, setSeen] = useState(cell.seen)
  const { sessionId, personId } = cell
  const history = useRead('GET /sessions/:sessionId/people/:personId/rulings', { sessionId, personId })
  const { isCourse = false } = cell
  const { sayStatus } = useSayRuling(isCourse)
  return (
    <div className={styles.parts}>
      <p className={styles.mark}>
        {!isCourse && <b>{cell.name}</b>}
        <span className={styles.code}>{cell.rollNumber}</span>
        <span>{cell.session}</span>
      </p>
      <Read of={history}>
        {(answer) => (
          <>
            <RuledMeanwhile seen={seen} rulings={answer.rulings} sayStatus={sayStatus} />
            <DecisionForm
              // What was decided meanwhile begins a new form in a class: it decides which choice there is.
              key={isCourse ? 0 : answer.rulings.length}
              cell={cell}
              history={answer}
              lastReason={lastReason}
              onReason={onReason}
              onClose={onClose}
              onSecond={setSeen}
            />
            {(answer.mark || answer.dispute || answer.rulings.length > 0) && (
              <CellHistoryList
                title={isCourse ? ofCourse.history : ofClass.history}
                history={answer}
                isCourse={isCourse}
              />
            )}
            {answer.mark?.isSigned && <MarkEvidence sessionId={sessionId} personId={personId} />}
          </>
        )}
      </Read>
    </div>
  )
}
