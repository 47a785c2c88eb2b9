import { useState } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { texts } from '#contract/texts.ts'
import { expectCount, showPart, toast } from '../testing/show-part.tsx'
import { Button } from './button.tsx'
import { Dialog, useDialog, useDialogTitle } from './dialog.tsx'
import { TextField } from './text-field.tsx'
import { showError, showLoading, showSuccess } from './toasts.tsx'

function Question() {
  useDialogTitle('Question')
  return (
    <>
      <Button onClick={() => showError('Refused in the dialog')}>Refuse</Button>
      <Button onClick={() => showSuccess('Done in the dialog')}>Do</Button>
      <Button onClick={() => showLoading('Sending').fail('Refused in the dialog')}>Send</Button>
    </>
  )
}

const load = async () => Question

function Screen() {
  const question = useDialog()
  return (
    <>
      <Button onClick={() => showError('Refused on the screen')}>Refuse here</Button>
      <Button onClick={() => question.open()}>Open</Button>
      <Dialog of={question} load={load} props={{}} />
    </>
  )
}

const button = (name: string) => page.getByRole('button', { name })
const dialog = page.getByRole('dialog', { name: 'Question' })

/** No message runs out of time. */
function holdToasts(): void {
  const style = document.head.appendChild(document.createElement('style'))
  style.textContent = '.toast { --toast-run: paused !important }'
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

test('a refusal that ends a wait leaves with its dialog', async () => {
  holdToasts()
  showPart(<Screen />)
  await button('Open').click()
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect.element(toast('Refused in the dialog')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.element(toast('Refused in the dialog')).not.toBeInTheDocument()
})

function Profile() {
  useDialogTitle('Profile')
  return <Button onClick={() => showError('Refused in the drawer')}>Refuse</Button>
}

const loadProfile = async () => Profile

function ScreenWithDrawer() {
  const drawer = useDialog()
  return (
    <>
      <Button onClick={() => drawer.open()}>Open</Button>
      <Dialog of={drawer} load={loadProfile} props={{}} place="drawer" />
    </>
  )
}

test('a refusal leaves with its drawer', async () => {
  holdToasts()
  showPart(<ScreenWithDrawer />)
  await button('Open').click()
  const drawer = page.getByRole('dialog', { name: 'Profile' })
  await drawer.getByRole('button', { name: 'Refuse' }).click()
  await expect.element(toast('Refused in the drawer')).toBeVisible()
  await drawer.getByRole('button', { name: 'Close' }).click()
  await expect.element(toast('Refused in the drawer')).not.toBeInTheDocument()
})

test('a wait that ends before there is room shows its result', async () => {
  holdToasts()
  const tell = () => {
    for (const name of ['First', 'Second', 'Third']) showSuccess(name)
  }
  showPart(<Button onClick={tell}>Tell</Button>)
  await button('Tell').click()
  await expect.element(toast('Third')).toBeVisible()
  showLoading('Sending').succeed('Sent')
  await button('Close').first().click()
  await expect.element(toast('Sent')).toBeVisible()
  await expectCount(toast('Sending'), 0)
})

test('a wait stays in the queue when refusals before it are taken out', async () => {
  holdToasts()
  showPart(<Screen />)
  await button('Open').click()
  for (let refusals = 0; refusals < 4; refusals++) await dialog.getByRole('button', { name: 'Refuse' }).click()
  const loading = showLoading('Sending')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.element(toast('Sending')).toBeVisible()
  loading.dismiss()
  await expectCount(toast('Sending'), 0)
})

test('a dialog that cannot be loaded is said and can be opened again; each opening has its title and begins from the start', async () => {
  const files = new Set<string>()
  async function loadNote() {
    if (!files.has('note')) throw new TypeError('Failed to fetch')
    return Note
  }
  function ScreenWithNote() {
    const note = useDialog<string>()
    return (
      <>
        <Button onClick={() => note.open('Room 1')}>First</Button>
        <Button onClick={() => note.open('Room 2')}>Second</Button>
        {note.asked && <Dialog of={note} load={loadNote} props={{ name: note.asked }} />}
      </>
    )
  }
  showPart(<ScreenWithNote />)
  await button('First').click()
  await expect.element(toast(texts.common.networkFailed)).toBeVisible()
  files.add('note')
  await button('First').click()
  const note = (name: string) => page.getByRole('dialog', { name })
  await note('Room 1').getByLabelText('Note').fill('Typed')
  await note('Room 1').getByRole('button', { name: 'Close' }).click()
  await button('Second').click()
  await expect.element(note('Room 2').getByLabelText('Note')).toHaveValue('')
})

function Note({ name }: { name: string }) {
  useDialogTitle(name)
  const [typed, setTyped] = useState('')
  return <TextField label="Note" value={typed} onValueChange={setTyped} />
}
