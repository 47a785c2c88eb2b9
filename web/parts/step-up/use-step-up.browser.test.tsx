import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { confirmHeldPasskey } from '../../client/passkey-calls.ts'
import { answerCalls, refuse } from '../../testing/answer-calls.ts'
import { noPasskeys, office } from '../../testing/people.ts'
import { showPart } from '../../testing/show-part.tsx'
import { Button } from '../../ui/index.ts'
import { StepUpCancelled, useStepUp } from './use-step-up.tsx'

/** Two acts that are refused at once until the password is given; what came of each is noted. */
function openTwoActs(): { readonly outcomes: string[] } {
  const outcomes: string[] = []
  let isConfirmed = false
  answerCalls({
    'GET /passkeys': noPasskeys,
    'POST /session/confirm': () => {
      isConfirmed = true
      return { confirmed: true }
    },
    'POST /held-passkeys/:passkeyId/confirm': () => (isConfirmed ? { passkeys: [] } : refuse('step-up-needed')),
  })
  function Screen() {
    const stepUp = useStepUp('ORG', true)
    const act = (name: string) =>
      void stepUp
        .run(() => confirmHeldPasskey(name))
        .then(
          () => outcomes.push(`${name} done`),
          (error: unknown) => outcomes.push(`${name} ${error instanceof StepUpCancelled ? 'cancelled' : 'failed'}`),
        )
    return (
      <>
        <Button
          onClick={() => {
            act('first')
            act('second')
          }}
        >
          Act
        </Button>
        {stepUp.dialog}
      </>
    )
  }
  showPart(<Screen />, { account: office })
  return { outcomes }
}

const question = page.getByRole('dialog')

test('one question answers two acts that are refused at once', async () => {
  const { outcomes } = openTwoActs()
  await page.getByRole('button', { name: 'Act' }).click()
  await question.getByLabelText('Current password').fill('ledger-pencil-window-42')
  await question.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => new Set(outcomes)).toEqual(new Set(['first done', 'second done']))
})

test('Cancel gives up both, and the next act asks again', async () => {
  const { outcomes } = openTwoActs()
  for (const gaveUp of [2, 4]) {
    await page.getByRole('button', { name: 'Act' }).click()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => outcomes.filter((outcome) => outcome.endsWith('cancelled')).length).toBe(gaveUp)
    await expect.element(question).not.toBeInTheDocument()
  }
})
