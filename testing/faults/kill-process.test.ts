import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { locate } from '#testing/check-invariants.ts'
import { createDatabaseWithTables, engines, type TestDatabase } from '#testing/create-database.ts'
import { findFreePort } from '#testing/find-free-port.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'
import { populateInstitute } from '../populate-institute.ts'
import { controlRounds, isControlledOn, isFullSuite, rounds } from './full-suite.ts'
import { findLosses, type Institute, markUntilStruck, repeatUnanswered, withWaitingStudents } from './marking.ts'
import type { Guard } from './switch-guard-off.ts'

const killings = rounds(20, 2)
const marksOfRound = 40
vi.setConfig({ testTimeout: 600_000 })

describe.each(engines)('a process on %s that is killed during marks', (engine) => {
  let database: TestDatabase
  let institute: Institute
  let origin: string
  let server: ServerProcess | undefined
  beforeEach(async () => {
    database = await createDatabaseWithTables(engine)
    origin = `http://localhost:${await findFreePort()}`
  })
  afterEach(async () => {
    await server?.kill()
    await database.drop()
  })

  async function populate(roundsToCome: number): Promise<void> {
    institute = withWaitingStudents(await populateInstitute(locate(database), origin, marksOfRound * roundsToCome))
  }
  const start = async (guardOff?: Guard): Promise<ServerProcess> => {
    const { dataDir, databaseUrl = '' } = database
    const env = { PORT: new URL(origin).port, DATA_DIR: dataDir, DATABASE_URL: databaseUrl, RATE_LIMIT_SCALE: '100000' }
    server = await startServerProcess({ ...env, LOG_LEVEL: 'silent' }, guardOff)
    return server
  }
  async function killInTheMiddle(guardOff?: Guard) {
    const running = await start(guardOff)
    const strikeAfter = 1 + Math.floor(Math.random() * (marksOfRound / 2))
    const marking = await markUntilStruck(origin, institute, { count: marksOfRound, strikeAfter, strike: running.kill })
    return { marking, losses: await findLosses(database, marking.answered) }
  }

  test('has lost nothing that was confirmed, and answers unfinished calls after the next start', async () => {
    await populate(killings)
    for (let round = 0; round < killings; round++) {
      const { marking, losses } = await killInTheMiddle()
      expect(losses).toEqual([])
      expect(marking.refusals).toEqual([])
      const restarted = await start()
      await repeatUnanswered(origin, institute, marking)
      expect(await findLosses(database, new Set([...marking.answered, ...marking.unanswered]))).toEqual([])
      await restarted.kill()
    }
  })

  const controls: readonly Guard[] = isFullSuite ? ['answer-after-commit', 'one-transaction'] : ['answer-after-commit']
  test.runIf(isControlledOn(engine)).each(controls)('control: without %s the loss is seen', async (guard) => {
    await populate(controlRounds)
    let losses: string[] = []
    for (let round = 0; round < controlRounds && losses.length === 0; round++) {
      losses = (await killInTheMiddle(guard)).losses
    }
    expect(losses.length).toBeGreaterThan(0)
  })
})
