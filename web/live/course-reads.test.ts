import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createCourseReads } from './course-reads.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Screens that show these reads. `read`: how often each was read, after its first time. */
async function show(...shown: readonly (readonly [name: string, ids?: object])[]) {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  const counts = shown.map(() => -1)
  for (const [place, [name, ids = {}]] of shown.entries()) {
    const queryFn = async () => {
      counts[place] = (counts[place] ?? 0) + 1
      return counts[place]
    }
    onTestFinished(new QueryObserver(queries, { queryKey: [name, 'me', ids], queryFn }).subscribe(() => undefined))
  }
  await vi.advanceTimersByTimeAsync(0)
  const reads = createCourseReads(queries)
  onTestFinished(reads.stop)
  return { ...reads, read: () => counts }
}

const sheet = (sessionId: string) => ['GET /sessions/:sessionId', { sessionId }] as const
const register = (groupId: string) => ['GET /groups/:groupId/register', { groupId }] as const
const today = ['GET /today'] as const

test('sixty marks in a second cost a sheet five reads, and a list four', async () => {
  const { take, read } = await show(sheet('monday'), today)
  for (let mark = 0; mark < 60; mark++) {
    take({ groupId: 'maths', sessionId: 'monday' })
    await vi.advanceTimersByTimeAsync(1_000 / 60)
  }
  await vi.advanceTimersByTimeAsync(10_000)
  expect(read()).toEqual([5, 5])
})

test('a register is read once its letters rest for two seconds, and every ten while they do not', async () => {
  const { take, read } = await show(register('maths'))
  for (let letter = 0; letter < 15; letter++) {
    take({ groupId: 'maths', sessionId: 'monday' })
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(read()).toEqual([1])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(read()).toEqual([2])
})

test('what happens in a session reads again its sheet, its register and today, and nothing of other courses', async () => {
  const { take, read } = await show(
    sheet('monday'),
    sheet('tuesday'),
    register('maths'),
    register('physics'),
    today,
    ['GET /courses'],
    ['GET /staff'],
  )
  take({ groupId: 'maths', sessionId: 'monday' })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(read()).toEqual([1, 0, 1, 0, 1, 0, 0])
})

test('a change of a course reads again all that shows courses', async () => {
  const { take, read } = await show(
    sheet('monday'),
    register('maths'),
    register('section'),
    today,
    ['GET /courses'],
    ['GET /staff'],
  )
  take({ groupId: 'maths' })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(read()).toEqual([1, 1, 1, 1, 1, 0])
})

test('events that come while it is read cost one more read of each', async () => {
  const { take, read } = await show(sheet('monday'), sheet('tuesday'))
  for (const sessionId of ['monday', 'tuesday', 'monday', 'tuesday']) take({ groupId: 'maths', sessionId })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(read()).toEqual([2, 1])
})
