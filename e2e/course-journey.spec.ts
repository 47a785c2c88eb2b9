import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { CourseSheet } from '#contract/course-sessions.ts'
import type { CourseList } from '#contract/courses.ts'
import { installationKeysPath } from '#contract/evidence.ts'
import { checkEvidence, judge, readEvidence } from '#contract/evidence-check.ts'
import type { SessionNow } from '#contract/sessions.ts'
import { parseCsv } from '#testing/parse-csv.ts'
import type { Person } from '#testing/people-over-http.ts'
import { addStaff, confirm } from '#testing/staff-over-http.ts'
import { expectAccessible, still } from './accessibility.ts'
import {
  addRoom,
  attendedIn,
  type Book,
  bookOf,
  cellOf,
  checkInAt,
  confirmAgain,
  expectBook,
  letTimePass,
  openTab,
  pairInRoom,
  recount,
  scanScreen,
  setAfternoon,
  startIn,
} from './course-people.ts'
import { expect, test } from './fixtures.ts'
import { onlyWhole } from './looks.ts'
import { toast, tryToLogIn } from './people.ts'
import { bringPasskey, openSessionIn, prepareOrganisation, prepareStudent } from './prepared-people.ts'
import { heading, person, phone as phoneLook } from './room.ts'
import { chooseFile, tryWithoutSaving } from './roster-people.ts'

test.use({ contextOptions: still })

const minute = 60_000
/** Sections of the roster, which become courses. */
const [first, second] = ['Year 1', 'Year 2'] as const
const ofFirst = ['Asha', 'Bela', 'Chitra', 'Devi', 'Esha', 'Farid']
const ofSecond = ['Gita', 'Hari', 'Indu', 'Jaya', 'Kiran', 'Lata']
/** On the roster, without an account and without a phone. */
const noPhone = 'Mohan'
/** In neither course. */
const outsider = 'Nila'
const everyone = [...ofFirst, ...ofSecond, outsider]
const sectionOf = (name: string) => (ofFirst.includes(name) ? first : ofSecond.includes(name) ? second : 'Year 3')

const file = [
  'Roll number,First name,Last name,Email,Section',
  ...everyone.map((name, at) => {
    const { rollNumber, email } = person(name, 10 + at)
    return `${rollNumber},${name},Rao,${email},${sectionOf(name)}`
  }),
  `21CS199,${noPhone},Rao,,${first}`,
].join('\n')

test(
  'two courses of an imported roster run at once in two rooms, and every number agrees with a clerk’s book',
  onlyWhole,
  async ({ server, openContext }) => {
    test.setTimeout(480_000)
    const college = await prepareOrganisation(server, 'passkey')
    await college.http.patch('/api/v1/settings', { ways: ['screen', 'room-code'] })
    // The screens of the rooms end at midnight.
    await setAfternoon(college)
    const students: Record<string, Person> = {}
    for (const [at, name] of everyone.entries()) {
      students[name] = await prepareStudent(server, college.id, 'passkey', person(name, 10 + at))
    }
    const invited = (email: string, role: 'registrar' | 'teacher', name: string) =>
      addStaff(server, college, { email: `${email}@college.example`, role, name, holdsWhole: false })
    const people = {
      office: await invited('om', 'registrar', 'Om Das'),
      first: await invited('tara', 'teacher', 'Tara Bose'),
      second: await invited('usha', 'teacher', 'Usha Sen'),
    }
    const dashboard = `/admin/dashboard/${college.id}`
    const openFor = async (one: Pick<Person, 'http' | 'authenticator'>, look = {}): Promise<Page> => {
      const context = await openContext(look)
      await openSessionIn(context, one)
      const page = await context.newPage()
      await bringPasskey(page, one, 'internal')
      return page
    }
    // What a clerk would have written, kept by hand.
    const before: Book = {
      Asha: 'PPPP',
      Bela: 'APPP',
      Chitra: 'PXPP',
      Devi: 'PPPL',
      Esha: 'PPPC',
      Farid: 'PPP-',
      Mohan: 'PPPP',
    }
    const ofOther: Book = {
      Farid: '---PP',
      Gita: 'PPPPP',
      Hari: 'PPPPP',
      Indu: 'PPPPP',
      Jaya: 'PPPPA',
      Kiran: 'PPPPA',
      Lata: 'PPPPL',
    }
    const [office, teacher, other] = [
      await openFor(people.office),
      await openFor(people.first, phoneLook),
      await openFor(people.second, phoneLook),
    ]
    /** Each keeps its own: a passkey that was copied would be refused. */
    const phones = new Map<string, Promise<Page>>()
    const phoneOf = (name: string): Promise<Page> => {
      const student = students[name]
      if (!student) throw new Error(`${name} has no phone`)
      const phone = phones.get(name) ?? openFor(student, phoneLook)
      phones.set(name, phone)
      return phone
    }

    await test.step('the registrar imports the roster and makes courses of two sections', async () => {
      await office.goto(`${dashboard}/people/import`)
      await chooseFile(office, Buffer.from(file), 'students.csv')
      await tryWithoutSaving(office)
      await office.getByRole('button', { name: 'Import 14 students' }).click()
      await expect(office.getByText('14 students imported')).toBeVisible()
      await office.goto(`${dashboard}/courses`)
      await office.getByRole('button', { name: 'Make courses of sections' }).click()
      const dialog = office.getByRole('dialog')
      for (const section of [first, second]) await dialog.getByRole('checkbox', { name: section }).check()
      await dialog.getByRole('button', { name: 'Make courses of sections' }).click()
      await expect(toast(office, 'Courses made: 2')).toBeVisible()
      await office.goto(`${dashboard}/courses/rooms`)
      for (const room of ['Hall 1', 'Hall 2']) await addRoom(office, room)
      for (const [code, name] of [
        [first, 'Tara Bose'],
        [second, 'Usha Sen'],
      ] as const) {
        await office.goto(`${dashboard}/courses`)
        await office.getByRole('link', { name: code, exact: true }).click()
        await openTab(office, 'Settings')
        await office.getByLabel('Add a teacher').selectOption(name)
        await office.getByRole('button', { name: 'Save' }).click()
        await expect(toast(office, 'Saved.')).toBeVisible()
      }
    })

    const courses = (await college.http.get<CourseList>('/api/v1/courses')).body.courses
    const courseId = (code: string) => courses.find((one) => one.code === code)?.id ?? ''
    /** The office holds a session and says for each who was there. */
    const hold = async (code: string, expected: number, said: Readonly<Record<string, 'absent' | 'excused'>> = {}) => {
      await confirm(college)
      const wanted = { expected, minutes: 5 }
      const started = await college.http.post<SessionNow>(`/api/v1/groups/${courseId(code)}/sessions`, wanted)
      const sheet = await college.http.get<CourseSheet>(`/api/v1/sessions/${started.body.session.id}`)
      for (const one of sheet.body.people) {
        const ruling = { status: said[one.given] ?? 'present', reason: 'On the paper list.', after: 0 }
        const path = `/api/v1/sessions/${started.body.session.id}/people/${one.personId}/rulings`
        expect((await college.http.post(path, ruling)).status).toBe(200)
      }
      await server.advanceClock(6 * minute)
    }
    await test.step('three sessions are held, and a student moves to the other course', async () => {
      await hold(first, 1, { Bela: 'absent' })
      await hold(second, 1)
      await hold(first, 2, { Chitra: 'excused' })
      await hold(second, 2)
      await hold(first, 3)
      await hold(second, 3)
      await office.goto(`${dashboard}/courses`)
      await office.getByRole('link', { name: first, exact: true }).click()
      await openTab(office, 'People')
      await office.getByRole('button', { name: 'Move Farid Rao' }).click()
      const dialog = office.getByRole('dialog', { name: 'Move Farid Rao' })
      await dialog.getByLabel('To the course').selectOption({ label: `${second} · ${second}` })
      await dialog.getByRole('button', { name: 'Move', exact: true }).click()
      await expect(toast(office, 'Moved. Both courses keep their history.')).toBeVisible()
    })

    const screens = [await (await openContext()).newPage(), await (await openContext()).newPage()] as const
    await test.step('a screen is paired in each room', async () => {
      await office.goto(`${dashboard}/settings`)
      await pairInRoom(office, screens[0], 'Hall 1', true)
      await pairInRoom(office, screens[1], 'Hall 2', false)
    })

    await test.step('two teachers start at once, and each screen shows the course of its room', async () => {
      await teacher.goto(`${dashboard}/today`)
      await other.goto(`${dashboard}/today`)
      await startIn(teacher, first, 'Hall 1', 4)
      await startIn(other, second, 'Hall 2', 4)
      await expect(screens[0].getByText(first).first()).toBeVisible()
      await expect(screens[1].getByText(second).first()).toBeVisible()
      await expectAccessible(screens[0], 'a screen of a room')
      await other.goto(`${dashboard}/today`)
      await expect(other.getByRole('link', { name: `Open ${first}` })).toHaveCount(0)
    })

    await test.step('twelve phones check in, one late, one after closing, and one is in neither course', async () => {
      for (const name of ['Asha', 'Bela', 'Chitra']) {
        const phone = await phoneOf(name)
        await checkInAt(phone, screens[0], first)
        await expect(heading(phone, 'You are here')).toBeVisible()
      }
      for (const name of ['Farid', ...ofSecond]) {
        const phone = await phoneOf(name)
        await checkInAt(phone, screens[1], second)
        await expect(heading(phone, 'You are here')).toBeVisible()
      }
      const stranger = await phoneOf(outsider)
      await scanScreen(stranger, screens[1])
      await expect(stranger.getByText('You are not enrolled in this course')).toBeVisible()
      await letTimePass(screens[0], () => server.advanceClock(11 * minute))
      const late = await phoneOf('Devi')
      await checkInAt(late, screens[0], first)
      await expect(heading(late, 'You are here, late')).toBeVisible()
      await letTimePass(screens[0], () => server.advanceClock(20 * minute))
      const closed = await phoneOf('Esha')
      await checkInAt(closed, screens[0], first)
      await expect(heading(closed, 'Too late to count')).toBeVisible()
    })

    await test.step('the teacher says that the one without a phone is here, and both sessions end', async () => {
      await teacher.getByRole('button', { name: `Change ${noPhone} Rao` }).click()
      const dialog = teacher.getByRole('dialog', { name: `${noPhone} Rao` })
      await dialog.getByRole('radio', { name: 'Present' }).check()
      await dialog.getByLabel('Reason').fill('Has no phone.')
      await dialog.getByRole('button', { name: 'Change' }).click()
      await confirmAgain(teacher)
      await expect(toast(teacher, 'Saved.')).toBeVisible()
      await teacher.getByRole('button', { name: 'End session' }).click()
      await expect(teacher.getByRole('region', { name: 'This session runs' })).toBeHidden()
      await expect(teacher.getByText(`${attendedIn(before, 4)} of 6 present`)).toBeVisible()
      await server.advanceClock(30 * minute)
    })

    await test.step('a class without phones takes the roll, and a latecomer checks in after it', async () => {
      await other.goto(`${dashboard}/today`)
      await startIn(other, second, 'Hall 2', 5)
      await other.getByRole('button', { name: 'Take the roll' }).click()
      await expect(other.getByText(/^No one has checked in, so all begin as present\./)).toBeVisible()
      for (const name of ['Jaya', 'Kiran', 'Lata']) {
        await other.getByRole('button', { name: `${name} Rao: Present` }).click()
        await expect(other.getByRole('button', { name: `${name} Rao: Absent` })).toBeVisible()
      }
      await other.getByRole('button', { name: 'Save and sign' }).click()
      await expect(toast(other, 'The roll is saved.')).toBeVisible()
      await letTimePass(screens[1], () => server.advanceClock(12 * minute))
      const latecomer = await phoneOf('Lata')
      await checkInAt(latecomer, screens[1], second)
      await expect(heading(latecomer, 'You are here, late')).toBeVisible()
      await expect(other.getByText(`${attendedIn(ofOther, 5)} of 7 present`)).toBeVisible()
      await server.advanceClock(60 * minute)
    })

    await test.step('both registers say what the clerk’s book says', async () => {
      await expectBook(teacher, courseId(first), before)
      await expectBook(other, courseId(second), ofOther)
    })

    await test.step('a student reads the own courses on the dashboard', async () => {
      const farid = await phoneOf('Farid')
      await farid.goto(`/dashboard/${students.Farid?.id}`)
      const own = farid.getByRole('region', { name: 'Your courses' })
      await expect(own.getByRole('row')).toHaveCount(3)
      await expect(own.getByRole('row').filter({ hasText: first })).toContainText('3 of 3 sessions')
      await expect(own.getByRole('row').filter({ hasText: first })).toContainText('You are not enrolled any more')
      await expect(own.getByRole('row').filter({ hasText: second })).toContainText('2 of 2 sessions')
      await expectAccessible(farid, 'own courses on the dashboard')
      await own.getByRole('link', { name: second }).click()
      await expect(farid.getByRole('heading', { level: 1, name: second })).toBeVisible()
      await expect(farid.getByRole('cell', { name: 'Session 5' })).toBeVisible()
      await farid.getByRole('button', { name: 'Session 4' }).click()
      await expectAccessible(farid, 'own course')
      const downloading = farid.waitForEvent('download')
      await farid.getByRole('button', { name: /^Take the evidence, Session 4,/ }).click()
      const file = readEvidence(await readFile(await (await downloading).path(), 'utf8'))
      if (typeof file === 'string') throw new Error(file)
      expect(file).toMatchObject({ format: 'rollkey evidence v2', course: { code: second, title: second } })
      const keys = await farid.request.get(installationKeysPath)
      expect(judge(await checkEvidence(file, await keys.json()))).toBe('sound')
    })

    const corrected: Book = { ...before, Bela: 'LPPP', Devi: 'PPPP', Esha: 'PPPL' }
    await test.step('the teacher corrects three cells by keyboard', async () => {
      await teacher.goto(`${dashboard}/courses/${courseId(first)}/register`)
      await expect(cellOf(teacher, 'Asha Rao', 4)).toHaveText('P')
      await teacher.getByRole('grid', { name: 'Register' }).focus()
      await teacher.keyboard.press('ArrowDown')
      await teacher.keyboard.press('Home')
      await teacher.keyboard.press('l')
      await expect(teacher.getByLabel('Reason')).toBeFocused()
      await teacher.keyboard.type('The bus was late.')
      await teacher.keyboard.press('Enter')
      await confirmAgain(teacher)
      await expect(cellOf(teacher, 'Bela Rao', 1)).toHaveText('L')
      await teacher.getByRole('grid', { name: 'Register' }).focus()
      for (const key of ['End', 'ArrowDown', 'ArrowDown']) await teacher.keyboard.press(key)
      await teacher.keyboard.press('p')
      await expect(cellOf(teacher, 'Devi Rao', 4)).toHaveText('P')
      await teacher.keyboard.press('ArrowDown')
      await teacher.keyboard.press('l')
      await expect(cellOf(teacher, 'Esha Rao', 4)).toHaveText('L')
      await expectBook(teacher, courseId(first), corrected)
    })

    const settled: Book = { ...ofOther, Kiran: 'PPPPX' }
    await test.step('after the lock the office alone corrects', async () => {
      await server.advanceClock(15 * 24 * 60 * minute)
      const again = async (page: Page, { email, password }: (typeof people)['office']) => {
        await tryToLogIn(page, 'Organisation', email, password)
        await expect(page).toHaveURL(new RegExp(`${dashboard}`))
      }
      await again(other, people.second)
      await again(office, people.office)
      const correct = async (page: Page) => {
        await page.goto(`${dashboard}/courses/${courseId(second)}/register`)
        await page.getByRole('grid', { name: 'Register' }).focus()
        for (let row = 0; row < 5; row += 1) await page.keyboard.press('ArrowDown')
        await page.keyboard.press('x')
      }
      await correct(other)
      await expect(other.getByRole('dialog').getByText(/^Locked since .*, ask the office$/)).toBeVisible()
      await expect(cellOf(other, 'Kiran Rao', 5)).toHaveText('A')
      await correct(office)
      await expect(office.getByLabel('Reason')).toBeFocused()
      await office.keyboard.type('A letter came.')
      await office.keyboard.press('Enter')
      await expect(cellOf(office, 'Kiran Rao', 5)).toHaveText('X')
      await office.keyboard.press('Enter')
      await office.getByRole('button', { name: 'History' }).click()
      await expect(office.getByRole('dialog').getByText('after the lock')).toBeVisible()
      await expectBook(office, courseId(first), corrected)
      await expectBook(office, courseId(second), settled)
    })

    await test.step('the files say the same as the screens', async () => {
      const save = async () => {
        const downloading = office.waitForEvent('download')
        await office.getByRole('button', { name: 'Export CSV' }).click()
        return parseCsv(await readFile(await (await downloading).path(), 'utf8'))
      }
      await office.keyboard.press('Escape')
      await office.getByText('Export', { exact: true }).click()
      const [, ...register] = await save()
      expect(bookOf(register)).toEqual(settled)
      await office.goto(`${dashboard}/courses`)
      await expect(office.getByRole('row').filter({ hasText: second })).toContainText('7')
      await office.getByText('Export', { exact: true }).click()
      await expectAccessible(office, 'all courses as a file')
      const [, ...people] = await save()
      for (const [code, book] of [
        [first, corrected],
        [second, settled],
      ] as const) {
        const rows = people.filter(([course]) => course === code)
        const counts = rows.map(([, , , name = '', ...cells]) => [name, Number(cells[6]), Number(cells[5])])
        const expected = Object.entries(book).map(([given, letters]) => {
          const { counted, points } = recount(letters)
          return [`${given} Rao`, counted, points / 100]
        })
        expect(counts.toSorted()).toEqual(expected.toSorted())
      }
    })

    await test.step('the classes of the institute did not move', async () => {
      const running = await office.request.get('/api/v1/attendance/running')
      expect(await running.json()).toMatchObject({ session: null, last: null, members: everyone.length })
    })
  },
)
