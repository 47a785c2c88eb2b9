import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerCalls, refuse } from '../../testing/answer-calls.ts'
import { longAnswers, longInstitute } from '../../testing/long-people.ts'
import { asha, officeDocument } from '../../testing/people.ts'
import { expectCount, showPart } from '../../testing/show-part.tsx'
import { OrganisationCard } from './organisation-card.tsx'
import { OrganisationCards } from './organisation-cards.tsx'

const show = (total: number, classes: number, unmarked?: number) =>
  showPart(<OrganisationCard organisation={{ ...officeDocument, classes }} total={total} unmarked={unmarked} />, {
    account: asha,
  })

test.each([
  [30, 40, '75%', 'may miss 0'],
  [10, 12, '83.33%', 'may miss 1'],
  [5, 10, '50%', 'needs 10 in a row'],
])('a card of %i marks in %i classes says what they allow', async (total, classes, percentage, sentence) => {
  show(total, classes)
  await expect.element(page.getByText(percentage, { exact: true })).toBeVisible()
  await expect.element(page.getByText(`${total} of ${classes} classes`)).toBeVisible()
  await expect.element(page.getByText(sentence)).toBeVisible()
})

test.each([
  ['and all before it were attended', 21, 22, 22, '100%', true],
  ['and the student is marked in it', 22, 22, 22, '100%', false],
  ['and the document is of before it', 21, 21, 22, '100%', false],
  ['and the document is of after the next one began', 21, 23, 22, '91.3%', false],
])('a card while a class runs, %s', async (_where, total, classes, unmarked, percentage, isSaid) => {
  show(total, classes, unmarked)
  await expect.element(page.getByText(percentage, { exact: true })).toBeVisible()
  await expectCount(page.getByText('A class is running, not counted yet'), isSaid ? 1 : 0)
})

test('a card in the first class has no percentage yet, and says that the class runs', async () => {
  show(0, 1, 1)
  await expect.element(page.getByText('No classes yet')).toBeVisible()
  await expect.element(page.getByText('A class is running, not counted yet')).toBeVisible()
  await expectCount(page.getByText('0%', { exact: true }), 0)
})

test('a card without classes says so, and nothing of what can be missed', async () => {
  show(0, 0)
  await expect.element(page.getByRole('listitem')).toBeVisible()
  await expectCount(page.getByText(/75%|may miss/), 0)
})

test('the own document that cannot be read says so, and can be read again', async () => {
  const one = 'GET /databases/:databaseId/collections/:collectionId/documents/:documentId'
  const document: { isBroken: boolean } = { isBroken: true }
  answerCalls({
    ...longAnswers,
    [one]: (asked: Parameters<(typeof longAnswers)[typeof one]>[0]) =>
      document.isBroken ? refuse('general_unknown') : longAnswers[one](asked),
  })
  showPart(<OrganisationCards />, { account: asha })
  await expect.element(page.getByRole('alert')).toBeVisible()
  document.isBroken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('heading', { name: longInstitute })).toBeVisible()
})
