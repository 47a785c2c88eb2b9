import { readSheet } from 'read-excel-file/node'
import { parseCsv } from '../parse-csv.ts'
import { confirm } from '../staff-over-http.ts'
import { addressOf, type calls, type Values } from './ask.ts'
import { type Recount, recount } from './recount.ts'
import type { World } from './world.ts'

/** Where numbers of attendance are read. */
export type Place = {
  readonly name: string
  /** What it says. */
  readonly says: (world: World) => Promise<unknown>
  /** What follows from the facts. */
  readonly follows: (count: Recount, world: World) => unknown
}

/** What these places say otherwise than the facts. `step`: what was done last. */
export async function findDifferences(world: World, places: readonly Place[], step: string): Promise<string[]> {
  await confirm(world.college)
  const count = recount(world.facts, world.server.clock.now())
  const differences: string[] = []
  for (const { name, ...place } of places) {
    const [says, follows] = [await place.says(world), place.follows(count, world)].map((one) => JSON.stringify(one))
    if (says !== follows) differences.push(`${step}: ${name} says ${says}, and ${follows} follows`)
  }
  return differences
}

type File = {
  readonly name: string
  /** Undefined where there is nothing to export yet. */
  readonly at: (world: World) => { readonly call: keyof typeof calls; readonly values?: Values } | undefined
  /** Of each row what is compared. */
  readonly read: (row: Row, rows: readonly Row[]) => unknown
  readonly follows: Place['follows']
}
/** The cells of a row by their headings, and in their order. */
export type Row = {
  readonly at: (heading: string) => string
  readonly cells: readonly string[]
  readonly headings: readonly string[]
}

/** A file as CSV and as XLSX: two places that say the same. */
export const filePlaces = ({ name, at, read, follows }: File): Place[] =>
  (['csv', 'xlsx'] as const).map((format) => ({
    name: `${name} as ${format.toUpperCase()}`,
    async says(world) {
      const file = at(world)
      if (!file) return undefined
      const { http } = world.college
      const address = addressOf(file.call, { ...file.values, format })
      const reply = await fetch(`${world.server.url}${address}`, {
        headers: { cookie: http.cookies.header('/') ?? '' },
      })
      if (reply.status !== 200) throw new Error(`${address}: ${reply.status} ${await reply.text()}`)
      const bytes = Buffer.from(await reply.arrayBuffer())
      const [headings = [], ...table] = format === 'csv' ? parseCsv(bytes.toString()) : await readXlsx(bytes)
      const rows = table.map((cells): Row => {
        const ofHeading = (heading: string) => {
          const place = headings.indexOf(heading)
          if (place < 0) throw new Error(`${name} has no column '${heading}', but ${headings.join(', ')}`)
          return cells[place] ?? ''
        }
        return { at: ofHeading, cells, headings }
      })
      return rows.map((row) => read(row, rows))
    },
    follows,
  }))

const readXlsx = async (bytes: Buffer): Promise<string[][]> =>
  (await readSheet(bytes)).map((row) => row.map((cell) => (cell === null ? '' : String(cell))))
