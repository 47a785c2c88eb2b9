import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { hindiFieldTexts } from '#contract/field-texts.hi.ts'
import { answerCalls, refuse } from '../../testing/answer-calls.ts'
import { asha } from '../../testing/people.ts'
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
    'POST /institutes/look-up': { institute: null },
  })
  showPart(<Register />)
  await fillIn(code)
  await page.getByRole('button', { name: 'Register' }).click()
  await expect.element(toast('Invalid org-code')).toBeVisible()
  expect(asked.filter(({ call }) => call !== 'POST /institutes/look-up')).toEqual([])
  await expect.element(page.getByLabelText('First Name', { exact: true })).toHaveValue('Asha')
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
  await expect.element(page.getByLabelText(hindiFieldTexts.firstName)).toHaveValue('श्रेया')
})

test('a common password is told before anything is registered, and what was typed stays', async () => {
  const asked = answerCalls({
    'POST /institutes/look-up': { institute: { id: 'K7QF3M9T', name: 'Kaveri College' } },
    'POST /passwords/check': { isCommon: true },
  })
  showPart(<Register />)
  await fillIn('K7QF-3M9T')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect.element(toast('This password is among the most common ones. Please choose another')).toBeVisible()
  const password = page.getByLabelText('Password', { exact: true })
  await expect.element(password).toHaveFocus()
  await expect
    .element(password)
    .toHaveAccessibleDescription('This password is among the most common ones. Please choose another')
  await expect.element(password).toHaveValue('umbrella-monsoon-tramway-7')
  await expect.element(page.getByLabelText('Email', { exact: true })).toHaveValue('asha.rao@students.example')
  expect(new Set(asked.map(({ call }) => call))).toEqual(new Set(['POST /institutes/look-up', 'POST /passwords/check']))
})

test('the code of a join link is filled in', async () => {
  answerCalls({ 'POST /institutes/look-up': { institute: { id: 'K7QF3M9T', name: 'Kaveri College' } } })
  showPart(<Register />, { path: '/register?code=k7qf3m9t' })
  const code = page.getByLabelText('Institute Code', { exact: true })
  await expect.element(code).toHaveValue('K7QF-3M9T')
  await expect.element(code).toHaveAccessibleDescription('Kaveri College')
})

const registrable = {
  'POST /institutes/look-up': { institute: { id: 'K7QF3M9T', name: 'Kaveri College' } },
  'POST /passwords/check': { isCommon: false },
} as const

test('an email that has an account is refused, and the form is empty then', async () => {
  answerCalls({ ...registrable, 'POST /account': refuse('user_already_exists') })
  showPart(<Register />)
  await fillIn('K7QF-3M9T')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect.element(toast('An account with this email already exists.')).toBeVisible()
  await expect.element(page.getByLabelText('Email', { exact: true })).toHaveValue('')
})

test('digits of other scripts are ASCII digits in the form and in what is sent', async () => {
  const asked = answerCalls({
    ...registrable,
    'POST /account': { ...asha, labels: [] },
    'POST /user/label': { userId: asha.$id, label: 'STD' },
    'POST /databases/:databaseId/collections/:collectionId/documents': refuse('document_unique_constraint_violation'),
  })
  showPart(<Register />)
  await fillIn('K7QF-3M9T')
  const rollNumber = page.getByLabelText('Institute Roll Number', { exact: true })
  const phoneNumber = page.getByLabelText('Phone Number', { exact: true })
  await rollNumber.fill('२१CS०४२')
  await expect.element(rollNumber).toHaveValue('21CS042')
  await phoneNumber.fill('+٩١ ９８４５０ ১২৩৪৫')
  await expect.element(phoneNumber).toHaveValue('+91 98450 12345')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect
    .element(toast('This roll number is taken in this institute. Please check it, or ask your institute.'))
    .toBeVisible()
  const { body } = asked.find(({ call }) => call.endsWith('/documents')) ?? {}
  expect(body).toMatchObject({ data: { rollNumber: '21CS042', phoneNumber: '+91 98450 12345' } })
})

test('a roll number that another student of the institute has is refused', async () => {
  answerCalls({
    ...registrable,
    'POST /account': { ...asha, labels: [] },
    'POST /user/label': { userId: asha.$id, label: 'STD' },
    'POST /databases/:databaseId/collections/:collectionId/documents': refuse('document_unique_constraint_violation'),
  })
  showPart(<Register />)
  await fillIn('K7QF-3M9T')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect
    .element(toast('This roll number is taken in this institute. Please check it, or ask your institute.'))
    .toBeVisible()
})

test.each([
  [390, true],
  [1440, false],
])('the form says how a code looks where no cover stands beside it, %i px wide', async (wide, isShown) => {
  await page.viewport(wide, 900)
  showPart(<Register />)
  const words = 'Your institute gives you its code. It has eight characters and looks like K7QF-3M9T.'
  const hint = page.getByRole('main').getByText(words, { exact: true })
  await expect.element(page.getByLabelText('Institute Code', { exact: true })).toHaveAccessibleDescription(words)
  expect(hint.element().checkVisibility()).toBe(isShown)
})
