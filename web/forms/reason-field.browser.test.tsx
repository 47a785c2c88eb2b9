import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { showPart } from '../testing/show-part.tsx'
import { Button } from '../ui/index.ts'
import { ReasonField, useReason } from './reason-field.tsx'

/** An act that is refused each time. */
function Act() {
  const reason = useReason({ needed: 'Say why.', max: 20 })
  const note = useReason({ needed: '', max: 20 })
  const [sent, setSent] = useState<readonly string[]>([])
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const [why, noted] = [reason.take(), note.take()]
        if (why !== undefined && noted !== undefined) setSent([...sent, `${why}|${noted}`])
      }}
    >
      <ReasonField label="Reason" of={reason} />
      <ReasonField label="Note" optional of={note} />
      <Button type="submit">Act</Button>
      <output>{sent.join(';')}</output>
    </form>
  )
}

test('a reason that is missing or too long is said at its field, and what is refused keeps what was typed', async () => {
  showPart(<Act />)
  const [reason, note] = [page.getByLabelText('Reason'), page.getByLabelText(/^Note/)]
  const act = page.getByRole('button', { name: 'Act' })
  await note.fill('A note that is much too long')
  await act.click()
  await expect.element(page.getByText('Say why.')).toBeVisible()
  await expect.element(reason).toHaveFocus()
  await reason.fill(' Seen  there ')
  await expect.element(page.getByText('Say why.')).not.toBeInTheDocument()
  await act.click()
  await expect.element(note).toHaveFocus()
  await note.fill('')
  await act.click()
  await expect.element(page.getByRole('status')).toHaveTextContent('Seen there|')
  await expect.element(reason).toHaveValue(' Seen  there ')
})
