import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { asha, officeDocument } from '../../testing/people.ts'
import { expectCount, showPart } from '../../testing/show-part.tsx'
import { OrganisationCard } from './organisation-card.tsx'

const show = (total: number, classes: number) =>
  showPart(<OrganisationCard organisation={{ ...officeDocument, classes }} total={total} />, { account: asha })

test.each([
  [30, 40, '75%', 'One more class missed falls below 75%'],
  [10, 12, '83.33%', '1 more class can be missed, staying at 75%'],
  [5, 10, '50%', '10 classes in a row needed to reach 75%'],
])('a card of %i marks in %i classes says what they allow', async (total, classes, percentage, sentence) => {
  show(total, classes)
  await expect.element(page.getByText(percentage, { exact: true })).toBeVisible()
  await expect.element(page.getByText(sentence)).toBeVisible()
})

test('a card without classes says so, and nothing of what can be missed', async () => {
  show(0, 0)
  await expect.element(page.getByRole('listitem')).toBeVisible()
  await expectCount(page.getByText(/75%/), 0)
})
