import { useRef, useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { showPart } from '../../testing/show-part.tsx'
import { MarkForm, noInputs } from './mark-form.tsx'

function Form({ onSubmit }: { onSubmit: (typed: string) => void }) {
  const [inputs, setInputs] = useState(noInputs)
  const firstField = useRef<HTMLInputElement>(null)
  const submit = () => onSubmit(inputs.rollNumber || inputs.email)
  return <MarkForm inputs={inputs} onInputsChange={setInputs} onSubmit={submit} work="asking" firstField={firstField} />
}

test('a roll number that is typed or scanned in digits of another script is looked for in ASCII digits', async () => {
  const sent: string[] = []
  showPart(<Form onSubmit={(typed) => sent.push(typed)} />)
  const field = page.getByRole('textbox').first()
  await field.fill('२१CS٠٤２')
  await expect.element(field).toHaveValue('21CS042')
  await page.getByRole('button').click()
  expect(sent).toEqual(['21CS042'])
})
