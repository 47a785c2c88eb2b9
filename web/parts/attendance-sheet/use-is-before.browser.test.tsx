import { useReducer } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { noteServerTime } from '../../client/server-clock.ts'
import { showPart } from '../../testing/show-part.tsx'
import { useIsBefore } from './use-is-before.ts'

const [minute, hour] = [60_000, 3_600_000]
const now = Date.parse('2026-11-20T09:00:00Z')

function Sheet() {
  const [drawings, draw] = useReducer((count: number) => count + 1, 1)
  const isOpen = useIsBefore(now + hour / 2)
  return (
    <button type="button" onClick={draw}>
      {`${isOpen ? 'open' : 'over'}, drawn ${drawings}`}
    </button>
  )
}

/** Sets the computer's clock. */
function setClock(ahead: number): void {
  const { now: read } = Date
  vi.spyOn(Date, 'now').mockImplementation(() => read() + ahead)
}

afterEach(() => {
  vi.restoreAllMocks()
})

test.each([hour, -hour])('what is open stays open when the clock is set by %i ms', async (ahead) => {
  noteServerTime(now, 0)
  showPart(<Sheet />)
  const sheet = page.getByRole('button')
  await expect.element(sheet).toHaveTextContent('open, drawn 1')
  setClock(ahead)
  await sheet.click()
  await expect.element(sheet).toHaveTextContent('open, drawn 2')
})

test('what is open is over as soon as the server says a later time', async () => {
  noteServerTime(now, 0)
  showPart(<Sheet />)
  const sheet = page.getByRole('button')
  await expect.element(sheet).toHaveTextContent('open, drawn 1')
  noteServerTime(now + hour / 2 + minute, 0)
  await expect.element(sheet).toHaveTextContent('over, drawn 1')
})
