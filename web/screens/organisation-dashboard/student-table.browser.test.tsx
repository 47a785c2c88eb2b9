import { useNavigate } from 'react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerCalls } from '../../testing/answer-calls.ts'
import { ashaDocument, office } from '../../testing/people.ts'
import { press, showPart } from '../../testing/show-part.tsx'
import { StudentTable } from './student-table.tsx'

const shown = page.getByRole('status')
const next = page.getByRole('button', { name: 'Next page' })

/** Twelve students: two pages. */
function openTable() {
  answerCalls({
    'GET /databases/:databaseId/collections/:collectionId/documents': { total: 12, documents: [ashaDocument] },
  })
  showPart(
    <>
      <StudentTable isWaiting={false} hasPasskey={true} />
      <BackButton />
    </>,
    { account: office, path: '/admin/dashboard/K7QF3M9T' },
  )
}

function BackButton() {
  const navigate = useNavigate()
  return (
    <button type="button" onClick={() => void navigate(-1)}>
      Back in history
    </button>
  )
}

test('Back leads to the page of students that was open before', async () => {
  openTable()
  await expect.element(shown).toHaveTextContent('1–1 of 12')
  await press(next, 'Enter')
  await expect.element(shown).toHaveTextContent('11–11 of 12')
  await press(page.getByRole('button', { name: 'Back in history' }), 'Enter')
  await expect.element(shown).toHaveTextContent('1–1 of 12')
})

test('the keyboard stays at Next page, also at the last one', async () => {
  openTable()
  await expect.element(shown).toHaveTextContent('1–1 of 12')
  await press(next, 'Enter')
  await expect.element(shown).toHaveTextContent('11–11 of 12')
  await expect.element(next).toHaveAttribute('aria-disabled', 'true')
  await expect.element(next).toHaveFocus()
})
