import { useEffect, useState } from 'react'
import { reportTexts } from '#contract/report-texts.ts'
import type { SessionSheet, SheetRow } from '#contract/reports.ts'
import { maxPageSize } from '#contract/rules.ts'
import type { ProductQuery } from '../../client/call-product.ts'
import { readProduct } from '../../client/read-product.ts'
import { messageOf } from '../../client/request-error.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { showError, showInfo } from '../../ui/index.ts'
import type { PaperSheet } from './paper-sheet.tsx'

type Selection = ProductQuery<'GET /reports/sessions/:sessionId'>

/** About forty pages of paper; for more, an export is better. */
const maxPrintedRows = 2_000

type Paper = { readonly sheet: SessionSheet; readonly PaperSheet: typeof PaperSheet }

/** Loads every row of the sheet, lays it out for paper, and opens the browser's print dialog. */
export function usePrint(sessionId: string, selection: Selection) {
  const reports = useTextsOf(reportTexts)
  const format = useFormat()
  const [isBusy, setBusy] = useState(false)
  const [paper, setPaper] = useState<Paper | undefined>()

  useEffect(() => {
    if (paper === undefined) return
    const done = () => setPaper(undefined)
    window.addEventListener('afterprint', done)
    window.print()
    return () => window.removeEventListener('afterprint', done)
  }, [paper])

  async function print(total: number): Promise<void> {
    if (total > maxPrintedRows) {
      showInfo(reports.printTooLong(format.number(total)))
      return
    }
    setBusy(true)
    try {
      // Fetched when it is first wanted.
      const [sheet, { PaperSheet }] = await Promise.all([
        readWholeSheet(sessionId, selection),
        import('./paper-sheet.tsx'),
      ])
      setPaper({ sheet, PaperSheet })
    } catch (error) {
      showError(messageOf(error))
    } finally {
      setBusy(false)
    }
  }

  return { print: (total: number) => void print(total), isBusy, paper }
}

async function readWholeSheet(sessionId: string, selection: Selection): Promise<SessionSheet> {
  const rows: SheetRow[] = []
  for (;;) {
    const query = { ...selection, limit: maxPageSize, offset: rows.length }
    const page = await readProduct('GET /reports/sessions/:sessionId', { sessionId }, query)
    rows.push(...page.rows)
    if (page.rows.length < maxPageSize || rows.length >= page.total) return { ...page, rows }
  }
}
