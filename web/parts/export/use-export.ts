import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import { downloadReport, saveDownload } from '../../client/download-report.ts'
import { messageOf } from '../../client/request-error.ts'
import { useTexts } from '../../language/texts.ts'
import { useInstituteProfile } from '../../session/session.ts'
import { showError, showInfo, showSuccess } from '../../ui/index.ts'
import { StepUpCancelled, useStepUp } from '../step-up/use-step-up.tsx'

export type Export = {
  /** `address`: of an export call. */
  readonly start: (address: string) => void
  readonly isBusy: boolean
  /** Whole percent of the file; undefined while unknown. */
  readonly percent: number | undefined
  readonly cancel: () => void
  /** The step-up dialog; must be rendered. */
  readonly dialog: ReactNode
}

/** Fetches one export at a time. */
export function useExport(): Export {
  const texts = useTexts()
  const organisation = useInstituteProfile()
  const stepUp = useStepUp('ORG', organisation.data?.passKey === true)
  const [running, setRunning] = useState<{ percent: number | undefined } | undefined>()
  const abort = useRef<AbortController>(null)

  async function run(address: string): Promise<void> {
    const controller = new AbortController()
    const { signal } = controller
    abort.current = controller
    setRunning({ percent: undefined })
    try {
      const onProgress = (part: number) => setRunning({ percent: Math.floor(part * 100) })
      const download = await stepUp.run(() => downloadReport(address, { signal, onProgress }))
      saveDownload(download)
      showSuccess(texts.reports.exportDone(download.name))
    } catch (error) {
      if (signal.aborted || error instanceof StepUpCancelled) showInfo(texts.reports.exportCancelled)
      else showError(messageOf(error, texts))
    } finally {
      setRunning(undefined)
    }
  }

  return {
    start: (address) => void run(address),
    isBusy: running !== undefined,
    percent: running?.percent,
    cancel: () => abort.current?.abort(),
    dialog: stepUp.dialog,
  }
}
