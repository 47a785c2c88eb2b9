import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#testing/create-database.ts'
import { classPlaces } from '#testing/numbers/class-places.ts'
import { coursePlaces } from '#testing/numbers/course-places.ts'
import { rules } from '#testing/numbers/facts.ts'
import { isAnswer, phoneFollows, phoneSays } from '#testing/numbers/phone.ts'
import { findDifferences } from '#testing/numbers/place.ts'
import { recount } from '#testing/numbers/recount.ts'
import { classSteps, courseSteps } from '#testing/numbers/walks.ts'
import { buildWorld, type World } from '#testing/numbers/world.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

const everyPlace = [...coursePlaces, ...classPlaces]

/** A course session, then classes, walked through every way; each place is asked after each step, and counted again from a list of facts. */
describe.each(engines)('every place says the same numbers on %s', (engine) => {
  let server: TestServer
  let world: World
  /** How many facts there were after each step, and when. */
  const steps: { readonly facts: number; readonly at: number }[] = []

  beforeAll(async () => {
    server = await startTestServer(engine)
    world = await buildWorld(server)
  })
  afterAll(() => server.close())

  // A course moves no number of a class, nor a class one of a course: the others are asked at the end.
  test.each([
    ['a session of a course', courseSteps, coursePlaces],
    ['classes', classSteps, classPlaces],
  ] as const)('of %s, after each step', async (_what, walk, places) => {
    const differences: string[] = []
    for (const [step, act] of walk) {
      const answer = await act(world)
      if (isAnswer(answer)) {
        const follows = phoneFollows(answer, recount(world.facts, server.clock.now()), world)
        expect([step, phoneSays(answer)]).toEqual([step, follows])
      }
      steps.push({ facts: world.facts.length, at: server.clock.now() })
      differences.push(...(await findDifferences(world, places, step)))
    }
    differences.push(...(await findDifferences(world, everyPlace, 'at the end')))
    expect(differences).toEqual([])
  })

  test.each(Object.keys(rules) as (keyof typeof rules)[])('and not what follows where %s', (rule) => {
    const isSeen = steps.some(({ facts, at }) => {
      const [some, changed] = [world.facts.slice(0, facts), { ...rules, [rule]: true }]
      const [right, wrong] = [recount(some, at), recount(some, at, changed)]
      return everyPlace.some(
        ({ follows }) => JSON.stringify(follows(right, world)) !== JSON.stringify(follows(wrong, world)),
      )
    })
    expect(isSeen).toBe(true)
  })
})
