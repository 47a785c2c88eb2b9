import { useEffect, useState } from 'react'
import type { SessionSheet, SheetRow } from '#contract/reports.ts'
import { maxPageSize } from '#contract/rules.ts'
import type { ProductQuery } from '../../client/call-product.ts'
import { readProduct } from '../../client/read-product.ts'
import { messageOf } from '../../client/request-error.ts'
import { useFormat } from '../../language/format.ts'
import { useTexts } from '../../language/texts.ts'
import { showError, showInfo } from '../../ui/index.ts'

type Selection = ProductQuery<'GET /reports/sessions/:sessionId'>

/** About forty pages of paper; for more, an export is better. */
const maxPrintedRows = 2_000

/** Loads every row of the sheet, lays it out for paper, and opens the browser's print dialog. */
export function usePrint(sessionId: string, selection: Selection) {
  const texts = useTexts()
  const format = useFormat()
  const [isBusy, setBusy] = useState(false)
  const [sheet, setSheet] = useState<SessionSheet | undefined>()

  useEffect(() => {
    if (sheet === undefined) return
    const done = () => setSheet(undefined)
    window.addEventListener('afterprint', done)
    window.print()
    return () => window.removeEventListener('afterprint', done)
  }, [sheet])

  async function print(total: number): Promise<void> {
    if (total > maxPrintedRows) {
      showInfo(texts.reports.printTooLong(format.number(total)))
      return
    }
    setBusy(true)
    try {
      setSheet(await readWholeSheet(sessionId, selection))
    } catch (error) {
      showError(messageOf(error, texts))
    } finally {
      setBusy(false)
    }
  }

  return { print: (total: number) => void print(total), isBusy, sheet }
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
