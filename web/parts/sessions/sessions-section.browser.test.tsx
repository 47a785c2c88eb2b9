import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { SessionModel } from '#contract/account.ts'
import { speakLanguage } from '../../language/language.ts'
import { answerCalls, refuse } from '../../testing/answer-calls.ts'
import { asha, logInAnswer, noPasskeys } from '../../testing/people.ts'
import { expectCount, press, showPart } from '../../testing/show-part.tsx'
import { DrawerSection } from '../profile/drawer-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

function makeSession(id: string, current: boolean): SessionModel {
  return { ...logInAnswer, $id: id, $createdAt: '2026-11-02T09:05:00.000+00:00', current }
}

const part = (
  <DrawerSection icon={null} title="Where you are logged in">
    <SessionsSection />
  </DrawerSection>
)
const heading = page.getByRole('heading', { name: 'Where you are logged in' })

test('a session that is ended leaves the list, and the keyboard is at its heading, asked for a password or not', async () => {
  let open = ['here', 'phone', 'desk', 'library'].map((id) => makeSession(id, id === 'here'))
  const oldLogins = new Set<string>()
  answerCalls({
    'GET /passkeys': noPasskeys,
    'GET /account/sessions': () => ({ total: open.length, sessions: open }),
    'DELETE /account/sessions/:sessionId': ({ address }) => {
      if (oldLogins.size > 0) return refuse('step-up-needed')
      open = open.filter(({ $id }) => !address.endsWith(`/${$id}`))
      return undefined
    },
    'POST /session/confirm': () => {
      oldLogins.clear()
      return { confirmed: true } as const
    },
  })
  showPart(part, { account: asha })
  await heading.click()
  const sessions = page.getByRole('listitem')
  await expectCount(sessions, 4)
  const summary = document.querySelector('summary')
  await press(page.getByRole('button', { name: 'Log out ', exact: false }).nth(0), 'Enter')
  await expectCount(sessions, 3)
  await expect.poll(() => document.activeElement).toBe(summary)
  oldLogins.add('here')
  await press(page.getByRole('button', { name: 'Log out everywhere else' }), 'Enter')
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await question.getByLabelText('Current password').fill('umbrella-monsoon-tramway-7')
  await question.getByRole('button', { name: 'Continue' }).click()
  await expectCount(sessions, 1)
  await expect.poll(() => document.activeElement).toBe(summary)
})

test.each([
  ['en-IN', /Logged in \d{1,2} \p{L}+ \d{4}, \d{1,2}:\d\d\s[ap]m/u],
  ['en-GB', /Logged in \d{1,2} \p{L}+ \d{4}, \d\d:\d\d$/u],
  ['en-US', /Logged in \p{L}+ \d{1,2}, \d{4}, \d{1,2}:\d\d\s[AP]M/u],
] as const)('a browser of %s has its dates written as there', async (locale, written) => {
  const preferred = vi.spyOn(navigator, 'languages', 'get').mockReturnValue([locale])
  onTestFinished(() => preferred.mockRestore())
  await speakLanguage('en')
  answerCalls({ 'GET /account/sessions': { total: 1, sessions: [makeSession('here', true)] } })
  showPart(part, { account: asha })
  await heading.click()
  expect((await page.getByText(/^Logged in /).findElement()).textContent).toMatch(written)
})
