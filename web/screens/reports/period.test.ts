import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { readPeriod } from './period.ts'

// A Wednesday.
const now = new Date(2026, 10, 18, 15, 30).getTime()
const day = (year: number, month: number, date: number) => new Date(year, month - 1, date).getTime()
const read = (address: string) => readPeriod(new URLSearchParams(address), now)

describe('readPeriod', () => {
  test.each([
    ['period=week', day(2026, 11, 16)],
    ['period=month', day(2026, 11, 1)],
    ['period=days90', day(2026, 8, 20)],
  ])('%o begins at the start of its first day and is open to the future', (address, from) => {
    expect(read(address)).toMatchObject({ from, isWrong: false })
    expect(read(address).to).toBeUndefined()
  })

  test('the last 90 days keep the name that they had in addresses', () => {
    expect(read('period=term')).toEqual(read('period=days90'))
  })

  test.each(['', 'period=all', 'period=fortnight'])('%o is all time, open at both ends', (address) => {
    expect(read(address)).toEqual({ kind: 'all', first: '', last: '', isWrong: false })
  })

  test('begins the week on the Monday before a Sunday', () => {
    const sunday = new Date(2026, 10, 22, 1).getTime()
    expect(readPeriod(new URLSearchParams('period=week'), sunday).from).toBe(day(2026, 11, 16))
  })

  test('custom dates include the whole last day', () => {
    expect(read('period=own&first=2026-11-01&last=2026-11-01')).toEqual({
      kind: 'own',
      first: '2026-11-01',
      last: '2026-11-01',
      isWrong: false,
      from: day(2026, 11, 1),
      to: day(2026, 11, 2),
    })
  })

  test('custom dates may be open at either end', () => {
    expect(read('period=own&last=2026-11-01')).toMatchObject({ to: day(2026, 11, 2), isWrong: false })
    expect(read('period=own')).toMatchObject({ first: '', last: '', isWrong: false })
  })

  test('asks for no time before 1970, the year of the first day that the field offers', () => {
    vi.stubEnv('TZ', 'Asia/Kolkata')
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(read('period=own&first=1970-01-01')).toMatchObject({ from: 0, isWrong: false })
  })

  // 15 November, a Sunday, 20:30 in New York: Monday 07:00 in Kolkata.
  const monday = Date.parse('2026-11-16T01:30:00Z')
  test.each([
    ['period=week', '2026-11-15T18:30:00Z'],
    ['period=month', '2026-10-31T18:30:00Z'],
    ['period=days90', '2026-08-17T18:30:00Z'],
    ['period=own&first=2026-11-16', '2026-11-15T18:30:00Z'],
  ])("%o begins at the institute's midnight, wherever the browser stands", (address, from) => {
    vi.stubEnv('TZ', 'America/New_York')
    onTestFinished(() => void vi.unstubAllEnvs())
    const period = readPeriod(new URLSearchParams(address), monday, 'Asia/Kolkata')
    expect(period.from).toBe(Date.parse(from))
  })

  test.each([
    ['that has no midnight', 'Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00Z', '2026-04-24T21:00:00Z'],
    ['after an hour that comes twice', 'Africa/Cairo', '2026-10-30', '2026-10-29T22:00:00Z', '2026-10-30T22:00:00Z'],
    ['of 25 hours', 'America/New_York', '2026-11-01', '2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z'],
  ])('a day %s is whole', (_what, zone, day, from, to) => {
    const address = new URLSearchParams({ period: 'own', first: day, last: day })
    expect(readPeriod(address, now, zone)).toMatchObject({ from: Date.parse(from), to: Date.parse(to) })
  })

  test.each([
    'first=2026-11-02&last=2026-11-01',
    'first=2026-02-30',
    'first=yesterday',
    'last=9999-12-31',
    'last=2026-11-01T10:00',
  ])('reports wrong custom dates: %s', (dates) => {
    expect(read(`period=own&${dates}`).isWrong).toBe(true)
  })
})
