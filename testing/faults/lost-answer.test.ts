import { once } from 'node:events'
import { type AddressInfo, connect as connectSocket, createServer, type Server } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { locate } from '#testing/check-invariants.ts'
import { createDatabaseWithTables, engines, type TestDatabase } from '#testing/create-database.ts'
import { findFreePort } from '#testing/find-free-port.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'
import { populateInstitute } from '../populate-institute.ts'
import { isControlledOn, rounds } from './full-suite.ts'
import { askForMark, connect, findLosses, type Institute, prove, withWaitingStudents } from './marking.ts'
import type { Guard } from './switch-guard-off.ts'

const marks = rounds(200, 10)

/** Passes requests on, and closes the client's connection at the moment when the answer comes. */
async function startAnswerEater(port: number): Promise<Server> {
  const eater = createServer((client) => {
    const server = connectSocket(port, 'localhost')
    client.on('error', () => undefined).pipe(server.on('error', () => undefined))
    server.once('data', () => {
      client.destroy()
      server.destroy()
    })
  })
  eater.listen(0, 'localhost')
  await once(eater, 'listening')
  return eater
}

describe.each(engines)('a mark on %s whose answer is lost after the commit', (engine) => {
  let database: TestDatabase
  let institute: Institute
  let origin: string
  let server: ServerProcess
  beforeEach(async () => {
    database = await createDatabaseWithTables(engine)
    origin = `http://localhost:${await findFreePort()}`
    institute = withWaitingStudents(await populateInstitute(locate(database), origin, marks))
  })
  afterEach(async () => {
    await server.kill()
    await database.drop()
  })

  /** The answers to repeated calls, for each student. */
  async function askAgain(guardOff?: Guard): Promise<string[]> {
    const { dataDir, databaseUrl = '' } = database
    const env = { PORT: new URL(origin).port, DATA_DIR: dataDir, DATABASE_URL: databaseUrl, RATE_LIMIT_SCALE: '100000' }
    server = await startServerProcess({ ...env, LOG_LEVEL: 'silent' }, guardOff)
    const eater = await startAnswerEater(Number(new URL(origin).port))
    const client = connect(origin, institute)
    const detour = `http://localhost:${(eater.address() as AddressInfo).port}`
    const answers: string[] = []
    for (const student of institute.take(marks)) {
      await prove(client, student)
      const lossy = connect(detour, institute, { origin })
      await expect(askForMark(lossy, institute, student.id)).rejects.toThrow()
      lossy.close()
      for (const _again of [1, 2]) {
        const answer = await askForMark(client, institute, student.id).catch(String)
        answers.push(typeof answer === 'string' ? answer : String(readTotal(answer.attendance)))
      }
    }
    client.close()
    eater.close()
    return answers
  }
  const readTotal = (attendance: string) =>
    (JSON.parse(attendance) as Record<string, { total: number }>)[institute.id]?.total

  test('gets the same answer each time it is repeated, and was made once', async () => {
    const ids = institute.students.map(({ id }) => id)
    expect(await askAgain()).toEqual(Array(2 * marks).fill('1'))
    expect(await findLosses(database, new Set(ids))).toEqual([])
  })

  test.runIf(isControlledOn(engine))(
    'control: with a proof that can be used twice it gets another answer',
    async () => {
      expect(await askAgain('spent-proof')).not.toEqual(Array(2 * marks).fill('1'))
    },
  )
})
