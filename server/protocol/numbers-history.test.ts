import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { engines } from '#testing/create-database.ts'
import { Refused } from '#testing/numbers/ask.ts'
import { classPlaces } from '#testing/numbers/class-places.ts'
import { coursePlaces } from '#testing/numbers/course-places.ts'
import { findDifferences } from '#testing/numbers/place.ts'
import { randomAct } from '#testing/numbers/random-acts.ts'
import { buildWorld } from '#testing/numbers/world.ts'
import { startTestServer } from '#testing/test-server.ts'

/** Acts that happen. `npm run history` takes 1,000. */
const wanted = Number(process.env.HISTORY_ACTS ?? 40)
const firstSeed = Number(process.env.HISTORY_SEED ?? 20_261_128)
/** After so many, another institute begins. */
const inOneWorld = 50
const betweenLooks = 10

const places = [...coursePlaces, ...classPlaces]

describe.each(engines)('random acts on classes and courses on %s', (engine) => {
  test.each(Array.from({ length: Math.ceil(wanted / inOneWorld) }, (_, at) => firstSeed + at))(
    'leave the same numbers in every place, with the seed %d',
    async (seed) => {
      const server = await startTestServer(engine)
      try {
        const world = await buildWorld(server)
        let done = 0
        for (const act of fc.sample(randomAct, { numRuns: 20 * inOneWorld, seed })) {
          if (done === Math.min(wanted, inOneWorld)) break
          if (!(await happens(() => act(world)))) continue
          done += 1
          if (done % betweenLooks === 0) expect(await findDifferences(world, places, `after ${done} acts`)).toEqual([])
        }
        expect(done).toBe(Math.min(wanted, inOneWorld))
      } finally {
        await server.close()
      }
    },
  )
})

/** False where the server refuses the act. */
async function happens(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    if (error instanceof Refused) return false
    throw error
  }
}
