import type { Query, QueryClient } from '@tanstack/react-query'
import type { ProductRead } from '../client/read-product.ts'
import { type BeginOf, isBelow } from './live-keys.ts'
import { readAgain } from './read-again.ts'
import { createRefresher } from './refresher.ts'

/** What an event of a course says (protocol §8). Without a session the course itself has changed, without a group any of them may have. */
export type CourseChange = { readonly groupId: string | null; readonly sessionId?: string }

/** One sheet at most this often, however many mark. */
const sheetRestMs = 1_000
/** Lists and registers sum up many sessions, so they may be a little later. */
const listRestMs = 3_000
/** A single mark shows at once; a whole room of marks is combined. */
const firstRestMs = 100
/** A register is large, and who writes in it writes on: it is read again once that long nothing came, or after the rest. */
const registerQuiet = { restMs: 10_000, firstRestMs: 0, quietMs: 2_000 } as const

const sheets: readonly BeginOf<ProductRead>[] = ['/sessions']
const registers: readonly BeginOf<ProductRead>[] = ['/groups/:groupId/register']
/** What a mark changes besides its sheet and its register. */
const sums: readonly BeginOf<ProductRead>[] = ['/today', '/groups']
/** What else a change of the course itself does. */
const lists: readonly BeginOf<ProductRead>[] = ['/courses', '/rooms', '/day-passes', '/people']

/** Reads again what screens show of courses, by the events that came since it was read. */
export function createCourseReads(queries: QueryClient) {
  const ofSheets = gather(queries, { restMs: sheetRestMs, firstRestMs }, (heard) => (query) => {
    return (
      isOf(query, sheets) && heard.some(({ sessionId }) => [undefined, idOf(query, 'sessionId')].includes(sessionId))
    )
  })
  const isSum = (query: Query, heard: readonly CourseChange[]) => {
    const groupId = idOf(query, 'groupId')
    return isOf(query, sums) && (groupId === undefined || heard.some((one) => one.groupId === groupId))
  }
  const isOfAny = (heard: readonly CourseChange[]) => heard.some(({ sessionId }) => sessionId === undefined)
  const ofLists = gather(queries, { restMs: listRestMs, firstRestMs }, (heard) => (query) => {
    if (isOf(query, registers)) return false
    return isOfAny(heard) ? isOf(query, [...sums, ...lists]) : isSum(query, heard)
  })
  const ofRegisters = gather(queries, registerQuiet, (heard) => (query) => {
    return isOf(query, registers) && (isOfAny(heard) || isSum(query, heard))
  })
  const all = [ofSheets, ofLists, ofRegisters]
  return {
    take(change: CourseChange): void {
      for (const one of all) one.take(change)
    },
    stop(): void {
      for (const one of all) one.stop()
    },
  }
}

type Showing = (query: Query) => boolean

type Rests = { readonly restMs: number; readonly firstRestMs?: number; readonly quietMs?: number }

function gather(
  queries: QueryClient,
  { restMs, ...rests }: Rests,
  showing: (heard: readonly CourseChange[]) => Showing,
) {
  let heard: readonly CourseChange[] = []
  const refresher = createRefresher(
    () => {
      const predicate = showing(heard)
      heard = []
      return readAgain(queries, { predicate })
    },
    restMs,
    rests,
  )
  return {
    take(change: CourseChange): void {
      heard = [...heard, change]
      refresher.request()
    },
    stop: refresher.stop,
  }
}

const isOf = ({ queryKey: [name] }: Query, begins: readonly string[]) =>
  begins.some((begin) => isBelow(String(name), begin))

/** The id in the address of a read (kit/use-read.ts). */
function idOf({ queryKey: [, , ids] }: Query, name: 'groupId' | 'sessionId'): string | undefined {
  return (ids as { readonly [Id in typeof name]?: string } | undefined)?.[name]
}
