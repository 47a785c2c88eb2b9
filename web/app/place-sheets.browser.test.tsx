import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { placeSheets } from './place-sheets.ts'

const links: HTMLLinkElement[] = []

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  for (const link of links.splice(0)) link.remove()
})

/** As the login's page has them; `hangs`: neither comes nor fails. */
function fetchSheet(kind: 'comes' | 'fails' | 'hangs'): HTMLLinkElement {
  const link = document.createElement('link')
  link.rel = 'preload'
  link.as = 'style'
  if (kind !== 'hangs') link.href = kind === 'comes' ? 'data:text/css,' : 'data:text/plain,no'
  links.push(link)
  return link
}

test('sheets stand in their order once they are there or have failed', async () => {
  const sheets = [fetchSheet('comes'), fetchSheet('fails')]
  await placeSheets(sheets, 1_000)
  expect([...document.head.querySelectorAll('link')].slice(-2)).toEqual(sheets)
  expect(vi.getTimerCount()).toBe(0)
})

test('a sheet that hangs is not waited for longer than its time', async () => {
  const goOn = vi.fn()
  void placeSheets([fetchSheet('hangs')], 1_000).then(goOn)
  await vi.advanceTimersByTimeAsync(999)
  expect(goOn).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(goOn).toHaveBeenCalledOnce()
})
