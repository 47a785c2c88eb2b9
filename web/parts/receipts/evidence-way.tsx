import { useState } from 'react'
import { messageOf } from '../../client/request-error.ts'
import { useTextsOf } from '../../language/texts.ts'
import { Button, showError, showSuccess } from '../../ui/index.ts'
import { disputeTexts } from './dispute-texts.ts'
import styles from './dispute-way.module.css'

type EvidenceWayProps = {
  sessionId: string
  /** Names the mark for screen readers. */
  about: string
}

/** Saves the evidence file of one of the student's own marks, which the student signed. */
export function EvidenceWay({ sessionId, about }: EvidenceWayProps) {
  const words = useTextsOf(disputeTexts)
  const [isBusy, setBusy] = useState(false)

  async function take(): Promise<void> {
    setBusy(true)
    try {
      const { saveEvidence } = await import('../../client/save-evidence.ts')
      await saveEvidence({ sessionId })
      showSuccess(words.evidenceTaken)
    } catch (error) {
      showError(messageOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button
      kind="quiet"
      className={styles.way}
      busy={isBusy}
      aria-label={`${words.evidence}, ${about}`}
      onClick={() => void take()}
    >
      {words.evidence}
    </Button>
  )
}
