import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { reportPaths } from '#contract/report-requests.ts'
import { answerCalls, refuse } from '../../testing/answer-calls.ts'
import { noPasskeys, office, officeDocument } from '../../testing/people.ts'
import { press, showPart, toast } from '../../testing/show-part.tsx'
import { ExportButtons } from './export-buttons.tsx'

const read = 'GET /databases/:databaseId/collections/:collectionId/documents/:documentId'
const asked = {
  [read]: officeDocument,
  'GET /passkeys': noPasskeys,
} as const
const start = page.getByRole('button', { name: 'Export CSV' })
const part = <ExportButtons path={reportPaths.exports.sessions(office.$id)} query={{}} />

test('an export that was not confirmed gives the focus back to its buttons', async () => {
  answerCalls({ ...asked, 'GET /groups/:groupId/reports/sessions/export': refuse('step-up-needed-to-export') })
  showPart(part, { account: office })
  for (const leave of ['Escape', 'Cancel'] as const) {
    await press(start, 'Enter')
    const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await expect.element(question.getByLabelText('Current password')).toHaveFocus()
    if (leave === 'Escape') await userEvent.keyboard('{Escape}')
    else await press(question.getByRole('button', { name: 'Cancel' }), 'Enter')
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(start).toHaveFocus()
  }
})

test('the export of CSV says that XLSX is the file for spreadsheets', async () => {
  answerCalls(asked)
  showPart(part, { account: office })
  const hint = 'For a spreadsheet take XLSX: from CSV it reads 007 as 7, and rounds long numbers.'
  await expect.element(page.getByText(hint)).toBeVisible()
  await expect.element(start).toHaveAccessibleDescription(hint)
})

test('an export can be stopped', async () => {
  answerCalls({ ...asked, 'GET /groups/:groupId/reports/sessions/export': () => new Promise(() => undefined) })
  showPart(part, { account: office })
  await press(start, 'Enter')
  await expect.element(page.getByRole('progressbar', { name: 'Exporting' })).toBeVisible()
  const cancel = page.getByRole('button', { name: 'Cancel' })
  await expect.element(cancel).toHaveFocus()
  await press(cancel, 'Enter')
  await expect.element(toast('Export cancelled')).toBeVisible()
  await expect.element(start).toBeEnabled()
  await expect.element(start).toHaveFocus()
})
