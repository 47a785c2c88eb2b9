import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerCalls, refuse } from '../../testing/answer-calls.ts'
import { asha, ashaDocument, office } from '../../testing/people.ts'
import { showPart, toast } from '../../testing/show-part.tsx'
import { AddInstituteModal } from './add-institute-modal.tsx'

test('an institute that is there already is not sent, and one that does not exist is refused', async () => {
  const asked = answerCalls({
    'PATCH /databases/:databaseId/collections/:collectionId/documents/:documentId': refuse('institute-code-invalid'),
  })
  showPart(<AddInstituteModal open onClose={() => undefined} student={ashaDocument} />, { account: asha })
  const modal = page.getByRole('dialog')
  const code = modal.getByPlaceholder('Enter the unique Institute code')
  const add = modal.getByRole('button', { name: 'Add Institute' })
  await code.fill(office.$id)
  await add.click()
  await expect.element(toast('Already added')).toBeVisible()
  expect(asked).toHaveLength(0)
  await code.fill('K7QF-3M9V')
  await add.click()
  await expect.element(toast('Invalid org-code')).toBeVisible()
  expect(asked).toMatchObject([{ body: { data: { organisation: [office.$id, 'K7QF3M9V'] } } }])
})
