import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { defaultCoursePolicy } from '#contract/course-policy.ts'
import type { StaffList } from '#contract/staff.ts'
import { accepted } from '#testing/desk-over-http.ts'
import { createHttpClient } from '#testing/http-client.ts'
import { ask } from '#testing/numbers/ask.ts'
import { enrolled, type Group, type Who, type Word, withoutAccount } from '#testing/numbers/facts.ts'
import { addStudent, come, studentOf } from '#testing/numbers/world.ts'
import { type AnyPerson, logIn } from '#testing/people-over-http.ts'
import { addStaff } from '#testing/staff-over-http.ts'
import { expectAccessible, still } from './accessibility.ts'
import {
  countAgain,
  expectFigures,
  expectHere,
  expectOwnPage,
  expectRegister,
  expectSessions,
  expectStudents,
  fullName,
  openWorld,
} from './counted-world.ts'
import {
  cellOf,
  confirmAgain,
  letTimePass,
  moveRoom,
  openTab,
  pairInRoom,
  scanScreen,
  startIn,
} from './course-people.ts'
import { expect, test } from './fixtures.ts'
import { onlyWhole } from './looks.ts'
import { toast } from './people.ts'
import { bringPasskey, openSessionIn } from './prepared-people.ts'
import { checkIn, heading, phone as phoneLook, readCode } from './room.ts'
import { startForEveryone } from './staff-people.ts'

// Each count asks for every file.
test.use({ contextOptions: still, serverEnv: { RATE_LIMIT_SCALE: '100' } })

const minute = 60_000

test(
  'two courses and a class of the whole institute share a morning, and every screen says what is counted by hand',
  onlyWhole,
  async ({ server, openContext }) => {
    test.setTimeout(480_000)
    const world = await openWorld(server)
    const { college, courses, facts } = world
    const { http } = college
    const now = () => world.server.clock.now()
    await addStudent(world, 'lata')
    for (const who of ['ines', 'joe', 'lata'] as const) await come(world, 'PHYS', who)
    // Mathematics takes guests, physics does not.
    const policy = { ...defaultCoursePolicy, guests: false }
    await ask(http, 'policy', { courseId: courses.PHYS }, { policy, isTrial: false })
    for (const name of ['Room 2', 'Room 3']) accepted(await http.post('/api/v1/rooms', { name }))

    const dashboard = `/admin/dashboard/${college.id}`
    const openFor = async (one: Pick<AnyPerson, 'http' | 'authenticator'>, look = {}): Promise<Page> => {
      const context = await openContext(look)
      await openSessionIn(context, one)
      const page = await context.newPage()
      await bringPasskey(page, one, 'internal')
      return page
    }
    const staff = async (name: string, role: 'registrar' | 'teacher', of?: Group) => {
      const email = `${name.toLowerCase()}@staff.example`
      return addStaff(server, college, { email, role, name: `${name} Das`, holdsWhole: of === 'class' })
    }
    const people = {
      office: await staff('Om', 'registrar'),
      MATH: await staff('Tara', 'teacher', 'MATH'),
      PHYS: await staff('Usha', 'teacher', 'PHYS'),
      class: await staff('Veda', 'teacher', 'class'),
    }
    const rows = (await http.get<StaffList>('/api/v1/staff')).body.people
    for (const code of ['MATH', 'PHYS'] as const) {
      const teacher = rows.find(({ email }) => email === people[code].email)
      accepted(await http.put(`/api/v1/courses/${courses[code]}/teachers`, { staff: [teacher?.id] }))
    }
    const [office, maths, physics, hall] = [
      await openFor(people.office),
      await openFor(people.MATH, phoneLook),
      await openFor(people.PHYS, phoneLook),
      await openFor(people.class),
    ]
    /** Of twelve students, when each is first needed. */
    const phones = new Map<Who, Page>()
    const phoneOf = async (who: Who): Promise<Page> => {
      const known = phones.get(who)
      if (known) return known
      const own = await openFor(await logIn(studentOf(world, who), createHttpClient(server.origin)), phoneLook)
      phones.set(who, own)
      return own
    }

    const idsOf = (group: Group) =>
      facts.flatMap((fact) => (fact.did === 'begin' && fact.group === group ? fact.session : []))
    const firstOf = (group: Group) => idsOf(group)[0] ?? ''
    const lastOf = (group: Group) => idsOf(group).at(-1) ?? ''
    /** Lets time pass until each of these screens shows a code of the later time. */
    const pass = async (minutes: number, ...[screen, ...rest]: readonly Page[]): Promise<void> => {
      if (screen) await letTimePass(screen, () => pass(minutes, ...rest))
      else await world.server.clock.advance(minutes * minute)
    }
    const noteBegin = async (group: Group) => {
      const { running } = await ask(http, 'today')
      const session =
        group === 'class' ? (await ask(http, 'running')).session : running.find(({ course }) => course.code === group)
      if (!session) throw new Error(`${group} does not run`)
      facts.push({ at: session.startedAt, did: 'begin', group, session: session.id, endsAt: session.endsAt })
    }
    const noteEnd = async (group: Group) => {
      const session = lastOf(group)
      const { endsAt } = (await ask(http, 'sheet', { sessionId: session })).session
      facts.push({ at: endsAt, did: 'end', session })
    }
    const noteRuling = (session: string, who: Who, word: Word, byRoll = false) =>
      facts.push({ at: now(), did: 'rule', session, who, word, byRoll })
    /** By the letters on this screen, and on a phone that has checked in before by the camera. */
    const scan = async (group: Group, who: Who, screen: Page): Promise<Page> => {
      const isFirst = !phones.has(who)
      const own = await phoneOf(who)
      if (isFirst) await scanScreen(own, screen)
      else await own.goto(await readCode(college, lastOf(group)))
      return own
    }
    const checkInTo = async (group: Group, who: Who, screen: Page, says: string): Promise<Page> => {
      const own = await scan(group, who, screen)
      await expect(own.getByText(group === 'class' ? /^Check in to/ : group).first()).toBeVisible()
      await checkIn(own).click()
      await expect(heading(own, says)).toBeVisible()
      facts.push({ at: now(), did: 'mark', session: lastOf(group), who, byHand: false })
      return own
    }

    const screens = [await (await openContext()).newPage(), await (await openContext()).newPage()] as const
    await test.step('two courses and a class begin in the same minute, and two screens show the course of their room', async () => {
      await office.goto(`${dashboard}/settings`)
      await pairInRoom(office, screens[0], 'Room 1', false)
      await pairInRoom(office, screens[1], 'Room 2', false)
      await maths.goto(`${dashboard}/today`)
      await startIn(maths, 'MATH', 'Room 1', 1)
      await physics.goto(`${dashboard}/today`)
      await startIn(physics, 'PHYS', 'Room 2', 1)
      await hall.goto(dashboard)
      await startForEveryone(hall)
      await expect(hall.getByRole('img', { name: 'Code to check in' })).toBeVisible()
      for (const group of ['MATH', 'PHYS', 'class'] as const) await noteBegin(group)
      await expect(screens[0].getByText('MATH').first()).toBeVisible()
      await expect(screens[1].getByText('PHYS').first()).toBeVisible()
      await expectAccessible(screens[0], 'a screen of a room')
    })

    await test.step('phones check in in time; a guest counts nowhere, and who is not enrolled is refused', async () => {
      for (const who of ['asha', 'bala', 'pia'] as const) await checkInTo('MATH', who, screens[0], 'You are here')
      const guest = await checkInTo('MATH', 'gita', screens[0], 'You are here as a guest')
      await expectAccessible(guest, 'a check-in of a guest')
      for (const who of ['ines', 'joe'] as const) await checkInTo('PHYS', who, screens[1], 'You are here')
      const stranger = await scan('PHYS', 'moti', screens[1])
      await expect(stranger.getByText('You are not enrolled in this course')).toBeVisible()
      await expectAccessible(stranger, 'a check-in of who is not enrolled')
      for (const who of ['asha', 'eve', 'hari', 'ines', 'moti'] as const)
        await checkInTo('class', who, hall, 'You are here')
    })

    await test.step('every screen counts the same while all three run', async () => {
      const count = await countAgain(world, 'in time')
      await expectHere(screens[0], count.running('MATH'), 'here')
      await expectHere(maths, count.running('MATH'), 'present')
      await expectHere(screens[1], count.running('PHYS'), 'here')
      await expectHere(physics, count.running('PHYS'), 'present')
      await expectHere(hall, count.running('class'), 'here')
      await expectAccessible(maths, 'the sheet of a course')
    })

    await test.step('a session changes its room: the screen there is free, and the teacher shows the code', async () => {
      await moveRoom(physics, 'Room 3')
      await expect(heading(screens[1], 'No session runs now')).toBeVisible()
      await physics.getByRole('link', { name: 'Show the code here' }).click()
      await expect(physics.getByText('PHYS · Session 1 · Room 3')).toBeVisible()
      await expectAccessible(physics, 'the display of a course on a phone')
    })

    await test.step('after twelve minutes a course takes check-ins as late, and a class as it always does', async () => {
      await pass(12, screens[0], physics, hall)
      await checkInTo('MATH', 'chidi', screens[0], 'You are here, late')
      await checkInTo('PHYS', 'lata', physics, 'You are here, late')
      await checkInTo('class', 'dev', hall, 'You are here')
    })

    await test.step('after closing the phone says before the gesture that it will not count', async () => {
      await pass(20, screens[0])
      const own = await scan('MATH', 'dev', screens[0])
      await expect(own.getByText('This check-in will not count')).toBeVisible()
      await expectAccessible(own, 'a check-in after closing')
      await checkIn(own).click()
      await expect(heading(own, 'Too late to count')).toBeVisible()
      facts.push({ at: now(), did: 'mark', session: lastOf('MATH'), who: 'dev', byHand: false })
    })

    await test.step('who has no phone is said to be there, in a course and in the class', async () => {
      await maths.getByRole('button', { name: `Change ${fullName(withoutAccount)}` }).click()
      await decide(maths, fullName(withoutAccount), 'Present', 'Has no phone.')
      await confirmAgain(maths)
      await expect(toast(maths, 'Saved.')).toBeVisible()
      noteRuling(lastOf('MATH'), withoutAccount, 'present')
      await hall.goto(`${dashboard}/sessions/${lastOf('class')}`)
      await hall.getByRole('checkbox', { name: /^pia Rao/ }).check()
      await hall.getByRole('button', { name: 'Mark by hand' }).click()
      const dialog = hall.getByRole('dialog', { name: 'Mark by hand' })
      await dialog.getByLabel('Reason').fill('Her phone is at home.')
      await dialog.getByRole('button', { name: 'Sign with your passkey' }).click()
      await expect(dialog.getByText('Marked by hand')).toBeVisible()
      await dialog.getByRole('button', { name: 'Done' }).click()
      facts.push({ at: now(), did: 'mark', session: lastOf('class'), who: 'pia', byHand: true })
    })

    await test.step('all three end, and their sheets count what was counted', async () => {
      await endOnSheet(maths)
      await physics.getByRole('link', { name: 'Back to the sheet' }).click()
      await physics.getByRole('button', { name: 'End session' }).click()
      await confirmAgain(physics)
      await expect(running(physics)).toBeHidden()
      await hall.goto(dashboard)
      await hall.getByRole('button', { name: 'End session' }).click()
      await hall.getByRole('dialog').getByRole('button', { name: 'End session' }).click()
      await confirmAgain(hall)
      await expect(toast(hall, 'Session ended')).toBeVisible()
      for (const group of ['MATH', 'PHYS', 'class'] as const) await noteEnd(group)
      const count = await countAgain(world, 'ended')
      await expectHere(maths, count.sessions('MATH').at(-1), 'present')
      await expectHere(physics, count.sessions('PHYS').at(-1), 'present')
      await hall.goto(`${dashboard}/sessions/${lastOf('class')}`)
      await expectHere(hall, count.sessions('class').at(-1), 'present')
      await expectAccessible(hall, 'the sheet of a class that is over')
    })

    await test.step('a supply teacher takes the roll of a course by a day pass', async () => {
      await office.goto(`${dashboard}/courses/rooms`)
      await office.getByRole('button', { name: 'Make a day pass' }).click()
      const form = office.getByRole('dialog', { name: 'Make a day pass' })
      await form.getByLabel('Name of the supply teacher').fill('Lila Sen')
      await form.getByRole('checkbox', { name: 'MATH' }).check()
      await form.getByRole('button', { name: 'Make a day pass' }).click()
      await confirmAgain(office)
      const link = await office.getByRole('dialog', { name: 'Day pass for Lila Sen' }).getByRole('link').innerText()
      const supply = await (await openContext(phoneLook)).newPage()
      await supply.goto(link)
      await supply.getByRole('button', { name: 'Begin' }).click()
      await supply.getByLabel('Room').selectOption('Room 1')
      await supply.getByRole('button', { name: 'Start MATH' }).click()
      await expect(heading(supply, 'MATH, session 2')).toBeVisible()
      await noteBegin('MATH')
      await supply.getByRole('button', { name: 'Take the roll' }).click()
      await supply.getByRole('button', { name: 'eve Rao: Present' }).click()
      await supply.getByRole('button', { name: 'Save the roll' }).click()
      await expect(toast(supply, 'The roll is saved.')).toBeVisible()
      for (const who of enrolled) noteRuling(lastOf('MATH'), who, who === 'eve' ? 'absent' : 'present', true)
      const count = await countAgain(world, 'roll by day pass')
      await expectHere(supply, count.running('MATH'), 'present')
      await expectHere(screens[0], count.running('MATH'), 'here')
      await expectAccessible(supply, 'a sheet of a day pass')
      await maths.goto(`${dashboard}/today`)
      await expectHere(maths, count.running('MATH'))
      await expectAccessible(maths, 'Today of a teacher')
      await maths.getByRole('link', { name: 'Open MATH' }).click()
      await endOnSheet(maths)
      await noteEnd('MATH')
    })

    await test.step('a teacher takes the roll beside a phone that has checked in', async () => {
      await physics.goto(`${dashboard}/today`)
      await startIn(physics, 'PHYS', 'Room 2', 2)
      await noteBegin('PHYS')
      await expect(screens[1].getByText('PHYS').first()).toBeVisible()
      await checkInTo('PHYS', 'ines', screens[1], 'You are here')
      // The roll begins by what the sheet knows when it is opened.
      await expect(physics.getByRole('listitem').filter({ hasText: 'ines' })).toContainText('Present')
      await physics.getByRole('button', { name: 'Take the roll' }).click()
      await physics.getByRole('button', { name: 'joe Rao: Not called yet' }).click()
      await physics.getByRole('button', { name: 'All others: present' }).click()
      await expect(physics.getByRole('button', { name: 'lata Rao: Present' })).toBeVisible()
      await expectAccessible(physics, 'a roll call')
      await physics.getByRole('button', { name: 'Save and sign' }).click()
      await expect(toast(physics, 'The roll is saved.')).toBeVisible()
      noteRuling(lastOf('PHYS'), 'joe', 'absent', true)
      noteRuling(lastOf('PHYS'), 'lata', 'present', true)
      await expectHere(physics, (await countAgain(world, 'signed roll')).running('PHYS'), 'present')
      await endOnSheet(physics)
      await noteEnd('PHYS')
    })

    await test.step('two cells are corrected, and a student moves to the other course', async () => {
      await maths.goto(`${dashboard}/courses/${courses.MATH}/register`)
      for (const [who, key, word] of [
        ['chidi', 'P', 'present'],
        ['dev', 'L', 'late'],
      ] as const) {
        await cellOf(maths, fullName(who), 1).click()
        await expect(maths.getByRole('radio', { checked: true })).toBeFocused()
        await maths.keyboard.press(key.toLowerCase())
        await maths.getByLabel('Reason').fill('The bus was late.')
        await maths.keyboard.press('Enter')
        await expect(cellOf(maths, fullName(who), 1)).toHaveText(key)
        noteRuling(firstOf('MATH'), who, word)
      }
      await office.goto(`${dashboard}/courses`)
      await office.getByRole('link', { name: 'MATH', exact: true }).click()
      await openTab(office, 'People')
      await office.getByRole('button', { name: 'Move bala Rao' }).click()
      const dialog = office.getByRole('dialog', { name: 'Move bala Rao' })
      await dialog.getByLabel('To the course').selectOption({ label: 'PHYS · PHYS' })
      await dialog.getByRole('button', { name: 'Move', exact: true }).click()
      await expect(toast(office, 'Moved. Both courses keep their history.')).toBeVisible()
      facts.push({ at: now(), did: 'go', group: 'MATH', who: 'bala' })
      facts.push({ at: now(), did: 'come', group: 'PHYS', who: 'bala', countsFrom: now() })
      await countAgain(world, 'corrected and moved')
    })

    await test.step('a student disputes an absence in a course, and reads the answer of its teacher', async () => {
      const own = await phoneOf('hari')
      await own.goto(`/dashboard/${studentOf(world, 'hari').id}`)
      await own.getByRole('region', { name: 'Your courses' }).getByRole('link', { name: 'MATH' }).click()
      const region = own.getByRole('region', { name: 'MATH, sessions' })
      await region.getByRole('button', { name: 'Session 1', exact: true }).click()
      await region.getByRole('button', { name: /^I was there, Session 1/ }).click()
      await own.getByRole('textbox', { name: 'Your words' }).fill('I sat in the third row.')
      await own.getByRole('button', { name: 'Tell my institute' }).click()
      await expect(region).toContainText('You said: I was there. “I sat in the third row.”')
      await expectAccessible(own, 'a disputed absence in a course')
      await maths.goto(`${dashboard}/today`)
      await expect(maths.getByText('What students dispute: 1')).toBeVisible()
      await maths.getByRole('button', { name: 'Answer hari Rao, session 1' }).click()
      await decide(maths, 'hari Rao', 'Present', 'The seat plan says so.')
      noteRuling(firstOf('MATH'), 'hari', 'present')
      await expect(region).toContainText('“The seat plan says so.”')
      let mail = await server.inbox.next(studentOf(world, 'hari').email)
      while (!mail.text.includes('has looked into session 1')) {
        mail = await server.inbox.next(studentOf(world, 'hari').email)
      }
    })

    await test.step('a student disputes a mark in the class, and it is withdrawn', async () => {
      const own = await phoneOf('asha')
      await own.goto(`/dashboard/${studentOf(world, 'asha').id}`)
      const marks = own.getByRole('region', { name: 'Latest marks' })
      await marks.getByRole('button', { name: 'Kaveri College' }).click()
      await marks.getByRole('button', { name: /^This was not me/ }).click()
      await own.getByRole('dialog').getByRole('button', { name: 'Tell my institute' }).click()
      await expect(marks).toContainText('You said: not me')
      await expectAccessible(own, 'a disputed mark in a class')
      await hall.goto(dashboard)
      await expect(hall.getByText('What students dispute: 1')).toBeVisible()
      await hall.getByRole('button', { name: 'Answer asha Rao, session 1' }).click()
      const dialog = hall.getByRole('dialog', { name: 'Decide about a mark' })
      await dialog.getByRole('button', { name: 'Mark withdrawn' }).click()
      await dialog.getByLabel('Reason').fill('Her phone was with another student.')
      await dialog.getByRole('button', { name: 'Save decision' }).click()
      await expect(toast(hall, 'The mark is withdrawn. The student is told.')).toBeVisible()
      noteRuling(firstOf('class'), 'asha', 'absent')
      await expect(marks).toContainText('Her phone was with another student.')
    })

    const count = await countAgain(world, 'at the end')
    await test.step('sheets and registers of both courses say it', async () => {
      for (const group of ['MATH', 'PHYS'] as const) {
        for (const session of count.sessions(group)) {
          await office.goto(`${dashboard}/course-sessions/${session.id}`)
          await expectHere(office, session, 'present')
        }
        await office.goto(`${dashboard}/courses/${courses[group]}/register`)
        await expectRegister(office, count, group)
      }
      await expectAccessible(office, 'a register')
    })

    await test.step('reports and files say it', async () => {
      const register = await save(office)
      expect(register).toBe(
        await (await office.request.get(`/api/v1/reports/courses/${courses.PHYS}/export?format=csv`)).text(),
      )
      await office.goto(`${dashboard}/courses`)
      await expectFigures(office, count)
      await office.goto(`${dashboard}/reports`)
      await expectSessions(office, count, 'class')
      await office.getByRole('combobox', { name: 'Reports of' }).selectOption(courses.MATH)
      await expectSessions(office, count, 'MATH')
      await expectAccessible(office, 'the reports of a course')
      await office.goto(`${dashboard}/reports/students`)
      await expectStudents(office, count)
    })

    await test.step('twelve students read it on their own pages', async () => {
      for (const [who, own] of phones) await expectOwnPage(own, count, world, who)
      expect(phones.size).toBe(12)
    })
  },
)

/** Decides about a cell of a course in its open dialog. */
async function decide(page: Page, name: string, status: string, reason: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name })
  await dialog.getByRole('radio', { name: status, exact: true }).check()
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: 'Change' }).click()
}

/** By a person who has confirmed lately. */
async function endOnSheet(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'End session' }).click()
  await expect(running(page)).toBeHidden()
}

/** Of an open sheet, while its session runs. */
const running = (page: Page) => page.getByRole('region', { name: 'This session runs' })

/** The file that the open register saves. */
async function save(page: Page): Promise<string> {
  await page.getByText('Export', { exact: true }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  return readFile(await (await downloading).path(), 'utf8')
}
