import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { showPart } from '../../testing/show-part.tsx'
import { HereCount } from './here-count.tsx'

const session = { present: 4, people: 6, apart: { guests: 1, afterClosing: 1 } }

test('guests and who came after closing stand apart from who is here, in a line of text, too', async () => {
  showPart(
    <p>
      <HereCount session={session} />
    </p>,
  )
  const parts = ['4 of 6 present', '1 guest', '1 after closing']
  await expect.element(page.getByText(parts.join(' '))).toBeVisible()
  const boxes = parts.map((part) => page.getByText(part, { exact: true }).element().getBoundingClientRect())
  for (const [at, box] of boxes.entries()) if (at > 0) expect(box.left - (boxes[at - 1]?.right ?? 0)).toBeGreaterThan(8)
})
