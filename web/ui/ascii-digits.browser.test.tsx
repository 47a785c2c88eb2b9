import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { showPart } from '../testing/show-part.tsx'
import { TextField } from './text-field.tsx'

function Field({ asciiDigits = false }) {
  const [value, setValue] = useState('')
  return <TextField label="Number" value={value} onValueChange={setValue} asciiDigits={asciiDigits} />
}
const field = page.getByLabelText('Number')

test('digits of another script become ASCII digits where the field says so', async () => {
  showPart(<Field asciiDigits />)
  await field.fill('२१-٤２')
  await expect.element(field).toHaveValue('21-42')
})

test('and stay elsewhere', async () => {
  showPart(<Field />)
  await field.fill('२१')
  await expect.element(field).toHaveValue('२१')
})

test('what an input method composes is left alone until it is done', async () => {
  showPart(<Field asciiDigits />)
  await field.fill('')
  const input = field.element() as HTMLInputElement
  const compose = (text: string) => {
    // The setter of the element itself: React takes a value set through its own for one that it knows.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
    input.dispatchEvent(new InputEvent('input', { bubbles: true, isComposing: true }))
  }
  input.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
  compose('２')
  compose('２１')
  await expect.element(field).toHaveValue('２１')
  input.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }))
  await expect.element(field).toHaveValue('21')
})
