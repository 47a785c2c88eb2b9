import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createChance } from '../../demo/chance.ts'
import { buildEarlier, findVersion } from '../build-earlier.ts'
import { checkInvariants } from '../check-invariants.ts'
import { copyDatabase, createDatabase, engines, type TestDatabase } from '../create-database.ts'
import { findFreePort } from '../find-free-port.ts'
import { openPool } from '../open-pool.ts'
import { startServerProcess } from '../server-process.ts'
import { type SmtpInbox, startSmtpInbox } from '../smtp-inbox.ts'
import { addCourses } from './add-courses.ts'
import { type Filled, fillByCalls, type Size } from './fill-by-calls.ts'
import { listReads, nameNow, openReaders, readAnswers, readingCalls } from './read-answers.ts'

/**
 * Every number of every screen, report and export is the same before and after an upgrade: an installation that an earlier
 * version filled is read by that version and, migrated, by this one. `npm run upgrade-check` does it with a whole term.
 */

/** The last commit whose tables many migrations made. */
const earlierHash = 'b7abff15'
const size: Size =
  process.env.UPGRADE_CHECK === 'full' ? { students: 400, sessions: 60 } : { students: 14, sessions: 9 }

const earlier = findVersion(earlierHash)
if (earlier === undefined) {
  console.warn(
    `NO HISTORY HERE (a shallow clone, or sources without .git): the upgrade from ${earlierHash} is NOT TESTED.`,
  )
}

const longest = process.env.UPGRADE_CHECK === 'full' ? 3_600_000 : 300_000
const minute = 60_000

describe.runIf(earlier !== undefined).each(engines)('an upgrade from an earlier version on %s', (engine) => {
  let inbox: SmtpInbox
  let program: string
  let removeProgram: () => void
  let filledDatabase: TestDatabase
  let filled: Filled
  let readers: Awaited<ReturnType<typeof openReaders>>
  let before: ReadonlyMap<string, string>
  let origin: string
  let port: number
  /** The moment of the readings, by the machine's clock and by the server's, epoch ms. */
  let moment: { readonly machine: number; readonly server: number }

  beforeAll(async () => {
    if (earlier === undefined) return
    inbox = await startSmtpInbox()
    const built = buildEarlier(earlier)
    program = built.program
    removeProgram = built.remove
    port = await findFreePort()
    origin = `http://localhost:${port}`
    filledDatabase = await createDatabase(engine)
    const server = await start(filledDatabase, -1, program)
    filled = await fillByCalls({ origin, inbox }, server, size, createChance(20_261_125))
    readers = await openReaders(origin, filled)
    // All that is stored is older than the readings.
    moment = { machine: Date.now(), server: Date.now() + filled.clockOffset + 2 * minute }
    await stop(server)
    before = await readAll(filledDatabase, program)
  }, longest)

  afterAll(async () => {
    await inbox.close()
    await filledDatabase.drop()
    removeProgram()
  })

  function start({ dataDir, databaseUrl }: TestDatabase, clockOffset: number, built?: string) {
    const env = { HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: origin, DATA_DIR: dataDir, SMTP_URL: inbox.url }
    const database = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }
    const others = { RATE_LIMIT_SCALE: '100000', LOG_LEVEL: 'warn', CLOCK_OFFSET: String(clockOffset) }
    return startServerProcess({ ...env, ...database, ...others }, undefined, built)
  }

  async function stop(server: Awaited<ReturnType<typeof start>>): Promise<void> {
    server.signal('SIGTERM')
    await server.ended
  }

  /** What a version answers on a copy of these tables, always at the same moment; the rules of the data hold for this one's. */
  async function readAll(original: TestDatabase, built?: string, isSound = built === undefined) {
    const database = await copyDatabase(original)
    try {
      const server = await start(database, moment.server - Date.now(), built)
      const answers = await readAnswers(listReads(readers, filled), moment.server - minute, built !== undefined)
      await stop(server)
      if (isSound) await checkInvariants(database)
      return answers
    } finally {
      await database.drop()
    }
  }

  test(
    'answers every reading call as before',
    async () => {
      const after = await readAll(filledDatabase)
      expect(after.size).toBe(before.size)
      for (const [asked, answer] of before) {
        if (!isSame(answer, after.get(asked))) expect(after.get(asked), asked).toBe(answer)
      }
    },
    longest,
  )

  test(
    'answers the same about classes where the institute has courses, too',
    async () => {
      const withCourses = await copyDatabase(filledDatabase)
      try {
        await addCourses(withCourses, filled.institute.id, moment.server - minute)
        const after = await readAll(withCourses, undefined, false)
        // The student's page is told that there is more to read, and its newest receipts have those of courses.
        const withoutWord = (answer: string | undefined) => answer?.replace(',"hasCourses":true', '')
        const differing = [...before].filter(([asked, answer]) => {
          const now = withoutWord(after.get(asked))
          const ofClasses = asked.endsWith('/receipts') && now?.includes('"course":') ? receiptsIn(now) : undefined
          if (ofClasses) return !ofClasses.every((receipt) => answer.includes(receipt))
          return !isSame(answer, now)
        })
        expect(differing.map(([asked]) => asked)).toEqual([])
      } finally {
        await withCourses.drop()
      }
    },
    longest,
  )

  test(
    'control: a gap of a membership that is forgotten is found',
    async () => {
      const forgetful = await copyDatabase(filledDatabase)
      try {
        await run(forgetful, 'update enrolments set begins_at = 0 where sequence = 2')
        const after = await readAll(forgetful, undefined, false)
        const differing = [...before].filter(([asked, answer]) => !isSame(answer, after.get(asked)))
        expect(differing.map(([asked]) => asked)).toContain('institute: /api/v1/reports/students')
      } finally {
        await forgetful.drop()
      }
    },
    longest,
  )

  test('asks every call that reads, and the filled rows are of every kind', () => {
    const asked = listReads(readers, filled).map(({ who, path }) => {
      return `GET ${nameNow(path, who === 'institute' ? new Map() : undefined).split('?')[0]}`
    })
    const isAsked = (call: string) => asked.some((path) => new RegExp(`^${call.replace(/:\w+/g, '[^/]+')}$`).test(path))
    expect(readingCalls.filter((call) => !isAsked(call))).toEqual([])
    const text = [...before.values()].join('\n')
    for (const kind of ['"room-code"', '"screen"', '"hand"', '"isOpen":true', '"drawnAt"'])
      expect(text.includes(kind), kind).toBe(true)
    expect([...before.values()].filter((answer) => answer.startsWith('5'))).toEqual([])
  })
})

async function run({ dataDir, databaseUrl }: TestDatabase, statement: string): Promise<void> {
  if (databaseUrl === undefined) {
    const file = new DatabaseSync(join(dataDir, 'rollkey.sqlite'))
    file.exec(statement)
    file.close()
    return
  }
  const pool = openPool(databaseUrl)
  await pool.query(statement)
  await pool.end()
}

/** Those of classes, each as the answer has it. */
function receiptsIn(answer: string): string[] {
  return answer.split(/(?=\{"attendanceSessionId")/).flatMap((receipt) => {
    // Each ends with its proof.
    const own = receipt.slice(0, receipt.lastIndexOf('}}') + 2)
    return own.startsWith('{"att') && !own.includes('"course":') ? own : []
  })
}

/**
 * The earlier version rounded the percentages of classes, and this one cuts them: the one shown number that differs. Every other
 * character is the same, and so is each whole number.
 */
function isSame(earlier: string, now: string | undefined): boolean {
  if (earlier === now) return true
  const number = /(\d+(?:\.\d+)?)/
  const [was, is] = [earlier.split(number), (now ?? '').split(number)]
  const differsByRounding = (one: string, other: string) =>
    /\d\.\d/.test(one + other) && Math.abs(Number(one) - Number(other)) < 0.010_001
  return (
    was.length === is.length &&
    was.every((part, place) => part === is[place] || differsByRounding(part, is[place] ?? ''))
  )
}
