import { useState } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectCount, showPart, toast } from '../testing/show-part.tsx'
import { Button } from './button.tsx'
import { Modal } from './modal.tsx'
import { showError, showSuccess } from './toasts.tsx'

function Screen() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => showError('Refused on the screen')}>Refuse here</Button>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Modal open={isOpen} onClose={() => setOpen(false)} title="Question">
        <Button onClick={() => showError('Refused in the dialog')}>Refuse</Button>
        <Button onClick={() => showSuccess('Done in the dialog')}>Do</Button>
      </Modal>
    </>
  )
}

const button = (name: string) => page.getByRole('button', { name })
const dialog = page.getByRole('dialog', { name: 'Question' })

/** The bar of a message is its clock: here none runs out of time. */
function holdToasts(): void {
  const style = document.head.appendChild(document.createElement('style'))
  style.textContent = '.Toastify__progress-bar { animation-play-state: paused !important }'
  onTestFinished(() => style.remove())
}

test('a refusal leaves with its dialog; a success, and a refusal of the screen below, stay', async () => {
  holdToasts()
  showPart(<Screen />)
  await button('Refuse here').click()
  await button('Open').click()
  await dialog.getByRole('button', { name: 'Refuse' }).click()
  await dialog.getByRole('button', { name: 'Do' }).click()
  await expect.element(toast('Refused in the dialog')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.element(toast('Refused in the dialog')).not.toBeInTheDocument()
  await expect.element(toast('Done in the dialog')).toBeVisible()
  await expect.element(toast('Refused on the screen')).toBeVisible()
})

test('refusals that wait for room leave with their dialog, too', async () => {
  holdToasts()
  showPart(<Screen />)
  await button('Open').click()
  for (let refusals = 0; refusals < 4; refusals++) await dialog.getByRole('button', { name: 'Refuse' }).click()
  await dialog.getByRole('button', { name: 'Do' }).click()
  await expectCount(toast('Refused in the dialog'), 3)
  await dialog.getByRole('button', { name: 'Close' }).click()
  // It waited behind the fourth refusal.
  await expect.element(toast('Done in the dialog')).toBeVisible()
  await expectCount(toast('Refused in the dialog'), 0)
})
