import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerCalls, refuse } from '../../testing/answer-calls.ts'
import { asha, ashaDocument, office } from '../../testing/people.ts'
import { showDialog, toast } from '../../testing/show-part.tsx'
import { AddInstituteModal } from './add-institute-modal.tsx'

test('asks for the number there where another student has the own one', async () => {
  const call = 'PATCH /databases/:databaseId/collections/:collectionId/documents/:documentId'
  const asked = answerCalls({
    'POST /institutes/look-up': { institute: { id: 'K7QF3M9V', name: 'Sahyadri College' } },
    [call]: refuse('document_unique_constraint_violation'),
  })
  showDialog(AddInstituteModal, { student: ashaDocument, code: '' }, { account: asha })
  const modal = page.getByRole('dialog')
  const add = modal.getByRole('button', { name: 'Add Institute' })
  const number = modal.getByLabelText('Your roll number at this institute')
  await modal.getByPlaceholder('Enter the unique Institute code').fill('K7QF-3M9V')
  await expect.element(number).not.toBeInTheDocument()
  await add.click()
  await expect.element(modal.getByText(/^Another student there has your number\./)).toBeVisible()
  await add.click()
  const sent = () => asked.filter((one) => one.call === call).map(({ body }) => (body as { data: object }).data)
  expect(sent()).toHaveLength(1)
  await number.fill('E-8')
  await add.click()
  await expect.poll(() => sent().length).toBe(2)
  const organisation = [...ashaDocument.organisation, 'K7QF3M9V']
  expect(sent()).toEqual([{ organisation }, { organisation, rollNumber: 'E-8' }])
})

test('an institute that is there already is not sent, and one that does not exist is refused', async () => {
  const asked = answerCalls({
    'POST /institutes/look-up': ({ body }) => ({
      institute: (body as { code: string }).code === office.$id ? { id: office.$id, name: office.name } : null,
    }),
  })
  showDialog(AddInstituteModal, { student: ashaDocument, code: '' }, { account: asha })
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
