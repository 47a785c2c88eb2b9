import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerCalls } from '../../testing/answer-calls.ts'
import { asha, ashaDocument, office } from '../../testing/people.ts'
import { showPart, toast } from '../../testing/show-part.tsx'
import { AddInstituteModal } from './add-institute-modal.tsx'

test('an institute that is there already is not sent, and one that does not exist is refused', async () => {
  const asked = answerCalls({
    'POST /institutes/look-up': ({ body }) => ({
      institute: (body as { code: string }).code === office.$id ? { id: office.$id, name: office.name } : null,
    }),
  })
  showPart(<AddInstituteModal open onClose={() => undefined} student={ashaDocument} code="" />, { account: asha })
  const modal = page.getByRole('dialog')
  const code = modal.getByPlaceholder('Enter the unique Institute code')
  const add = modal.getByRole('button', { name: 'Add Institute' })
  await code.fill(office.$id)
  await add.click()
  await expect.element(toast('Already added')).toBeVisible()
  expect(asked.filter(({ call }) => call.startsWith('PATCH'))).toEqual([])
  await code.fill('K7QF-3M9V')
  await add.click()
  await expect.element(toast('Invalid org-code')).toBeVisible()
  expect(asked.filter(({ call }) => call.startsWith('PATCH'))).toEqual([])
})
