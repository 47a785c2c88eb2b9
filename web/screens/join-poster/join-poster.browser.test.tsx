import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answerCalls } from '../../testing/answer-calls.ts'
import { office, officeDocument } from '../../testing/people.ts'
import { showPart, toast } from '../../testing/show-part.tsx'
import { JoinPoster } from './join-poster.tsx'

async function copyLink(): Promise<void> {
  answerCalls({
    'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': officeDocument,
    'GET /attendance/running': { session: null, members: 0, serverTime: Date.now() },
  })
  showPart(<JoinPoster />, { account: office })
  await page.getByRole('button', { name: 'Copy the link' }).click()
}

test('the link is copied by a button', async () => {
  await copyLink()
  await expect.element(toast('Join link copied to clipboard')).toBeVisible()
  expect(await navigator.clipboard.readText()).toMatch(/^http:.*\/register\?code=/)
})

test('where nothing can be copied, the page says what to do instead', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'))
  await copyLink()
  await expect.element(toast('Copying is not possible here. Select the link and copy it.')).toBeVisible()
})
