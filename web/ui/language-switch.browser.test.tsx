import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { press, showPart } from '../testing/show-part.tsx'
import { LanguageSwitch } from './language-switch.tsx'

test('another language leaves the focus where it is', async () => {
  showPart(<LanguageSwitch />)
  await press(page.getByRole('button', { name: 'हिन्दी' }), 'Enter')
  await expect.element(page.getByRole('button', { name: 'English' })).toHaveFocus()
  expect(document.documentElement.lang).toBe('hi')
})
