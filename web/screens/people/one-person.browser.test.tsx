import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { paths } from '#contract/paths.ts'
import type { StaffActs } from '#contract/staff.ts'
import { answerCalls, refuse } from '../../testing/answer-calls.ts'
import { noPasskeys, office, officeDocument } from '../../testing/people.ts'
import { expectCount } from '../../testing/show-part.tsx'
import { showScreen } from '../../testing/show-screen.tsx'

const at = 1_762_000_000_000
const meera = { name: 'Meera Iyer', title: 'Head of Physics', role: 'registrar', since: at, until: null } as const
const session = { id: 'session', number: 7 }
const none: StaffActs = { person: meera, acts: [], earlier: null }

type Answer = NonNullable<Parameters<typeof answerCalls>[0]['GET /staff/:staffId/acts']>

function open(answer: Answer) {
  const asked = answerCalls({
    'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': officeDocument,
    'GET /settings': { timeZone: 'Asia/Kolkata', displayNames: 'short', ways: ['screen'] },
    'GET /passkeys': noPasskeys,
    'GET /staff/:staffId/acts': answer,
  })
  showScreen('staffMember', office, paths.staffMember(office.$id, 'meera'))
  return asked
}
const entries = page.getByRole('region', { name: 'What they did lately' }).getByRole('listitem')

test('a person is shown with what they did, and earlier acts come by a press', async () => {
  const first: StaffActs = {
    person: meera,
    acts: [
      { id: 9, at, act: 'mark.rule', session, student: 'Asha Rao' },
      { id: 8, at, act: 'settings.change' },
    ],
    earlier: 8,
  }
  open(({ address }) => (address.includes('before=8') ? { ...none, acts: [{ id: 3, at, act: 'staff.join' }] } : first))
  await expect.element(page.getByRole('heading', { name: 'Meera Iyer' })).toBeVisible()
  await expect.element(page.getByText(/^Registrar, Head of Physics, since/)).toBeVisible()
  await expect.element(entries.first().getByText('Decided about a mark')).toBeVisible()
  await expect.element(entries.first().getByText('Asha Rao')).toBeVisible()
  await expect
    .element(entries.first().getByRole('link', { name: 'Session 7' }))
    .toHaveAttribute('href', paths.attendanceSheet(office.$id, 'session'))
  await page.getByRole('button', { name: 'Show earlier ones' }).click()
  await expect.element(entries.nth(2).getByText('Joined the institute')).toBeVisible()
  await expectCount(page.getByRole('button', { name: 'Show earlier ones' }), 0)
})

test('a person who did nothing yet, or whose work has ended, is said to be so', async () => {
  open({ ...none, person: { ...meera, until: at + 1 } })
  await expect.element(page.getByText('Nothing yet')).toBeVisible()
  await expect.element(page.getByText(/until 1 Nov 2025/)).toBeVisible()
})

test('a person of elsewhere is not found', async () => {
  open(refuse('document_not_found'))
  await expect.element(page.getByRole('heading', { name: 'There is no such person' })).toBeVisible()
  await expectCount(entries, 0)
})
