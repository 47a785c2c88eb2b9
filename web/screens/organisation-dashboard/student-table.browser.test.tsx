import { useNavigate } from 'react-router'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
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
      <StudentTable isWaiting={false} />
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

test.each([390, 1440])('the ring around a name ends before what is said below it, %i px wide', async (wide) => {
  await page.viewport(wide, 844)
  const { passKey: _, ...withoutPasskey } = ashaDocument
  answerCalls({
    'GET /databases/:databaseId/collections/:collectionId/documents': { total: 1, documents: [withoutPasskey] },
  })
  showPart(<StudentTable isWaiting={false} />, { account: office })
  const name = page.getByRole('button', { name: 'Asha Rao' })
  await expect.element(name).toBeVisible()
  await userEvent.tab()
  while (document.activeElement !== name.element()) await userEvent.tab()
  const { outlineWidth, outlineOffset } = getComputedStyle(name.element())
  const ring =
    name.element().getBoundingClientRect().bottom + Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)
  expect(Number.parseFloat(outlineWidth)).toBe(3)
  expect(page.getByText('No passkey yet').element().getBoundingClientRect().top).toBeGreaterThanOrEqual(ring)
})
