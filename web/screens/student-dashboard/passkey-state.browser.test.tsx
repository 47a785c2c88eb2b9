import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerCalls } from '../../testing/answer-calls.ts'
import { longAnswers } from '../../testing/long-people.ts'
import { asha } from '../../testing/people.ts'
import { showPart } from '../../testing/show-part.tsx'
import { PasskeyState } from './passkey-state.tsx'

test('on a phone, what says that a passkey is ready is as far from the edge as what tries it', async () => {
  await page.viewport(390, 844)
  answerCalls(longAnswers)
  showPart(<PasskeyState />, { account: asha })
  const line = page.getByRole('region', { name: 'Your passkey' })
  const action = line.getByRole('button', { name: 'Try it now' })
  await expect.element(action).toBeVisible()
  const { left, right } = line.element().getBoundingClientRect()
  const before = (line.element().querySelector('svg')?.getBoundingClientRect().left ?? 0) - left
  expect(right - action.element().getBoundingClientRect().right).toBe(before)
})
