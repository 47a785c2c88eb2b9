import { benchBell } from './bell.ts'
import { benchCost } from './cost.ts'
import { benchExport } from './export.ts'
import { benchFirstCheckIn } from './first-check-in.ts'
import { benchGrowth } from './growth.ts'
import { benchGrowthOfCourses } from './growth-courses.ts'
import { benchHand } from './hand.ts'
import { benchMark } from './mark.ts'
import { benchPages } from './pages.ts'
import { benchPaint } from './paint.ts'
import { benchPeers } from './peers.ts'
import { benchRealtime } from './realtime.ts'
import { benchRegister } from './register.ts'
import { benchRollPage } from './roll-page.ts'
import { benchRoom } from './room.ts'
import { benchStart } from './start.ts'
import { benchTimeZones } from './time-zones.ts'
import { benchVerify } from './verify.ts'
import { benchViews } from './views.ts'

/** `npm run bench` runs all benchmarks; `npm run bench -- mark` only the named ones. */
const benchmarks: Readonly<Record<string, () => Promise<void>>> = {
  bell: benchBell,
  cost: benchCost,
  export: benchExport,
  'first-check-in': benchFirstCheckIn,
  growth: benchGrowth,
  'growth-courses': benchGrowthOfCourses,
  hand: benchHand,
  mark: benchMark,
  pages: benchPages,
  paint: benchPaint,
  peers: benchPeers,
  realtime: benchRealtime,
  register: benchRegister,
  'roll-page': benchRollPage,
  room: benchRoom,
  start: benchStart,
  'time-zones': benchTimeZones,
  verify: benchVerify,
  views: benchViews,
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
