import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import { readAgain } from './read-again.ts'

const queryKey = ['students']

/** A screen whose reads are answered when the test says so, each with the number of the read. */
function openScreen() {
  const queries = new QueryClient()
  const answers: PromiseWithResolvers<number>[] = []
  const queryFn = () => {
    const answer = Promise.withResolvers<number>()
    answers.push(answer)
    return answer.promise
  }
  onTestFinished(new QueryObserver(queries, { queryKey, queryFn }).subscribe(() => undefined))
  const answer = (read: number) => answers[read - 1]?.resolve(read)
  return { queries, answer, reads: () => answers.length, shown: () => queries.getQueryData(queryKey) }
}

test('a first read that is under way is followed by another', async () => {
  const { queries, answer, reads, shown } = openScreen()
  const again = readAgain(queries, { queryKey })
  answer(1)
  await expect.poll(reads).toBe(2)
  answer(2)
  await again
  expect(shown()).toBe(2)
})

test('what is shown already is read again once', async () => {
  const { queries, answer, reads, shown } = openScreen()
  answer(1)
  await expect.poll(shown).toBe(1)
  const again = readAgain(queries, { queryKey })
  answer(2)
  await again
  expect([reads(), shown()]).toEqual([2, 2])
})

test('a later read that is under way gives way to a new one', async () => {
  const { queries, answer, reads, shown } = openScreen()
  answer(1)
  await expect.poll(shown).toBe(1)
  void queries.refetchQueries({ queryKey })
  const again = readAgain(queries, { queryKey })
  answer(2)
  answer(3)
  await again
  expect([reads(), shown()]).toEqual([3, 3])
})
