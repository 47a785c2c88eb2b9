import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { showPart } from '../../testing/show-part.tsx'
import { PresenceSign } from './presence-sign.tsx'

test('that a mark is disputed stands in one line, in a narrow cell, too', async () => {
  showPart(
    <div style={{ display: 'flex', width: 84, overflowWrap: 'anywhere' }}>
      <PresenceSign presence="present" isFlagged />
    </div>,
  )
  const word = page.getByText('Disputed')
  await expect.element(word).toBeVisible()
  expect(word.element().getClientRects()).toHaveLength(1)
  expect(word.element().getBoundingClientRect().height).toBeLessThan(20)
})
