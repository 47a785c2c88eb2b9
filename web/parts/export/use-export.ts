import { useRef, useState } from 'react'
import { reportTexts } from '#contract/report-texts.ts'
import { downloadReport, saveDownload } from '../../client/download-report.ts'
import { messageOf } from '../../client/request-error.ts'
import { StepUpCancelled, withStepUp } from '../../kit/step-up.ts'
import { useTextsOf } from '../../language/texts.ts'
import { showError, showInfo, showSuccess } from '../../ui/index.ts'

export type Export = {
  /** `address`: of an export call. */
  readonly start: (address: string) => void
  readonly isBusy: boolean
  /** Whole percent of the file; undefined while unknown. */
  readonly percent: number | undefined
  readonly cancel: () => void
}

/** Fetches one export at a time. */
export function useExport(): Export {
  const reports = useTextsOf(reportTexts)
  const [running, setRunning] = useState<{ percent: number | undefined } | undefined>()
  const abort = useRef<AbortController>(null)

  async function run(address: string): Promise<void> {
    const controller = new AbortController()
    const { signal } = controller
    abort.current = controller
    setRunning({ percent: undefined })
    try {
      const onProgress = (part: number) => setRunning({ percent: Math.floor(part * 100) })
      const download = await withStepUp(`GET ${address}`, () => downloadReport(address, { signal, onProgress }))
      saveDownload(download)
      showSuccess(reports.exportDone(download.name))
    } catch (error) {
      if (signal.aborted || error instanceof StepUpCancelled) showInfo(reports.exportCancelled)
      else showError(messageOf(error))
    } finally {
      setRunning(undefined)
    }
  }

  return {
    start: (address) => void run(address),
    isBusy: running !== undefined,
    percent: running?.percent,
    cancel: () => abort.current?.abort(),
  }
}
