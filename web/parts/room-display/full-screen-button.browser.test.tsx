import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { press, showPart } from '../../testing/show-part.tsx'
import { FullScreenButton } from './full-screen-button.tsx'
import { markingTexts } from './marking-texts.ts'

test('a press fills the screen, and the next one leaves it', async () => {
  onTestFinished(async () => {
    if (document.fullscreenElement) await document.exitFullscreen()
  })
  showPart(<FullScreenButton words={markingTexts} />)
  const enter = page.getByRole('button', { name: 'Full screen', exact: true })
  await press(enter, 'Enter')
  const leave = page.getByRole('button', { name: 'Leave full screen' })
  await expect.element(leave).toBeVisible()
  expect(document.fullscreenElement).toBe(document.documentElement)
  await press(leave, 'Enter')
  await expect.element(enter).toBeVisible()
  expect(document.fullscreenElement).toBeNull()
})
