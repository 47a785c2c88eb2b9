import { benchMark } from './mark.ts'
import { benchRealtime } from './realtime.ts'
import { benchStart } from './start.ts'

/** `npm run bench` runs all benchmarks; `npm run bench -- mark` only the named ones. */
const benchmarks: Readonly<Record<string, () => Promise<void>>> = {
  mark: benchMark,
  realtime: benchRealtime,
  start: benchStart,
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in benchmarks))
if (unknown.length > 0) {
  console.error(`No such benchmark: ${unknown.join(', ')}. There are: ${Object.keys(benchmarks).join(', ')}`)
  process.exit(1)
}
for (const [name, run] of Object.entries(benchmarks)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`\n# ${name}`)
  await run()
}
