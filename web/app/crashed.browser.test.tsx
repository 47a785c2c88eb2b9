import { Link, Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { connection } from '../client/connection.ts'
import { speakLanguage } from '../language/language.ts'
import { expectCount, showPart } from '../testing/show-part.tsx'
import { Crashed } from './crashed.tsx'

const alive = () => Response.json({ status: 'alive' })
const noNetwork = () => {
  throw new TypeError('Failed to fetch')
}
/** As a network in a hotel answers until its guest has logged in there. */
const foreignPage = () => new Response('<h1>Welcome</h1>', { headers: { 'content-type': 'text/html' } })

/** A screen that could not be fetched, opened by a link. `asked`: the addresses that the page has asked, `askedAt`: when, in ms. */
async function openUnloaded(network: () => Response, { isPart = false } = {}) {
  const world = { network, asked: [] as string[], openedAt: Date.now(), askedAt: [] as number[], reloads: 0 }
  vi.stubGlobal('fetch', async (address: string) => {
    world.asked.push(address)
    world.askedAt.push(Date.now())
    return world.network()
  })
  connection.set('offline')
  const screen = <Crashed isLoading isPart={isPart} reload={() => world.reloads++} />
  showPart(
    <Routes>
      <Route path="/" element={<Link to="/next">Next page</Link>} />
      <Route path="/next" element={screen} />
    </Routes>,
  )
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  return world
}

const reload = page.getByRole('button', { name: 'Reload' })

// A pause ends when a test says so. Each look of `expect.poll` moves this clock, too.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))

afterEach(() => {
  vi.useRealTimers()
  connection.set('up')
})

test.each([
  ['without a network', noNetwork],
  ['where another page answers', foreignPage],
  ['while the server does not answer', () => new Response(null, { status: 502 })],
])('%s, Reload asks the server and leaves the page as it is', async (_where, network) => {
  const world = await openUnloaded(network)
  await reload.click()
  await expect.poll(() => world.asked).toContain('/healthz')
  await expect.element(reload).not.toHaveAttribute('aria-busy', 'true')
  await expect.element(page.getByText('This page has not been loaded yet.')).toBeVisible()
  expect(world.reloads).toBe(0)
})

test('control: Reload reloads once the server has answered', async () => {
  const world = await openUnloaded(noNetwork)
  world.network = alive
  await reload.click()
  await expect.poll(() => world.reloads).toBe(1)
})

test('the page opens by itself at the event of the network', async () => {
  const world = await openUnloaded(noNetwork)
  world.network = alive
  const comeBack = () => {
    window.dispatchEvent(new Event('online'))
    return world.reloads
  }
  await expect.poll(comeBack).toBe(1)
})

test('the page opens by itself without that event', async () => {
  const world = await openUnloaded(noNetwork)
  world.network = alive
  await vi.advanceTimersByTimeAsync(4_000)
  await expect.poll(() => world.reloads).toBe(1)
})

test('the page asks in pauses that grow, and no more once it was left', async () => {
  const world = await openUnloaded(noNetwork)
  for (const [index, pauseMs] of [4_000, 8_000, 16_000, 32_000, 60_000, 60_000].entries()) {
    await vi.advanceTimersByTimeAsync(pauseMs)
    await expect.poll(() => world.asked).toHaveLength(index + 1)
  }
  const [firstAt = 0, ...laterAt] = world.askedAt
  expect(firstAt - world.openedAt).toBeGreaterThanOrEqual(4_000)
  expect(laterAt.map((at, index) => at - (world.askedAt[index] ?? 0))).toEqual([8_000, 16_000, 32_000, 60_000, 60_000])
  await page.getByRole('button', { name: 'Back' }).click()
  await expect.element(page.getByRole('link', { name: 'Next page' })).toBeVisible()
  await vi.advanceTimersByTimeAsync(120_000)
  window.dispatchEvent(new Event('online'))
  expect(world.asked).toHaveLength(6)
})

test('the page keeps a header, one heading and the way back', async () => {
  await openUnloaded(noNetwork)
  await expect.element(page.getByRole('banner').getByRole('link', { name: 'Rollkey' })).toBeVisible()
  await expectCount(page.getByRole('heading'), 1)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect.element(page.getByRole('link', { name: 'Next page' })).toBeVisible()
})

test('a part of a page has no second header', async () => {
  await openUnloaded(noNetwork, { isPart: true })
  await expectCount(page.getByRole('banner'), 0)
  await expectCount(page.getByRole('heading'), 1)
})

test('in Hindi too', async () => {
  await openUnloaded(noNetwork)
  await speakLanguage('hi')
  await expect.element(page.getByRole('button', { name: 'वापस' })).toBeVisible()
})
