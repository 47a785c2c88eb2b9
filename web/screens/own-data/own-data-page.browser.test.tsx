import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { OwnData } from '#contract/own-data.ts'
import { paths } from '#contract/paths.ts'
import { answerCalls, refuse } from '../../testing/answer-calls.ts'
import { longAnswers } from '../../testing/long-people.ts'
import { asha } from '../../testing/people.ts'
import { showScreen } from '../../testing/show-screen.tsx'

const at = Date.UTC(2026, 10, 20, 9)
const session = { id: 's1', number: 7, startedAt: at, course: { id: 'c1', code: 'CS201', title: 'Data Structures' } }
const data: OwnData = {
  format: 'rollkey own data v1',
  writtenAt: at,
  account: {
    ...{ id: 'asha', email: 'asha@college.example', isEmailVerified: true, firstName: 'Asha', lastName: 'Rao' },
    ...{ phoneNumber: '080 1234567', rollNumber: '21CS1052', createdAt: at },
    passkeys: [{ name: 'My phone', credentialId: 'abc', createdAt: at, lastUsedAt: null }],
  },
  memberships: [
    {
      ...{ organisation: { id: 'K7QF3M9T', name: 'Kaveri College' }, rollNumber: '21CS1052', joinedAt: at },
      ...{ leftAt: null, leftBecause: null, total: 31 },
    },
  ],
  enrolments: [{ organisationId: 'K7QF3M9T', course: session.course, beginsAt: at, endsAt: null }],
  marks: [
    {
      ...{ organisationId: 'K7QF3M9T', session, way: 'room-code', markedAt: at, isWithdrawn: true },
      ...{ evidence: {}, receipt: 'hash' },
    },
  ],
  rulings: [
    {
      ...{ organisationId: 'K7QF3M9T', session, status: 'absent', reason: 'Was at the dentist.' },
      ...{ cause: 'staff', minutes: null, decidedAt: at },
    },
  ],
  ...{ disputedAbsences: [], logins: [], receipts: { byEmail: true, browsers: 2 } },
}

test('everything that is kept is shown once the student has asked for it and confirmed, and printed', async () => {
  let isConfirmed = () => false
  answerCalls({
    ...longAnswers,
    'GET /own/data': () => (isConfirmed() ? data : refuse('step-up-needed')),
    'POST /session/confirm': () => {
      isConfirmed = () => true
      return { confirmed: true } as const
    },
  })
  showScreen('ownData', asha, paths.ownData(asha.$id))
  await page.getByRole('button', { name: 'Show your data' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await question.getByLabelText('Current password').fill('ledger-pencil-window-42')
  await question.getByRole('button', { name: 'Continue' }).click()
  const checkIns = page.getByRole('table').filter({ hasText: 'How' })
  await expect.element(checkIns.getByRole('cell', { name: 'CS201 7' })).toBeVisible()
  await expect.element(checkIns.getByRole('cell', { name: 'withdrawn' })).toBeVisible()
  await expect.element(page.getByText('Was at the dentist.')).toBeVisible()
  await expect.element(page.getByText('asha@college.example, verified')).toBeVisible()
  await expect.element(page.getByText('Nothing is kept.').first()).toBeVisible()
  const print = vi.spyOn(window, 'print').mockReturnValue()
  await page.getByRole('button', { name: 'Print' }).click()
  expect(print).toHaveBeenCalledOnce()
})
