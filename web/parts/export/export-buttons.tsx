import { IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useEffect, useId, useRef } from 'react'
import type { ExportFormat } from '#contract/report-requests.ts'
import { exportFormats } from '#contract/report-requests.ts'
import { reportTexts } from '#contract/report-texts.ts'
import { addressWith } from '../../client/read-product.ts'
import { useFormat } from '../../language/format.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { Button } from '../../ui/index.ts'
import styles from './export-buttons.module.css'
import { useExport } from './use-export.ts'

type ExportQuery = Readonly<Record<string, string | number | undefined>>

export type ExportButtonsProps = {
  /** Of the export call. */
  path: string
  query: ExportQuery
  disabled?: boolean
  /** Beside the two formats: another file, as XLSX only. */
  further?: { readonly label: string; readonly path: string; readonly query: ExportQuery }
  children?: ReactNode
}

/** The report as a file. During a download it shows the progress and a stop button. */
export function ExportButtons({ path, query, disabled = false, further, children }: ExportButtonsProps) {
  const words = useTextsOf(reportTexts)
  const { common } = useTexts()
  const format = useFormat()
  const file = useExport()
  const hintId = useId()
  const row = useRef<HTMLDivElement>(null)
  const wasBusy = useRef(file.isBusy)
  useEffect(() => {
    if (wasBusy.current === file.isBusy) return
    wasBusy.current = file.isBusy
    // The part that replaces the pressed button also gets the focus.
    if (document.activeElement === document.body) row.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [file.isBusy])

  // The server takes the institute's own, where it has chosen one.
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const start = (where: string, what: ExportQuery, as: ExportFormat) =>
    file.start(addressWith(where, { ...what, format: as, zone }))
  return (
    <div ref={row} className={styles.row}>
      {file.isBusy ? (
        <>
          <div className={styles.progress}>
            <span>
              <span>{words.exporting}</span>
              {file.percent !== undefined && <span>{` ${format.percent(file.percent)}`}</span>}
            </span>
            <progress
              aria-label={words.exporting}
              max={100}
              {...(file.percent !== undefined && { value: file.percent })}
            />
          </div>
          <Button onClick={file.cancel}>{common.cancel}</Button>
        </>
      ) : (
        <>
          {children}
          {exportFormats.map((as) => (
            <Button
              key={as}
              icon={<IconDownload size={20} stroke={1.9} aria-hidden="true" />}
              disabled={disabled}
              aria-describedby={as === 'csv' ? hintId : undefined}
              onClick={() => start(path, query, as)}
            >
              {words.exportAs[as]}
            </Button>
          ))}
          {further && (
            <Button
              icon={<IconDownload size={20} stroke={1.9} aria-hidden="true" />}
              disabled={disabled}
              onClick={() => start(further.path, further.query, 'xlsx')}
            >
              {further.label}
            </Button>
          )}
          <p id={hintId} className={styles.hint}>
            {words.csvHint}
          </p>
        </>
      )}
    </div>
  )
}
