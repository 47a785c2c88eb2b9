import { loadavg } from 'node:os'
import { percentile } from './side-by-side.ts'

/** Prints durations (ms) beside the bare WebSocket round trips of the same run, and the difference. */
export function compareWithBare(what: string, measured: readonly number[], bare: readonly number[]): void {
  const [told, echoed] = [summarise(measured), summarise(bare)]
  console.log(`${what}: ${write(told)}`)
  console.log(`bare WebSocket round trip of the same bytes: ${write(echoed)}`)
  console.log(`difference: ${write({ median: told.median - echoed.median, p99: told.p99 - echoed.p99 })}`)
  console.log(`load of the machine (1 min): ${(loadavg()[0] ?? Number.NaN).toFixed(1)}`)
}

/** Milliseconds. */
type Figures = { readonly median: number; readonly p99: number }

function summarise(durations: readonly number[]): Figures {
  const sorted = durations.toSorted((a, b) => a - b)
  return { median: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) }
}

function write({ median, p99 }: Figures): string {
  return `median ${median.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`
}
