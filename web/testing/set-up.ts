import { afterEach, expect, vi } from 'vitest'
import '../ui/base.css'
import { takeSurprises } from './answer-calls.ts'
import { takeAway } from './show-part.tsx'

/** For every test of a part: none leaves anything behind, calls what it has not named, or writes an error to the console. */

const report = vi.spyOn(console, 'error')

afterEach(async () => {
  await takeAway()
  const complaints = report.mock.calls.map((words) => words.map(String).join(' '))
  report.mockClear()
  expect([...takeSurprises(), ...complaints]).toEqual([])
})
