import './without-tracks.ts'
import { afterEach, expect, vi } from 'vitest'
import { page } from 'vitest/browser'
import '../ui/base.css'
import { watchForActs } from '../client/presence.ts'
import { noteServerTime } from '../client/server-clock.ts'
import { takeSurprises } from './answer-calls.ts'
import { takeAway } from './show-part.tsx'

/** For every test of a part: none leaves anything behind, calls what it has not named, or writes an error to the console. */

watchForActs()

const report = vi.spyOn(console, 'error')
/** Of the window, as vitest.parts.config.ts opens it, px. */
const [width, height] = [1280, 720]

afterEach(async () => {
  await takeAway()
  // Parts of screens share the clock of their page.
  noteServerTime(Date.now(), 0)
  if (window.innerWidth !== width || window.innerHeight !== height) await page.viewport(width, height)
  const complaints = report.mock.calls.map((words) => words.map(String).join(' '))
  report.mockClear()
  expect([...takeSurprises(), ...complaints]).toEqual([])
})
