import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CheckInOffer } from '#contract/check-in.ts'
import { locate } from '#testing/check-invariants.ts'
import { createDatabaseWithTables, engines, type TestDatabase } from '#testing/create-database.ts'
import { findFreePort } from '#testing/find-free-port.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'
import { logInAll } from '../log-in-all.ts'
import { openPhone, type Phone } from '../phone.ts'
import { type PopulatedInstitute, populateInstitute } from '../populate-institute.ts'
import { switchRoomCodeOn } from '../switch-room-code-on.ts'
import { controlRounds, isControlledOn, rounds } from './full-suite.ts'
import { findLosses } from './marking.ts'
import type { Guard } from './switch-guard-off.ts'

const killings = rounds(20, 1)
const phonesOfRound = 40
const atOnce = 10
vi.setConfig({ testTimeout: 600_000 })

/** A check-in whose finish was sent, answered or not. */
type Sent = { readonly phone: Phone; readonly offer: CheckInOffer; readonly assertion: AuthenticationResponseJSON }
type Rush = { readonly answered: ReadonlySet<string>; readonly sent: ReadonlyMap<string, Sent> }

describe.each(engines)('a process on %s that is killed while a room checks in', (engine) => {
  let database: TestDatabase
  let server: ServerProcess | undefined
  let phones: Phone[] = []
  beforeEach(async () => {
    database = await createDatabaseWithTables(engine)
  })
  afterEach(async () => {
    for (const phone of phones) phone.close()
    phones = []
    await server?.kill()
    await database.drop()
  })

  async function start(origin: string, guardOff?: Guard): Promise<ServerProcess> {
    const { dataDir, databaseUrl = '' } = database
    const env = { PORT: new URL(origin).port, DATA_DIR: dataDir, DATABASE_URL: databaseUrl, RATE_LIMIT_SCALE: '100000' }
    server = await startServerProcess({ ...env, LOG_LEVEL: 'silent' }, guardOff)
    return server
  }

  /** Every fifth phone is logged out. */
  async function openPhones(origin: string, { students }: PopulatedInstitute): Promise<ReadonlyMap<string, Phone>> {
    const tokens = await logInAll(locate(database), students)
    const ports = [Number(new URL(origin).port)]
    const opened = students.map((student, index) => {
      const sessionToken = index % 5 === 4 ? undefined : tokens.get(student.id)
      return [student.id, openPhone(origin, ports, student, { sessionToken, files: [] })] as const
    })
    phones = opened.map(([, phone]) => phone)
    return new Map(opened)
  }

  /** Ends when the server does not answer any more. */
  async function rush(origin: string, institute: PopulatedInstitute, running: ServerProcess): Promise<Rush> {
    const waiting = [...(await openPhones(origin, institute))]
    const shown = await (await switchRoomCodeOn(origin, institute))()
    const scanned = { session: shown.session, code: shown.code }
    const strikeAfter = 1 + Math.floor(Math.random() * (phonesOfRound / 2))
    const answered = new Set<string>()
    const sent = new Map<string, Sent>()
    let struck: unknown
    async function checkIn(): Promise<void> {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [id, phone] = next
        const offer = await phone.scan(scanned)
        if (typeof offer === 'string') throw new Error(offer)
        const assertion = phone.sign(offer)
        sent.set(id, { phone, offer, assertion })
        await phone.finish(offer, assertion)
        answered.add(id)
        if (answered.size >= strikeAfter) struck ??= running.kill()
      }
    }
    const ended = await Promise.allSettled(Array.from({ length: atOnce }, checkIn))
    await struck
    const refusals = ended.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
    // All others say that the connection has ended.
    expect(refusals.filter((refusal) => /: \d{3} |^room|^attendance/.test(refusal))).toEqual([])
    return { answered, sent }
  }

  async function killInARush(round: number, guardOff?: Guard) {
    const origin = `http://localhost:${await findFreePort()}`
    const institute = await populateInstitute(locate(database), origin, phonesOfRound, `rush-${round}.example`)
    const { answered, sent } = await rush(origin, institute, await start(origin, guardOff))
    return { origin, sent, losses: await findLosses(database, answered) }
  }

  test('has lost no acknowledged mark, and the same finish, sent again, ends each check-in with one mark', async () => {
    for (let round = 0; round < killings; round++) {
      const { origin, sent, losses } = await killInARush(round)
      expect(losses).toEqual([])
      const restarted = await start(origin)
      for (const [id, { phone, offer, assertion }] of sent) {
        const { marks } = await phone.finish(offer, assertion)
        expect(marks.map(({ outcome, student }) => [student.id, outcome])).toEqual([[id, 'counted']])
        expect(marks[0]?.student.working?.attended).toBe(1)
      }
      expect(await findLosses(database, new Set(sent.keys()))).toEqual([])
      await restarted.kill()
    }
  })

  test.runIf(isControlledOn(engine))('control: when mark and total are two commits, half a mark is seen', async () => {
    let losses: string[] = []
    for (let round = 0; round < controlRounds && losses.length === 0; round++) {
      losses = (await killInARush(round, 'one-transaction')).losses
    }
    expect(losses.length).toBeGreaterThan(0)
  })
})
