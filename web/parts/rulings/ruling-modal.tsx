import { useState } from 'react'
import { courseTexts } from '#contract/course-texts.ts'
import type { CellHistory } from '#contract/rulings.ts'
import { Read } from '../../kit/read.tsx'
import { useRead } from '../../kit/use-read.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useDialogTitle } from '../../ui/index.ts'
import { CellHistoryList } from './cell-history-list.tsx'
import type { CellToRule } from './cell-to-rule.ts'
import { DecisionForm } from './decision-form.tsx'
import { MarkEvidence } from './mark-evidence.tsx'
import { RuledMeanwhile } from './ruled-meanwhile.tsx'
import styles from './ruling-modal.module.css'
import { rulingTexts } from './ruling-texts.ts'
import { useSayRuling } from './use-say-ruling.ts'

type DecisionProps = {
  cell: CellToRule
  /** It stands below the row of its person. */
  isInRow: boolean
  onClose: () => void
  /** What was typed for the cell before. */
  reason: string
  onReason: (reason: string) => void
}

/** What the institute decides about one cell, with what was decided before. */
export function RulingModal(props: DecisionProps) {
  const { decision: words } = useTextsOf(rulingTexts)
  const { cell, isInRow } = props
  useDialogTitle(cell.isCourse ? cell.name : words.title)
  return (
    <div className={isInRow ? styles.inRow : undefined}>
      <Decision key={`${cell.sessionId} ${cell.personId} ${cell.seen}`} {...props} />
    </div>
  )
}

function Decision({ isInRow, ...props }: DecisionProps) {
  const { cell } = props
  const [seen, setSeen] = useState(cell.seen)
  const { sessionId, personId } = cell
  const history = useRead('GET /sessions/:sessionId/people/:personId/rulings', { sessionId, personId })
  const { isCourse = false } = cell
  const { sayStatus } = useSayRuling(isCourse)
  return (
    <div className={styles.parts}>
      {!isInRow && (
        <p className={styles.mark}>
          {!isCourse && <b>{cell.name}</b>}
          <span className={styles.code}>{cell.rollNumber}</span>
          <span>{cell.session}</span>
        </p>
      )}
      <Read of={history}>
        {(answer) => (
          <>
            <RuledMeanwhile seen={seen} rulings={answer.rulings} sayStatus={sayStatus} />
            <Disputed dispute={answer.dispute} />
            <DecisionForm
              // What was decided meanwhile begins a new form in a class: it decides which choice there is.
              key={isCourse ? 0 : answer.rulings.length}
              {...props}
              history={answer}
              onSecond={setSeen}
            />
            <Past cell={cell} history={answer} isFolded={isInRow} />
          </>
        )}
      </Read>
    </div>
  )
}

/** What the student said, which the decision answers. */
function Disputed({ dispute }: Pick<CellHistory, 'dispute'>) {
  const { dateTime } = useFormat()
  if (!dispute?.isOpen || !dispute.words) return null
  return (
    <p className={styles.disputed}>
      <span>{`“${dispute.words}”`}</span> <span className={styles.hint}>{dateTime(dispute.at)}</span>
    </p>
  )
}

/** What was decided before, and the evidence of the mark. In a row it is folded away. */
function Past({ cell, history, isFolded }: { cell: CellToRule; history: CellHistory; isFolded: boolean }) {
  const { session: ofCourse } = useTextsOf(courseTexts)
  const { decision: ofClass } = useTextsOf(rulingTexts)
  const { isCourse = false, sessionId, personId } = cell
  const title = isCourse ? ofCourse.history : ofClass.history
  const past = (
    <>
      {(history.mark || history.dispute || history.rulings.length > 0) && (
        <CellHistoryList title={title} history={history} isCourse={isCourse} />
      )}
      {history.mark?.isSigned && <MarkEvidence sessionId={sessionId} personId={personId} />}
    </>
  )
  if (!isFolded) return past
  return (
    <details className={styles.past}>
      <summary>{title}</summary>
      <div className={styles.parts}>{past}</div>
    </details>
  )
}
