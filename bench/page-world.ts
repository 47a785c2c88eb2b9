import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { paths } from '#contract/paths.ts'
import { systemRandom } from '#server/adapters/random/system-random.ts'
import type { Factor } from '#server/domain/accounts/stores.ts'
import { openStorage } from '#server/storage/open-storage.ts'
import { findFreePort } from '#testing/find-free-port.ts'
import { insertLogin } from '#testing/insert-login.ts'
import { insertPasskey, makePasskey } from '#testing/make-passkey.ts'
import { type PopulatedInstitute, populateInstitute } from '#testing/populate-institute.ts'
import { switchRoomCodeOn } from '#testing/switch-room-code-on.ts'
import { fillDatabase } from '../demo/fill-database.ts'
import { ensureBuild } from '../scripts/build-stamp.mjs'
import { forkServer } from './fork-server.ts'
import { stopServer } from './stop-server.ts'

export type WorldPage = {
  readonly name: string
  /** Asked for at each visit: a room's code lives for seconds. */
  readonly path: () => string | Promise<string>
  /** Cookie value of the login session; undefined for a guest. */
  readonly token: string | undefined
  /** What the page is for. */
  readonly content: string
}

const web = join(import.meta.dirname, '../dist')
const cell = 'tbody td:not(:has([class*="skeleton"]))'

/** The demo's institute with a term behind it, two more whose class runs, and the pages that people open there. */
export async function openPageWorld() {
  ensureBuild('web')
  const folder = mkdtempSync(join(tmpdir(), 'rollkey-bench-'))
  const file = join(folder, 'rollkey.sqlite')
  const origin = `http://localhost:${await findFreePort()}`
  const { logins } = await fillDatabase({ file }, origin)
  const kiosk = await addRunningClass(file, origin, 'kiosk.example')
  const room = await addRunningClass(file, origin, 'room.example')
  const storage = await openStorage({ database: { file } })
  const logIn = async (id: string, factors: readonly Factor[]) => {
    const token = systemRandom.secret()
    await storage.transaction(async (stores) => insertLogin(stores, id, factors, token, await stores.now()))
    return token
  }
  const idOf = async (email: string) => (await storage.accounts.findByEmail(email))?.id ?? ''
  const [student, institute] = [await idOf(logins.student.email), await idOf(logins.institute.email)]
  const tokens = {
    student: await logIn(student, ['password']),
    institute: await logIn(institute, ['password', 'passkey']),
    phone: await logIn(room.students[0]?.id ?? '', ['password']),
  }
  await storage.close()
  const server = await forkServer(origin, { file }, { env: { BENCH_WEB: web } })
  const readCode = await switchRoomCodeOn(origin, room)
  const at = (path: string) => () => path
  const form = '#app form input'
  const pages: readonly WorldPage[] = [
    {
      name: 'student dashboard',
      path: at(paths.studentDashboard(student)),
      token: tokens.student,
      content: 'li a[href^="/dashboard/"]',
    },
    {
      name: 'student institute',
      path: at(paths.organisationDetail(student, institute)),
      token: tokens.student,
      content: cell,
    },
    {
      name: 'organisation dashboard',
      path: at(paths.organisationDashboard(institute)),
      token: tokens.institute,
      content: cell,
    },
    { name: 'kiosk', path: at(paths.markAttendance(kiosk.id)), token: kiosk.sessionToken, content: 'form input' },
    { name: 'display', path: at(paths.markAttendance(room.id)), token: room.sessionToken, content: 'svg[role="img"]' },
    { name: 'report', path: at(paths.reports(institute)), token: tokens.institute, content: cell },
    {
      name: 'checkin',
      path: async () => {
        const { session, code } = await readCode()
        return `${paths.checkIn}#${session}.${code}`
      },
      token: tokens.phone,
      content: '#app button',
    },
    { name: 'login', path: at(paths.login), token: undefined, content: form },
    { name: 'register', path: at(paths.register), token: undefined, content: form },
  ]
  const close = async () => {
    await stopServer(server)
    rmSync(folder, { recursive: true })
  }
  return { origin, pages, close }
}

/** Without a passkey an institute cannot open its screen. */
async function addRunningClass(file: string, origin: string, domain: string): Promise<PopulatedInstitute> {
  const institute = await populateInstitute({ file }, origin, 1, domain)
  const passkey = await makePasskey(origin)
  const storage = await openStorage({ database: { file } })
  await storage.transaction(async (stores) => insertPasskey(stores, institute.id, passkey, await stores.now()))
  await storage.close()
  return institute
}
