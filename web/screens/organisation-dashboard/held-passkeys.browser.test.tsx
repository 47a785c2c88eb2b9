import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { HeldPasskey } from '#contract/passkey.ts'
import { useRead } from '../../kit/use-read.ts'
import { answerCalls, refuse } from '../../testing/answer-calls.ts'
import { noPasskeys, office } from '../../testing/people.ts'
import { expectCount, showPart, toast } from '../../testing/show-part.tsx'
import { HeldPasskeys } from './held-passkeys.tsx'

const heldOf = (id: string, studentName: string): HeldPasskey => ({
  id,
  studentId: id,
  studentName,
  rollNumber: id,
  createdAt: 0,
  heldUntil: 1,
})

function Screen() {
  return <HeldPasskeys held={useRead('GET /held-passkeys', {})} />
}

const confirm = (name: string) => page.getByRole('button', { name: `Confirm the passkey of ${name}` })

/** The server's list, from which each confirmation takes one; `before` comes before each. */
function open(before: () => Promise<unknown>) {
  let passkeys = [heldOf('first', 'Asha Rao'), heldOf('second', 'Ravi Menon'), heldOf('third', 'Meera Iyer')]
  const asked = answerCalls({
    'GET /held-passkeys': () => ({ passkeys }),
    'GET /passkeys': noPasskeys,
    'POST /session/confirm': { confirmed: true },
    'POST /held-passkeys/:passkeyId/confirm': async ({ address }) => {
      const refusal = await before()
      if (refusal) return refuse('step-up-needed')
      passkeys = passkeys.filter(({ id }) => !address.includes(id))
      return { passkeys }
    },
  })
  showPart(<Screen />, { account: office })
  return () => asked.filter(({ call }) => call.endsWith('/confirm') && call.includes('held')).length
}

test('passkeys that are confirmed faster than the server answers are all confirmed, one after the other', async () => {
  const slow = Promise.withResolvers<void>()
  const confirmations = open(() => slow.promise)
  await confirm('Asha Rao').click()
  await confirm('Ravi Menon').click()
  expect(confirmations()).toBe(1)
  slow.resolve()
  await expect.element(toast('Asha Rao can be marked present now')).toBeVisible()
  await expect.element(toast('Ravi Menon can be marked present now')).toBeVisible()
  await expectCount(page.getByRole('listitem'), 1)
})

test('the question who is there is asked for one of them, and the other goes on after it', async () => {
  let isRecent = false
  const slow = Promise.withResolvers<void>()
  const confirmations = open(async () => {
    await slow.promise
    return !isRecent
  })
  await confirm('Asha Rao').click()
  await confirm('Ravi Menon').click()
  slow.resolve()
  const question = page.getByRole('dialog')
  await question.getByLabelText('Current password').fill('ledger-pencil-window-42')
  isRecent = true
  await question.getByRole('button', { name: 'Continue' }).click()
  await expectCount(page.getByRole('listitem'), 1)
  // The first was refused once.
  expect(confirmations()).toBe(3)
})
