import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { paths } from '#contract/paths.ts'
import { rememberCategory } from '../session/login-category.ts'
import { answerCalls } from '../testing/answer-calls.ts'
import { showPart } from '../testing/show-part.tsx'
import { Login } from './login/login.tsx'
import { Register } from './register/register.tsx'

/** Pages that know who comes open the login with that tab, whichever was used last in this browser. */

const selected = (name: 'Student' | 'Organisation') => page.getByRole('tab', { name, selected: true, exact: false })

beforeEach(() => rememberCategory('ORG'))
afterEach(() => localStorage.clear())

function open(path: string): void {
  const screens = (
    <Routes>
      <Route path={paths.login} element={<Login />} />
      <Route path={paths.register} element={<Register />} />
    </Routes>
  )
  showPart(screens, { path })
}

test('the registration leads to the tab that is open there', async () => {
  answerCalls({ 'POST /institutes/look-up': { institute: null } })
  rememberCategory('STD')
  open(`${paths.register}?code=K7QF3M9T`)
  await page.getByRole('tab', { name: 'Organisation' }).click()
  await page.getByRole('link', { name: 'Already Registered? Login Now' }).click()
  await expect.element(selected('Organisation')).toBeVisible()
})

test('the code of an institute opens the tab of students', async () => {
  open(`${paths.login}?code=K7QF3M9T`)
  await expect.element(selected('Student')).toBeVisible()
})
