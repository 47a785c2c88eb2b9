import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerCalls } from '../../testing/answer-calls.ts'
import { office } from '../../testing/people.ts'
import { press, showPart, toast } from '../../testing/show-part.tsx'
import { Login } from '../login/login.tsx'
import { RecoverPassword } from './recover-password.tsx'

const lookUp = 'POST /profiles/look-up'
const email = page.getByLabelText('Email')
const send = page.getByRole('button', { name: 'Send Recovery Email' })

const mailed = {
  $id: 'token',
  $createdAt: office.$createdAt,
  userId: '',
  secret: '',
  expire: office.$createdAt,
  phrase: '',
} as const

test('an email that is not registered is told', async () => {
  answerCalls({ [lookUp]: { profile: null, otherCategory: null } })
  showPart(<RecoverPassword />, { path: '/recover-password?category=STUDENT' })
  await email.fill(office.email)
  await send.click()
  await expect.element(toast('You are not registered with this email')).toBeVisible()
})

test('the button rests once it has been used, keeps the focus, and does nothing', async () => {
  const asked = answerCalls({
    [lookUp]: { profile: { userId: office.$id, hasPasskey: true }, otherCategory: null },
    'POST /account/recovery': mailed,
  })
  showPart(<RecoverPassword />, { path: '/recover-password?category=ORG' })
  await email.fill(office.email)
  await press(send, 'Enter')
  await expect.element(toast('Recovery mail sent to the provided email')).toBeVisible()
  await expect.element(send).toBeDisabled()
  await expect.element(send).toHaveFocus()
  const count = asked.length
  await userEvent.keyboard('{Enter}')
  await press(email, 'Enter')
  expect(asked.filter(({ call }) => call === 'POST /account/recovery')).toHaveLength(1)
  expect(asked).toHaveLength(count)
})

test('an email of the other tab: its way leads there, and from the login back to that tab', async () => {
  const asked = answerCalls({
    [lookUp]: ({ body }) =>
      (body as { category: string }).category === 'STD'
        ? { profile: null, otherCategory: 'ORG' }
        : { profile: { userId: office.$id, hasPasskey: true }, otherCategory: null },
    'POST /account/recovery': mailed,
  })
  showPart(
    <Routes>
      <Route path="/recover-password" element={<RecoverPassword />} />
      <Route path="/login" element={<Login />} />
    </Routes>,
    { path: '/recover-password' },
  )
  await email.fill(office.email)
  await send.click()
  await expect.element(toast('You are not registered with this email')).toBeVisible()
  await page.getByRole('button', { name: 'Go on as an organisation' }).click()
  await expect.element(send).toHaveFocus()
  await press(send, 'Enter')
  await expect.element(toast('Recovery mail sent to the provided email')).toBeVisible()
  expect(asked.filter(({ call }) => call === 'POST /account/recovery').map(({ body }) => body)).toMatchObject([
    { email: office.email },
  ])
  await page.getByRole('link', { name: 'Back to Login' }).click()
  await expect
    .element(page.getByRole('tab', { name: 'Organisation', exact: false }))
    .toHaveAttribute('aria-selected', 'true')
})
