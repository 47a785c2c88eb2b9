import { expect, test } from 'vitest'
import { keepAwake } from './keep-awake.ts'

/** A page that is shown and hidden, and its locks: hiding it takes them back, as browsers do. */
function openPage({ refuses = false } = {}) {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState })
  const held = new Set<EventTarget>()
  let asked = 0
  async function request() {
    asked += 1
    if (refuses) throw new DOMException('low battery', 'NotAllowedError')
    const lock = Object.assign(new EventTarget(), { release: async () => releaseOne(lock) })
    held.add(lock)
    return lock
  }
  function releaseOne(lock: EventTarget): void {
    if (held.delete(lock)) lock.dispatchEvent(new Event('release'))
  }
  const release = () => {
    for (const lock of held) releaseOne(lock)
  }
  async function show(state: DocumentVisibilityState): Promise<void> {
    page.visibilityState = state
    if (state === 'hidden') release()
    page.dispatchEvent(new Event('visibilitychange'))
    await Promise.resolve()
  }
  return { awakeness: { request, page }, held, release, show, asked: () => asked }
}

test('the screen is kept on, and let go at the end', async () => {
  const { awakeness, held } = openPage()
  const stop = keepAwake(awakeness)
  await Promise.resolve()
  expect(held.size).toBe(1)
  stop()
  expect(held.size).toBe(0)
})

test('a lock that was released is taken again when the tab shows again', async () => {
  const { awakeness, held, show, asked } = openPage()
  keepAwake(awakeness)
  await Promise.resolve()
  await show('hidden')
  expect(held.size).toBe(0)
  await show('visible')
  expect([held.size, asked()]).toEqual([1, 2])
})

test('a lock that the system has released is taken again, too, and one that is held is not asked for twice', async () => {
  const { awakeness, held, release, show, asked } = openPage()
  keepAwake(awakeness)
  await Promise.resolve()
  await show('visible')
  expect(asked()).toBe(1)
  release()
  await show('visible')
  expect([held.size, asked()]).toEqual([1, 2])
})

test('a refusal, and a browser without locks, are no errors', async () => {
  const { awakeness, show, asked } = openPage({ refuses: true })
  keepAwake(awakeness)
  await Promise.resolve()
  await show('visible')
  expect(asked()).toBe(2)
  keepAwake({ ...awakeness, request: undefined })()
})
