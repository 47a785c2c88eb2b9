import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerCalls } from '../../testing/answer-calls.ts'
import { longAnswers } from '../../testing/long-people.ts'
import { asha } from '../../testing/people.ts'
import { showPart } from '../../testing/show-part.tsx'
import { EndedMembershipNotices } from './ended-memberships.tsx'

const at = Date.parse('2026-11-02T21:30:00')
const place = { organisationId: 'K7QF3M9T', organisationName: 'Kaveri College', rollNumber: '21CS042' }

function show(answer: object): void {
  answerCalls({ ...longAnswers, 'GET /memberships/ended': { memberships: [], ...answer } })
  showPart(<EndedMembershipNotices />, { account: asha })
}

test('a roll number that was corrected without a mail is said, with the institute and the time', async () => {
  show({ corrected: [{ ...place, correctedAt: at }] })
  const notice = page.getByRole('region', { name: 'Kaveri College has corrected your roll number' })
  await expect
    .element(notice.getByText(/^It is now 21CS042\. The institute corrected it on 2 Nov 2026, 21:30\./))
    .toBeVisible()
})

test('an ended membership is said with the reason', async () => {
  show({ memberships: [{ ...place, leftAt: at, because: 'gave-way' }] })
  const notice = page.getByRole('region', { name: 'Kaveri College no longer has you as a student' })
  await expect.element(notice.getByText(/^Your email was not verified/)).toBeVisible()
})
