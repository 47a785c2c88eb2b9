import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { texts } from '#contract/texts.ts'
import { useRunningSession } from '../parts/attendance-session/use-running-session.ts'
import { answerCalls, refuse } from '../testing/answer-calls.ts'
import { office } from '../testing/people.ts'
import { showPart } from '../testing/show-part.tsx'
import { ConnectionNotice } from './connection-notice.tsx'
import { queryClient } from './query-client.ts'

/** As long as an answer with 503 asks to wait, ms. */
const askedWaitMs = 2_000

function Members() {
  const running = useRunningSession()
  return <p>{running.data ? `${running.data.members} members` : 'nothing yet'}</p>
}

/** A screen whose reads answer `members`, and 503 while that is undefined. */
function openScreen() {
  const server: { members: number | undefined; askedAt: number[] } = { members: 229, askedAt: [] }
  answerCalls({
    'GET /attendance/running': () => {
      server.askedAt.push(performance.now())
      if (server.members === undefined) return refuse('general_service_unavailable')
      return { session: null, members: server.members, serverTime: Date.now() }
    },
  })
  showPart(
    <>
      <Members />
      <ConnectionNotice />
    </>,
    { account: office },
  )
  return server
}

const notice = page.getByText(texts.common.numbersOld)

test('a screen says that its numbers are old while reads answer 503, and is up to date afterwards', async () => {
  const server = openScreen()
  await expect.element(page.getByText('229 members')).toBeVisible()
  await expect.element(notice).not.toBeInTheDocument()
  server.members = undefined
  void queryClient.invalidateQueries()
  await expect.element(notice).toBeVisible()
  await expect.element(page.getByText('229 members')).toBeVisible()
  // More often than one read is tried again by itself.
  await expect.poll(() => server.askedAt.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(5)
  await expect.element(notice).toBeVisible()
  server.members = 650
  await expect.element(page.getByText('650 members')).toBeVisible()
  await expect.element(notice).not.toBeInTheDocument()
  const [, ...repeats] = server.askedAt
  const pauses = repeats.slice(1).map((at, index) => at - (repeats[index] ?? 0))
  // A timer may be a few ms early.
  expect(Math.min(...pauses)).toBeGreaterThan(askedWaitMs - 100)
})
