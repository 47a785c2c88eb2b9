import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { InstituteSettings } from '#contract/settings.ts'
import { answerCalls } from '../../testing/answer-calls.ts'
import { noPasskeys, office, officeDocument } from '../../testing/people.ts'
import { expectCount, showPart } from '../../testing/show-part.tsx'
import { Settings } from './settings.tsx'

const chosen: InstituteSettings = { timeZone: 'Asia/Kolkata', displayNames: 'short', ways: ['screen'] }

function open(settings: InstituteSettings) {
  answerCalls({
    'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': officeDocument,
    'GET /passkeys': noPasskeys,
    'GET /screens': { screens: [], serverTime: Date.now() },
    'GET /settings': settings,
  })
  showPart(<Settings />, { account: office })
}

test('the person who changed the settings last is named', async () => {
  open({ ...chosen, changed: { at: 1_762_000_000_000, by: { name: 'Meera Iyer', title: '', role: 'owner' } } })
  await expect.element(page.getByText(/^Last changed on .+ by Meera Iyer, Owner\.$/)).toBeVisible()
})

test('where no person did, nothing is said', async () => {
  open(chosen)
  await expect.element(page.getByText('Names on displays').first()).toBeVisible()
  await expectCount(page.getByText(/^Last changed on /), 0)
})
