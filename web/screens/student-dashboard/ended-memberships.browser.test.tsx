import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerCalls } from '../../testing/answer-calls.ts'
import { longAnswers } from '../../testing/long-people.ts'
import { asha } from '../../testing/people.ts'
import { showPart } from '../../testing/show-part.tsx'
import { EndedMembershipNotices } from './ended-memberships.tsx'

const at = Date.parse('2026-11-02T21:30:00')
const place = { organisationId: 'K7QF3M9T', organisationName: 'Kaveri College', rollNumber: '21CS042' }

function show(answers: Parameters<typeof answerCalls>[0]) {
  const asked = answerCalls({ ...longAnswers, ...answers })
  showPart(<EndedMembershipNotices />, { account: asha })
  return asked
}

test('a roll number that was corrected without a mail is said, with the institute and the time', async () => {
  show({ 'GET /memberships/ended': { memberships: [], corrected: [{ ...place, correctedAt: at }] } })
  const notice = page.getByRole('region', { name: 'Kaveri College has corrected your roll number' })
  await expect
    .element(notice.getByText(/^It is now 21CS042\. The institute corrected it on 2 Nov 2026, 21:30\./))
    .toBeVisible()
})

test('the number of before is said, until the student has seen the new one', async () => {
  const corrected = [{ ...place, before: '21CS041', correctedAt: at }]
  let isSeen = false
  const asked = show({
    'GET /memberships/ended': () => ({ memberships: [], ...(!isSeen && { corrected }) }),
    'POST /memberships/seen': () => {
      isSeen = true
      return { memberships: [] }
    },
  })
  await expect.element(page.getByText(/^Your roll number was 21CS041 and is 21CS042\./)).toBeVisible()
  await page.getByRole('button', { name: 'I have seen it' }).click()
  await expect.element(page.getByText(/^Your roll number was/)).not.toBeInTheDocument()
  expect(asked.find(({ call }) => call === 'POST /memberships/seen')?.body).toEqual({ organisationId: 'K7QF3M9T' })
})

test('an institute that the student has left is said as the student’s act', async () => {
  show({ 'GET /memberships/ended': { memberships: [{ ...place, leftAt: at, because: 'left' }] } })
  const notice = page.getByRole('region', { name: 'You have left Kaveri College' })
  await expect.element(notice.getByText('You can join again with the institute’s code.')).toBeVisible()
})

test('an ended membership is said with the reason', async () => {
  show({ 'GET /memberships/ended': { memberships: [{ ...place, leftAt: at, because: 'gave-way' }] } })
  const notice = page.getByRole('region', { name: 'Kaveri College no longer has you as a student' })
  await expect.element(notice.getByText(/^Your email was not verified/)).toBeVisible()
})
