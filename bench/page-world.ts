import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { courseParameter, paths } from '#contract/paths.ts'
import { systemRandom } from '#server/adapters/random/system-random.ts'
import type { Factor } from '#server/domain/accounts/stores.ts'
import { openStorage } from '#server/storage/open-storage.ts'
import type { OpenStorage } from '#server/storage/opened-storage.ts'
import { findFreePort } from '#testing/find-free-port.ts'
import { insertLogin } from '#testing/insert-login.ts'
import { insertAccount } from '#testing/insert-people.ts'
import { insertStaff } from '#testing/insert-staff.ts'
import { insertPasskey, makePasskey } from '#testing/make-passkey.ts'
import { type PopulatedInstitute, populateInstitute } from '#testing/populate-institute.ts'
import { switchRoomCodeOn } from '#testing/switch-room-code-on.ts'
import { fillDatabase } from '../demo/fill-database.ts'
import { ensureBuild } from '../scripts/build-stamp.mjs'
import { fillCoursesOf } from './fill-courses-of.ts'
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
/** People of a class and of each course of a teacher, the sessions of each, and a person's row on a sheet. */
const [people, sessions, courses] = [60, 30, ['course', 'second', 'third']]
const at = (path: string) => () => path
const row = (place: number) => `main li:nth-child(${place}) [class*="sheet_person"]`

/**
 * The demo's institute with a term behind it, two more whose class runs, one with the courses of a teacher, and the pages that people
 * open there.
 */
export async function openPageWorld() {
  ensureBuild('web')
  const folder = mkdtempSync(join(tmpdir(), 'rollkey-bench-'))
  const file = join(folder, 'rollkey.sqlite')
  const origin = `http://localhost:${await findFreePort()}`
  const { logins } = await fillDatabase({ file }, origin)
  const kiosk = await addRunningClass(file, origin, 'kiosk.example')
  const room = await addRunningClass(file, origin, 'room.example')
  const college = await addRunningClass(file, origin, 'college.example', people)
  await fillCoursesOf(
    { file },
    college.id,
    courses.map((id) => ({ id, people, sessions })),
    1,
  )
  const storage = await openStorage({ database: { file } })
  const logIn = async (id: string, factors: readonly Factor[], actingFor?: string) => {
    const token = systemRandom.secret()
    await storage.transaction(async (stores) => insertLogin(stores, id, factors, token, await stores.now(), actingFor))
    return token
  }
  const idOf = async (email: string) => (await storage.accounts.findByEmail(email))?.id ?? ''
  const [student, institute] = [await idOf(logins.student.email), await idOf(logins.institute.email)]
  const tokens = {
    student: await logIn(student, ['password']),
    institute: await logIn(institute, ['password', 'passkey']),
    phone: await logIn(room.students[0]?.id ?? '', ['password']),
    teacher: await logIn(await addTeacher(storage, origin, college.id), ['password', 'passkey'], college.id),
    enrolled: await logIn(college.students[0]?.id ?? '', ['password', 'passkey']),
  }
  await storage.close()
  const server = await forkServer(origin, { file }, { env: { BENCH_WEB: web } })
  const readCode = await switchRoomCodeOn(origin, room)
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
    ...listCoursePages(college, tokens),
    { name: 'login', path: at(paths.login), token: undefined, content: form },
    { name: 'register', path: at(paths.register), token: undefined, content: form },
  ]
  const close = async () => {
    await stopServer(server)
    rmSync(folder, { recursive: true })
  }
  return { origin, pages, close }
}

/** What a teacher, the institute itself and a student open of classes and courses. */
function listCoursePages(
  { id, sessionToken, students: [student] }: PopulatedInstitute,
  { teacher, enrolled }: Readonly<Record<'teacher' | 'enrolled', string>>,
): WorldPage[] {
  return [
    {
      name: 'sheet of a course',
      path: at(paths.courseSession(id, `course-${sessions}`)),
      token: teacher,
      content: row(people),
    },
    {
      name: 'sheet of a class',
      path: at(paths.attendanceSheet(id, 'class-1')),
      token: sessionToken,
      // It opens with those who are missing.
      content: row(1),
    },
    {
      name: 'register of a course',
      path: at(paths.courseRegister(id, 'course')),
      token: teacher,
      content: '[role="gridcell"]',
    },
    {
      name: 'sessions of a course',
      path: at(paths.courseSessions(id, 'course')),
      token: teacher,
      content: cell,
    },
    { name: 'courses of a teacher', path: at(paths.courses(id)), token: teacher, content: cell },
    {
      name: 'course of a student',
      path: at(`${paths.studentDashboard(student?.id ?? '')}?${courseParameter}=course`),
      token: enrolled,
      content: cell,
    },
  ]
}

/** Without a passkey an institute cannot open its screen. */
async function addRunningClass(file: string, origin: string, domain: string, size = 1): Promise<PopulatedInstitute> {
  const institute = await populateInstitute({ file }, origin, size, domain)
  const passkey = await makePasskey(origin)
  const storage = await openStorage({ database: { file } })
  await storage.transaction(async (stores) => insertPasskey(stores, institute.id, passkey, await stores.now()))
  await storage.close()
  return institute
}

/** Who teaches the courses and holds the classes. Returns the account. */
async function addTeacher(storage: OpenStorage, origin: string, organisationId: string): Promise<string> {
  const passkey = await makePasskey(origin)
  const name = 'Fatoumata Diallo'
  const account = { name, email: 'teacher@college.example', passwordHash: '', userHandle: passkey.userHandle }
  return storage.transaction(async (stores) => {
    const now = await stores.now()
    const accountId = await insertAccount(stores, 'STF', account, now)
    await insertPasskey(stores, accountId, passkey, now)
    const role = { name, title: '', role: 'teacher', holdsWhole: true } as const
    const id = systemRandom.id()
    await insertStaff(stores, { id, organisationId, accountId, ...role, since: now, until: null })
    for (const course of courses) await stores.courses.setTeachers(course, [id], now)
    return accountId
  })
}
