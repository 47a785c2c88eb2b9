import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { BrowserContext } from '@playwright/test'
import { signedInHintCookie } from '#contract/identifiers.ts'
import { systemRandom } from '#server/adapters/random/system-random.ts'
import { openStorage } from '#server/storage/open-storage.ts'
import { insertLogin } from '#testing/insert-login.ts'
import { type Colleague, colleagues } from '../demo/course-plans.ts'
import { type DemoData, fillDatabase } from '../demo/fill-database.ts'
import { createServerHost, type TestServer } from './server-host.ts'

/** In the morning of a Friday, while Data Structures runs. */
const now = Date.UTC(2026, 10, 20, 5, 22, 1)
const zone = 'Asia/Kolkata'

export type Someone = Colleague | 'institute' | 'student' | 'newcomer'

/** The demo's institute on a real server, whose clock stands. */
export type DemoWorld = {
  readonly server: TestServer
  readonly demo: DemoData
  readonly zone: string
  readonly now: () => number
  readonly institute: string
  readonly logIn: (context: BrowserContext, who: Someone) => Promise<void>
  /** Ids, by what people call them. */
  readonly account: (who: Someone) => string
  readonly course: (code: string) => string
  readonly session: (code: string, number: number) => string
  readonly person: (rollNumber: string) => string
  readonly stop: () => Promise<void>
}

export async function openDemoWorld(): Promise<DemoWorld> {
  // The demo's classes begin at half past nine by this machine's clock.
  process.env.TZ = zone
  const dataDir = await mkdtemp(join(tmpdir(), 'rollkey-pictures-'))
  const file = join(dataDir, 'rollkey.sqlite')
  const host = createServerHost()
  const server = await host.start({ env: { DATA_DIR: dataDir, RATE_LIMIT_SCALE: '100000' }, clockStandsAt: now })
  const clockOffset = () => now - Date.now()
  const demo = await fillDatabase({ file }, server.origin, clockOffset)
  const storage = await openStorage({ database: { file }, clockOffset })
  const institute = demo.colleagues.owner.staff.organisationId
  const raw = new DatabaseSync(file, { readOnly: true })
  const find = (query: string, ...values: (string | number)[]): string =>
    String(raw.prepare(query).get(...values)?.id ?? '')
  const account = (who: Someone) =>
    isColleague(who)
      ? demo.colleagues[who].staff.accountId
      : find('select id from accounts where email = ?', demo.logins[who].email)
  return {
    server,
    demo,
    zone,
    now: () => now,
    institute,
    account,
    course: (code) => find('select id from groups where code = ?', code),
    session: (code, number) =>
      find(
        'select s.id from attendance_sessions s inner join groups g on g.id = s.group_id where g.code = ? and number = ?',
        code,
        number,
      ),
    person: (rollNumber) =>
      find(
        'select m.person_id as id from memberships m inner join students s on s.id = m.student_id where s.roll_number = ?',
        rollNumber,
      ),
    async logIn(context, who) {
      const token = systemRandom.secret()
      const actsFor = isColleague(who) ? institute : null
      const isSure = actsFor !== null || who === 'institute'
      const factors = isSure ? (['password', 'passkey'] as const) : (['password'] as const)
      await storage.transaction((stores) => insertLogin(stores, account(who), factors, token, now, actsFor))
      const cookies = { session: token, [signedInHintCookie]: '1' }
      await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: server.origin })))
    },
    async stop() {
      raw.close()
      await storage.close()
      await server.stop()
      await host.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const isColleague = (who: Someone): who is Colleague => Object.hasOwn(colleagues, who)
