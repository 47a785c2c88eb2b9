import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { showPart } from '../testing/show-part.tsx'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'

async function expectSpinnerInside(name: string): Promise<void> {
  const button = page.getByRole('button', { name })
  await expect.element(button).toBeVisible()
  const spinner = button.element().querySelector('svg')
  if (spinner === null) throw new Error('Nothing turns.')
  // A ring keeps its place while it turns, but the box around it grows.
  for (const turning of spinner.getAnimations()) turning.cancel()
  const inner = spinner.getBoundingClientRect()
  const outer = button.element().getBoundingClientRect()
  expect(inner.width).toBeGreaterThan(0)
  expect(inner.left).toBeGreaterThanOrEqual(outer.left)
  expect(inner.right).toBeLessThanOrEqual(outer.right)
  expect(inner.top).toBeGreaterThanOrEqual(outer.top)
  expect(inner.bottom).toBeLessThanOrEqual(outer.bottom)
}

test.each([390, 1440])('the busy button of a banner keeps its spinner inside, %i px wide', async (width) => {
  await page.viewport(width, 844)
  showPart(
    <Banner icon={<span />} title="A title" action={<Button busy>Register Passkey</Button>}>
      Why
    </Banner>,
  )
  await expectSpinnerInside('Register Passkey')
})

test.each([390, 1440])(
  'a wide busy button whose words fill the line keeps its spinner inside, %i px wide',
  async (width) => {
    await page.viewport(width, 844)
    const words = 'Words of a button that fill the line. '.repeat(12).trim()
    showPart(
      <Button wide busy>
        {words}
      </Button>,
    )
    await expectSpinnerInside(words)
  },
)
