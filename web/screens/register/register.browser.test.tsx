import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { hindi } from '../../language/hindi.ts'
import { answerCalls, refuse } from '../../testing/answer-calls.ts'
import { showPart, toast } from '../../testing/show-part.tsx'
import { LanguageSwitch } from '../../ui/index.ts'
import { Register } from './register.tsx'

async function fillIn(instituteCode: string): Promise<void> {
  for (const [label, value] of [
    ['First Name', 'Asha'],
    ['Last Name', 'Rao'],
    ['Institute Code', instituteCode],
    ['Institute Roll Number', '21CS042'],
    ['Email', 'asha.rao@students.example'],
    ['Phone Number', '+91 98450 12345'],
    ['Password', 'umbrella-monsoon-tramway-7'],
  ] as const) {
    await page.getByLabelText(label, { exact: true }).fill(value)
  }
}

test.each([
  ['of no institute', 'K7QF-3M9T'],
  ['that cannot be one', '../x'],
])('a code %s is refused before anything is registered', async (_, code) => {
  const asked = answerCalls({
    'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': refuse('document_not_found'),
  })
  showPart(<Register />)
  await fillIn(code)
  await page.getByRole('button', { name: 'Register' }).click()
  await expect.element(toast('Invalid org-code')).toBeVisible()
  expect(asked.filter(({ call }) => call.startsWith('POST'))).toEqual([])
})

test('what has been typed stays when the language changes', async () => {
  showPart(
    <>
      <LanguageSwitch />
      <Register />
    </>,
  )
  await page.getByLabelText('First Name').fill('श्रेया')
  await page.getByRole('button', { name: 'हिन्दी' }).nth(0).click()
  await expect.element(page.getByLabelText(hindi.field.firstName)).toHaveValue('श्रेया')
})
