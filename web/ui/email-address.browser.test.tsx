import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { showPart } from '../testing/show-part.tsx'
import { EmailAddress } from './email-address.tsx'

/** The lines of an address in a box so wide, px. */
async function linesOf(email: string, width: number): Promise<string[]> {
  showPart(
    <p data-testid="box" style={{ width, overflowWrap: 'anywhere' }}>
      <EmailAddress>{email}</EmailAddress>
    </p>,
  )
  const box = page.getByTestId('box')
  await expect.element(box).toHaveTextContent(email)
  expect(box.element().scrollWidth).toBeLessThanOrEqual(width)
  const lines = new Map<number, string>()
  const texts = document.createTreeWalker(box.element(), NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    for (const [place, letter] of [...(node.nodeValue ?? '')].entries()) {
      const range = document.createRange()
      range.setStart(node, place)
      range.setEnd(node, place + 1)
      const { top } = range.getBoundingClientRect()
      lines.set(top, (lines.get(top) ?? '') + letter)
    }
  }
  return [...lines.values()]
}

test('an address takes a new line after a dot or the at sign', async () => {
  expect(await linesOf('asha.rao@students.example', 90)).toEqual(['asha.rao@', 'students.', 'example'])
})

test('a long part stays whole where a line of its own holds it', async () => {
  const [own, provider] = ['office-of-the-registrar-and-dean@', 'kaveri-institute.example']
  expect(await linesOf(`asha.${own}${provider}`, 250)).toEqual(['asha.', own, provider])
})

test('a part that no line holds is broken, and leaves the box as wide as it is', async () => {
  const lines = await linesOf('office-of-the-registrar-and-the-dean-of-all-studies@kaveri.example', 240)
  expect(lines.length).toBeGreaterThan(2)
})
