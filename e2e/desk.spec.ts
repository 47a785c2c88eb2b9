import type { Page } from '@playwright/test'
import { addStaff } from '#testing/staff-over-http.ts'
import type { RunningSession } from '../contract/attendance.ts'
import { expectAccessible, still } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { asha, institute, toast } from './people.ts'
import { openLive, prepareOrganisation, prepareStudent } from './prepared-people.ts'
import { checkIn, heading, phone as phoneLook, readCode } from './room.ts'
import {
  callByNumber,
  choose,
  type Expected,
  expectPeople,
  fullName,
  joinAtDesk,
  nextCode,
  scan,
  see,
  takeDigits,
  typeDigits,
} from './roster-people.ts'
import { startForEveryone } from './staff-people.ts'
import { type AuthenticatorKind, addAuthenticator } from './virtual-authenticator.ts'

test.use({ contextOptions: still })

const expected = (given: string, family: string, number: number): Expected => ({
  given,
  family,
  rollNumber: `21CS${number}`,
  email: `s${number}@college.example`,
})
const first = expected('Aarav', 'Mehta', 1001)
const wrongTyper = expected('Chidi', 'Okafor', 1002)
const squatted = expected('Jürgen', 'Groß', 1003)
const impostor = expected('María José', 'García López', 1004)
const keyHolder = expected('Van An', 'Nguyen', 1005)
const special = [first, wrongTyper, squatted, impostor, keyHolder]
const others = [
  expected('मीना', 'शर्मा', 1006),
  expected('Zanele', 'Dlamini', 1007),
  expected('Tariq', 'al-Masri', 1008),
  expected('Þórdís', 'Eiríksdóttir', 1009),
  expected('Siobhán', 'Ní Bhriain', 1010),
  expected('Keoni', 'Kealiʻiahonui', 1011),
  expected('Yuki', 'Watanabe', 1012),
]

test('twelve people come to two desks, and one of them checks in to a running class', async ({
  page: desk,
  server,
  openContext,
}) => {
  test.slow()
  const college = await prepareOrganisation(server, 'passkey')
  await college.http.patch('/api/v1/settings', { ways: ['screen', 'room-code'] })
  await expectPeople(college, [...special, ...others])
  const dashboard = `/admin/dashboard/${college.id}`
  const openPage = async (options = {}) => (await openContext(options)).newPage()
  const openPhone = async (kind: AuthenticatorKind = {}): Promise<Page> => {
    const page = await openPage(kind.transport === 'usb' ? {} : phoneLook)
    await addAuthenticator(page, kind)
    return page
  }
  /** Up to the passkey. */
  const follow = async (phone: Page, one: Expected) => {
    await typeDigits(phone, await takeDigits(server.inbox, one.email))
    await joinAtDesk(phone)
  }
  const enrol = async (phone: Page, one: Expected) => {
    await scan(phone, await callByNumber(desk, one), one)
    await follow(phone, one)
  }

  const secondDesk = await openPage()
  await test.step('a registrar and another person open a desk each', async () => {
    const nila = { email: 'nila@college.example', role: 'registrar', name: 'Nila Das' } as const
    const rosa = { email: 'rosa@college.example', role: 'desk', name: 'Rosa Jiménez' } as const
    await openLive(desk, await addStaff(server, college, nila), `${dashboard}/people`)
    await desk.getByRole('link', { name: 'Enrolment desk' }).click()
    await openLive(secondDesk, await addStaff(server, college, rosa), `${dashboard}/people/desk`)
    for (const page of [desk, secondDesk]) await expect(page.getByText('0 of 12 are enrolled')).toBeVisible()
    await expectAccessible(desk, 'enrolment desk')
  })

  const phone = await openPhone()
  await test.step('by keys alone the first match is called, joins by phone and digits, and is seen', async () => {
    const called = nextCode(desk)
    await desk.keyboard.press('/')
    await desk.keyboard.press('Enter')
    await expect(desk.getByRole('img', { name: `Code for ${fullName(first)}` })).toBeVisible()
    await expect(desk.getByText(`The digits went to ${first.email}`)).toBeVisible()
    await expectAccessible(desk, 'a code at the enrolment desk')
    await scan(phone, await called, first)
    await expect(desk.getByText('Follow your phone')).toBeVisible()
    await expectAccessible(phone, 'digits of an enrolment')
    await typeDigits(phone, await takeDigits(server.inbox, first.email))
    await expect(phone.getByLabel('First Name')).toHaveValue(first.given)
    await expectAccessible(phone, 'form of an enrolment')
    await joinAtDesk(phone)
    await expectAccessible(phone, 'end of an enrolment')
    await expect(desk.getByText('Passkey set. Look at the person and the card.')).toBeVisible()
    await expectAccessible(desk, 'a person to be seen')
    await see(desk, first)
    await expect(desk.getByText('Next person, please')).toBeVisible()
    await expectAccessible(desk, 'a person who was seen')
    await expect(desk.getByText('1 of 12 are enrolled')).toBeVisible()
    await phone.getByRole('link', { name: 'Go to your dashboard' }).click()
    await expect(phone.getByText(institute.name).first()).toBeVisible()
  })

  const comeTogether = () =>
    test.step('seven scan one after the other, follow their phones side by side, and are seen', async () => {
      const phones = await Promise.all(others.map(() => openPhone()))
      const came = others.map((one, at) => ({ one, own: phones[at] as Page }))
      for (const { one, own } of came) await scan(own, await callByNumber(secondDesk, one), one)
      await Promise.all(came.map(({ one, own }) => follow(own, one)))
      for (const { one } of came) {
        await choose(secondDesk, one)
        await see(secondDesk, one)
      }
    })

  const comeOneByOne = async () => {
    await test.step('six wrong digits end the mail; a new one lets the person in', async () => {
      const own = await openPhone()
      await scan(own, await callByNumber(desk, wrongTyper), wrongTyper)
      const right = await takeDigits(server.inbox, wrongTyper.email)
      const wrong = right === '123456' ? '654321' : '123456'
      for (let time = 0; time < 6; time++) {
        const answer = own.waitForResponse((reply) => reply.url().endsWith('/enrolment/digits'))
        await typeDigits(own, wrong)
        await answer
        await expect(own.getByText('These are not the digits in the mail.')).toBeVisible()
      }
      await typeDigits(own, right)
      await expect(own.getByText('These digits do not work any more. Please ask the desk for new ones.')).toBeVisible()
      await expectAccessible(own, 'digits that do not work any more')
      await expect(desk.getByText('Six wrong digits. Send new ones.')).toBeVisible()
      const atOthers = secondDesk.getByRole('region', { name: 'At the desks' }).getByRole('listitem')
      await expect(atOthers.filter({ hasText: fullName(wrongTyper) })).toContainText(/The phone is asking.*Nila Das/)
      await expectAccessible(desk, 'six wrong digits at the desk')
      const code = nextCode(desk)
      await desk.getByRole('button', { name: 'Send new digits' }).click()
      await scan(own, await code, wrongTyper)
      await follow(own, wrongTyper)
      await see(desk, wrongTyper)
    })

    await test.step('one is another person, who is out again', async () => {
      const own = await openPhone()
      await enrol(own, impostor)
      await desk.getByRole('button', { name: 'This is another person' }).click()
      await desk.getByRole('button', { name: 'Yes, remove the passkey' }).click()
      await expect(toast(desk, `${fullName(impostor)} can be enrolled again`)).toBeVisible()
      await own.getByRole('link', { name: 'Go to your dashboard' }).click()
      await expect(own.getByRole('heading', { name: 'You were logged out' })).toBeVisible()
      await expectAccessible(own, 'another person at the desk')
    })

    await test.step('the person of the roster gets the number that a stranger holds', async () => {
      const form = { ...asha, rollNumber: squatted.rollNumber }
      const stranger = await prepareStudent(server, college.id, 'no passkey', form)
      const squatter = await openPage()
      await openLive(squatter, stranger, `/dashboard/${stranger.id}`)
      await expect(squatter.getByText(institute.name).first()).toBeVisible()
      await desk.getByRole('searchbox').fill(squatted.rollNumber)
      const row = desk.getByRole('region', { name: 'People to enrol' }).getByRole('listitem')
      await expect(row.filter({ hasText: fullName(squatted) })).toContainText(
        'Another student has registered with this number.',
      )
      await enrol(await openPhone(), squatted)
      await see(desk, squatted)
      await expect(squatter.getByText(`${institute.name} has removed you from its students`)).toBeVisible()
      await expectAccessible(squatter, 'stranger who held a number')
    })

    await test.step('one sets a security key at a computer', async () => {
      await enrol(await openPhone({ transport: 'usb' }), keyHolder)
      await see(desk, keyHolder)
    })
  }

  await Promise.all([comeTogether(), comeOneByOne()])
  await test.step('one checks in to a running class by the code of the room', async () => {
    await expect(desk.getByText('11 of 12 are enrolled')).toBeVisible()
    await desk.goto(dashboard)
    await startForEveryone(desk)
    const { body } = await college.http.get<RunningSession>('/api/v1/attendance/running')
    await phone.goto(await readCode(college, body.session?.id ?? ''))
    await checkIn(phone).click()
    await expect(heading(phone, 'You are here')).toBeVisible()
    await expect(desk.getByText(/^1 of \d+ here$/).first()).toBeVisible()
  })
})
