import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { paths } from '#contract/paths.ts'
import { rememberCategory } from '../../session/login-category.ts'
import { takeMailLink } from '../../session/mail-link.ts'
import { answerCalls } from '../../testing/answer-calls.ts'
import { asha } from '../../testing/people.ts'
import { showPart, toast } from '../../testing/show-part.tsx'
import { Login } from '../login/login.tsx'
import { NewPassword } from './new-password.tsx'

const ownAddress = location.href

beforeEach(() => {
  history.replaceState(null, '', `${paths.newPassword}?userId=${asha.$id}&secret=of-the-mail`)
  takeMailLink()
})
afterEach(() => {
  history.replaceState(null, '', ownAddress)
  localStorage.clear()
})

async function setPassword(): Promise<void> {
  showPart(
    <Routes>
      <Route path={paths.newPassword} element={<NewPassword />} />
      <Route path={paths.login} element={<Login />} />
    </Routes>,
    { path: paths.newPassword },
  )
  await page.getByLabelText('New Password', { exact: true }).fill('harvest-candle-81')
  await page.getByLabelText('Confirm New Password', { exact: true }).fill('harvest-candle-81')
  await page.getByRole('button', { name: 'Set New Password' }).click()
}

test('a student goes on to the tab of students, whichever was used last in this browser', async () => {
  rememberCategory('ORG')
  answerCalls({
    'POST /passwords/check': { isCommon: false },
    'PUT /account/recovery': {
      $id: 'token000000000000000',
      $createdAt: asha.$createdAt,
      userId: asha.$id,
      secret: '',
      expire: asha.$createdAt,
      phrase: '',
    },
  })
  await setPassword()
  await expect.element(page.getByRole('tab', { name: 'Student', selected: true, exact: false })).toBeVisible()
})

test('a common password is told before it is sent', async () => {
  const asked = answerCalls({ 'POST /passwords/check': { isCommon: true } })
  await setPassword()
  await expect.element(toast('This password is among the most common ones. Please choose another')).toBeVisible()
  await expect.element(page.getByLabelText('New Password', { exact: true })).toHaveFocus()
  expect(asked.map(({ call }) => call)).toEqual(['POST /passwords/check'])
})
