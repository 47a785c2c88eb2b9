import { useState } from 'react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { press, showPart } from '../testing/show-part.tsx'
import { Button } from './button.tsx'
import { ConfirmButton, confirmRestMs } from './confirm-button.tsx'
import { Dialog, useDialog, useDialogTitle } from './dialog.tsx'
import { TextField } from './text-field.tsx'

afterEach(() => {
  vi.useRealTimers()
})

const holdTime = () =>
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame', 'performance'],
  })

/** Draws the next frame, in which the rest begins. */
async function drawQuestion(): Promise<void> {
  await vi.advanceTimersToNextFrame()
}

const button = (name: string) => page.getByRole('button', { name }).element() as HTMLButtonElement

/** A press of the pointer at this moment of the held time. */
function click(name: string, at = performance.now()): void {
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 })
  Object.defineProperty(event, 'timeStamp', { value: at })
  button(name).dispatchEvent(event)
}

/** Asks and acts with one button. */
function Removal({ act }: { act: () => void }) {
  const [isAsked, setAsked] = useState(false)
  return (
    <ConfirmButton isAsking={isAsked} onClick={() => (isAsked ? act() : setAsked(true))}>
      {isAsked ? 'Yes, remove' : 'Remove'}
    </ConfirmButton>
  )
}

test('the second click of a double click does not confirm, up to 600 ms after the question', async () => {
  const act = vi.fn()
  showPart(<Removal act={act} />)
  await expect.element(page.getByRole('button', { name: 'Remove' })).toBeEnabled()
  holdTime()
  click('Remove')
  await expect.element(page.getByRole('button', { name: 'Yes, remove' })).toBeDisabled()
  click('Yes, remove')
  await drawQuestion()
  click('Yes, remove')
  await vi.advanceTimersByTimeAsync(confirmRestMs - 1)
  click('Yes, remove')
  expect(act).not.toHaveBeenCalled()
  await expect.element(page.getByRole('button', { name: 'Yes, remove' })).toBeDisabled()
  await vi.advanceTimersByTimeAsync(1)
  await expect.element(page.getByRole('button', { name: 'Yes, remove' })).toBeEnabled()
  click('Yes, remove')
  expect(act).toHaveBeenCalledOnce()
})

test('a press that a busy page hears of late counts by its own time', async () => {
  const act = vi.fn()
  showPart(<ConfirmButton onClick={act}>Remove</ConfirmButton>)
  await expect.element(page.getByRole('button', { name: 'Remove' })).toBeEnabled()
  click('Remove', performance.now() - 10_000)
  expect(act).not.toHaveBeenCalled()
  click('Remove')
  expect(act).toHaveBeenCalledOnce()
})

/** As a browser sends a held key. False where the page refused its effect. */
function repeatKey(target: Element, key: string): boolean {
  return target.dispatchEvent(new KeyboardEvent('keydown', { key, repeat: true, bubbles: true, cancelable: true }))
}

test('a key that is held down presses neither the button nor from a field of its form', async () => {
  showPart(
    <form>
      <TextField label="Reason" value="x" onValueChange={() => undefined} />
      <ConfirmButton type="submit">Save</ConfirmButton>
      <Button>Cancel</Button>
    </form>,
  )
  await expect.element(page.getByRole('button', { name: 'Save' })).toBeEnabled()
  const field = page.getByLabelText('Reason').element()
  expect([repeatKey(button('Save'), 'Enter'), repeatKey(button('Save'), ' '), repeatKey(field, 'Enter')]).toEqual([
    false,
    false,
    false,
  ])
  // What is typed into the field may repeat, and so may another button.
  expect([repeatKey(field, ' '), repeatKey(button('Cancel'), 'Enter')]).toEqual([true, true])
})

test('Enter in a field does not send a form that has just appeared', async () => {
  const send = vi.fn()
  holdTime()
  showPart(
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <TextField label="Reason" value="x" onValueChange={() => undefined} />
      <ConfirmButton type="submit">Save</ConfirmButton>
    </form>,
  )
  await expect.element(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  await press(page.getByLabelText('Reason'), 'Enter')
  expect(send).not.toHaveBeenCalled()
  await drawQuestion()
  await vi.advanceTimersByTimeAsync(confirmRestMs)
  vi.useRealTimers()
  await expect.element(page.getByRole('button', { name: 'Save' })).toBeEnabled()
  await press(page.getByLabelText('Reason'), 'Enter')
  expect(send).toHaveBeenCalledOnce()
})

const loadRemoval = async () => InDialog

function InDialog({ onDone }: { onDone: () => void }) {
  useDialogTitle('Question')
  return <ConfirmButton onClick={onDone}>Remove</ConfirmButton>
}

function Question() {
  const question = useDialog()
  const [done, setDone] = useState(0)
  return (
    <>
      <Button onClick={() => question.open()}>Open</Button>
      <p>{`done ${done}`}</p>
      <Dialog of={question} load={loadRemoval} props={{ onDone: () => setDone((before) => before + 1) }} />
    </>
  )
}

/** How often the button has become one that can be pressed. */
function countRests(name: string): { ended: number } {
  const count = { ended: 0 }
  let wasResting = false
  const observer = new MutationObserver(() => {
    const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
    const isResting = found?.getAttribute('aria-disabled') === 'true'
    if (wasResting && !isResting && found) count.ended += 1
    wasResting = isResting
  })
  observer.observe(document.body, { attributes: true, childList: true, subtree: true })
  onTestFinished(() => observer.disconnect())
  return count
}

test('a dialog that opens again rests again', async () => {
  showPart(<Question />)
  const rests = countRests('Remove')
  for (const times of [1, 2]) {
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByRole('button', { name: 'Remove' }).click()
    await expect.element(page.getByText(`done ${times}`)).toBeVisible()
    expect(rests.ended).toBe(times)
    await userEvent.keyboard('{Escape}')
  }
})
