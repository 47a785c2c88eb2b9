import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { toastAutoCloseMs } from '#contract/rules.ts'
import { showPart, toast } from '../testing/show-part.tsx'
import { Button } from './button.tsx'
import { showError, showLoading, showNotice, showSuccess } from './toasts.tsx'

const clockOf = async (text: string) => {
  const shown = (await toast(text).findElement()).closest('.toast')
  const [clock] = shown?.querySelector('.toast-time')?.getAnimations() ?? []
  if (!clock) throw new Error('No clock runs.')
  return clock
}

test('a message leaves when its 2.5 s are over, and a refusal is an alert', async () => {
  showPart(null)
  showSuccess('Saved')
  showError('Refused')
  await expect.element(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await expect.element(page.getByRole('alert').filter({ hasText: 'Refused' })).toBeVisible()
  const clock = await clockOf('Saved')
  expect(clock.effect?.getComputedTiming().duration).toBe(toastAutoCloseMs)
  clock.finish()
  await expect.element(toast('Saved')).not.toBeInTheDocument()
})

test('the keyboard leads to the newest message, which stays while it has the focus', async () => {
  showPart(<Button>Elsewhere</Button>)
  showSuccess('First')
  showSuccess('Second')
  await expect.element(toast('Second')).toBeVisible()
  await userEvent.keyboard('{Alt>}t{/Alt}')
  const newest = page.getByRole('status').filter({ hasText: 'Second' })
  await expect.element(newest).toHaveFocus()
  expect((await clockOf('Second')).playState).toBe('paused')
  await userEvent.tab()
  await expect.element(newest.getByRole('button', { name: 'Close' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(toast('Second')).not.toBeInTheDocument()
})

test('a wait has no end of its own, and its result has the whole time', async () => {
  showPart(null)
  const loading = showLoading('Sending')
  const wait = page.getByRole('status').filter({ hasText: 'Sending' })
  await expect.element(wait).toBeVisible()
  expect(wait.element().querySelector('.toast-time')).toBeNull()
  await expect.element(wait.getByRole('button')).not.toBeInTheDocument()
  loading.succeed('Sent')
  expect((await clockOf('Sent')).effect?.getComputedTiming().duration).toBe(toastAutoCloseMs)
})

test('the button of a message does what it says and closes it', async () => {
  showPart(null)
  let isRun = false
  showNotice({ title: 'Present', text: 'Is it you?', action: { label: 'Look', run: () => (isRun = true) } })
  await page.getByRole('button', { name: 'Look' }).click()
  expect(isRun).toBe(true)
  await expect.element(toast('Is it you?')).not.toBeInTheDocument()
})
