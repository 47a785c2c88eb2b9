import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import type { Label } from '#contract/identifiers.ts'
import { paths } from '#contract/paths.ts'
import { createHttpClient } from '#testing/http-client.ts'
import { logIn, markStudent, type Person, registerPasskey, startAttendance } from '#testing/people-over-http.ts'
import { createSoftwareAuthenticator, type SoftwareAuthenticator } from '#testing/software-authenticator.ts'
import type { DemoData, DemoLogin } from '../demo/fill-database.ts'
import { launchOptions } from './browser-options.ts'
import { openDemoWorld } from './demo-world.ts'
import { holdStill, prepareToHoldStill } from './hold-still.ts'
import { enterRollNumber, toast } from './people.ts'
import { exportPasskey, openSessionIn } from './prepared-people.ts'
import { addAuthenticator, letBrowserAskPhones } from './virtual-authenticator.ts'

/**
 * Takes the four pictures of the README into docs/pictures/: the demo's institute, in the morning after its last class.
 */

const folder = join(import.meta.dirname, '..', 'docs', 'pictures')
const window = { width: 880, height: 740 } as const
const phone = { width: 390, height: 740 } as const
const minute = 60_000
/** Marked before the picture is taken, each some seconds after the other. */
const present = 38

type World = {
  readonly institute: Person
  readonly student: Person
  /** Its id. */
  readonly course: string
  /** The next student at the kiosk. */
  readonly next: { readonly rollNumber: string; readonly authenticator: SoftwareAuthenticator }
}

type Picture = {
  readonly file: string
  readonly size: { readonly width: number; readonly height: number }
  readonly open: (page: Page, world: World) => Promise<void>
}

const pictures: readonly Picture[] = [
  {
    file: 'register',
    size: window,
    async open(page, { institute, course }) {
      await openSessionIn(page.context(), institute)
      await page.goto(paths.courseRegister(institute.id, course))
      await page.getByRole('grid').waitFor()
    },
  },
  {
    file: 'report',
    size: window,
    async open(page, { institute }) {
      await openSessionIn(page.context(), institute)
      await page.goto(paths.reports(institute.id))
      await page.getByRole('slider').waitFor()
      await page.getByRole('row').nth(1).waitFor()
    },
  },
  {
    file: 'student',
    size: phone,
    async open(page, { institute, student }) {
      await openSessionIn(page.context(), student)
      await page.goto(paths.organisationDetail(student.id, institute.id))
      await page.getByRole('table').waitFor()
    },
  },
  {
    file: 'kiosk',
    size: window,
    async open(page, { institute, next: { rollNumber, authenticator } }) {
      await openSessionIn(page.context(), institute)
      await letBrowserAskPhones(page)
      await page.goto(paths.markAttendance(institute.id))
      await page.getByText('This class/session will end after:').waitFor()
      await (await addAuthenticator(page, { transport: 'cable' })).import(exportPasskey({ authenticator }))
      await enterRollNumber(page, rollNumber)
      await toast(page, 'Attendance marked successfully').waitFor()
    },
  },
]

await mkdir(folder, { recursive: true })
const { server, demo, zone, now: readClock, course, stop } = await openDemoWorld()
const browser = await chromium.launch(launchOptions)
try {
  const { now, ...world } = await holdClass(demo)
  for (const { file, size, open } of pictures) {
    const context = await browser.newContext({
      baseURL: server.origin,
      locale: 'en-GB',
      timezoneId: zone,
      colorScheme: 'light',
      viewport: size,
    })
    await prepareToHoldStill(context)
    const page = await context.newPage()
    await page.clock.setFixedTime(now)
    await open(page, world)
    await holdStill(page)
    await page.screenshot({ path: join(folder, `${file}.png`), animations: 'allow' })
    await context.close()
  }
} finally {
  await browser.close()
  await stop()
}

/** The institute registers its passkey, starts a class and marks students. */
async function holdClass({ logins, phones }: DemoData): Promise<World & { readonly now: number }> {
  const institute = await enter('ORG', logins.institute)
  await registerPasskey(institute)
  // An attendance session needs a login with the passkey.
  await logIn(institute)
  // The picture of the screen asks for a roll number.
  await institute.http.patch('/api/v1/settings', { ways: ['screen'] })
  const student = await enter('STD', logins.student)
  await startAttendance(institute)
  const queue = [...phones].filter((_, index) => index % 9 === 5)
  let passed = 0
  for (const [rollNumber, authenticator] of queue.slice(0, present)) {
    passed += minute / 3
    await server.advanceClock(minute / 3)
    const { status, text } = await markStudent(institute, rollNumber, authenticator)
    if (status !== 200) throw new Error(text)
  }
  const [rollNumber, authenticator] = queue[present] ?? []
  if (rollNumber === undefined || authenticator === undefined) throw new Error('There is no further student to mark.')
  return { institute, student, course: course('CS201'), next: { rollNumber, authenticator }, now: readClock() + passed }
}

/** Logs in with the password that the demo prints. */
async function enter(label: Label, { email, password }: DemoLogin): Promise<Person> {
  const http = createHttpClient(server.origin)
  const person = { id: '', label, email, password, http, authenticator: createSoftwareAuthenticator(server) }
  await logIn(person)
  const { body } = await http.get<{ $id: string }>('/v1/account')
  return { ...person, id: body.$id }
}
