import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { paths } from '#contract/paths.ts'
import { takeMailLink } from '../../session/mail-link.ts'
import { answerCalls, refuse } from '../../testing/answer-calls.ts'
import { office } from '../../testing/people.ts'
import { showPart } from '../../testing/show-part.tsx'
import { Enrol } from './enrol.tsx'

const ownAddress = location.href
const opened = {
  institute: office.name,
  secret: 'secret-of-the-phone',
  until: Date.now() + 900_000,
  student: { rollNumber: '21CS1001', firstName: 'Aarav', lastName: 'Mehta' },
}
const proven = { email: 'aarav@college.example', step: 'register', login: null } as const

let scans = 0
beforeEach(() => {
  scans += 1
  const code = new URLSearchParams({ invitationId: 'enrolment', secret: `secret-of-the-code-${scans}` })
  history.replaceState(null, '', `${paths.enrol}?${code}`)
  takeMailLink()
})
afterEach(() => history.replaceState(null, '', ownAddress))

test('the digits come first, then the form with the name filled in', async () => {
  const asked = answerCalls({
    'POST /enrolment/open': opened,
    'POST /enrolment/digits': proven,
    'POST /passwords/check': { isCommon: false },
    'PUT /enrolment': refuse('desk-digits-old'),
  })
  showPart(<Enrol />)
  await expect.element(page.getByRole('heading', { name: 'Are you Aarav Mehta?' })).toBeVisible()
  expect(location.search).toBe('')
  await page.getByRole('textbox', { name: 'Six digits' }).fill('12345')
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect.element(page.getByText('These are six digits.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Six digits' }).fill('123 456')
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect.element(page.getByRole('textbox', { name: 'First Name' })).toHaveValue('Aarav')
  await page.getByRole('textbox', { name: 'Phone Number' }).fill('98220 41763')
  await page.getByLabelText('Password', { exact: true }).fill('harvest-candle-81')
  await page.getByRole('button', { name: 'Join and add a passkey' }).click()
  await expect.element(page.getByText('These digits do not work any more.', { exact: false })).toBeVisible()
  expect(asked.find(({ call }) => call === 'PUT /enrolment')?.body).toMatchObject({
    enrolmentId: 'enrolment',
    secret: 'secret-of-the-phone',
    digits: '123456',
    student: { firstName: 'Aarav', phoneNumber: '98220 41763' },
  })
  expect(asked.filter(({ call }) => call === 'POST /enrolment/open').length).toBe(1)
})

test('wrong digits are told at their field', async () => {
  answerCalls({ 'POST /enrolment/open': opened, 'POST /enrolment/digits': refuse('desk-digits-wrong') })
  showPart(<Enrol />)
  await page.getByRole('textbox', { name: 'Six digits' }).fill('123456')
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect.element(page.getByText('These are not the digits in the mail.')).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Six digits' })).toHaveFocus()
})

test('who has an account is led to the login, and comes back', async () => {
  answerCalls({
    'POST /enrolment/open': opened,
    'POST /enrolment/digits': { ...proven, step: 'log-in', login: 'STD' },
  })
  showPart(<Enrol />)
  await page.getByRole('textbox', { name: 'Six digits' }).fill('123456')
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect.element(page.getByText(/^There is an account with this email\./)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Log in' })).toBeVisible()
})

test('a code that another phone has scanned, or that is too old, says so', async () => {
  answerCalls({ 'POST /enrolment/open': refuse('user_invalid_token') })
  showPart(<Enrol />)
  await expect.element(page.getByRole('heading', { name: 'This code does not work any more' })).toBeVisible()
})
