import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { RunningSession } from '../contract/attendance.ts'
import { expectAccessible, still } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { onlyWhole } from './looks.ts'
import { asha, closeToasts, institute, startAttendance, takeMailedLink, toast } from './people.ts'
import { openLive, openSessionIn, prepareOrganisation, prepareStudent } from './prepared-people.ts'
import { checkIn, heading, phone as phoneLook, readCode } from './room.ts'
import {
  chooseFile,
  count,
  joinAtDesk,
  nextCode,
  takeDigits,
  tryWithoutSaving,
  typeDigits,
  windows,
} from './roster-people.ts'
import { invite, join, nameOf } from './staff-people.ts'
import { type AuthenticatorKind, addAuthenticator } from './virtual-authenticator.ts'

test.use({ contextOptions: still })

type Expected = { readonly given: string; readonly family: string; readonly rollNumber: string; readonly email: string }

const [first, wrongTyper, squatted, impostor, keyHolder, ...others] = listPeople()
const refused = others.slice(0, 3)
const mailboxGone = '5.1.1 This mailbox was closed in May'

type Five = readonly [Expected, Expected, Expected, Expected, Expected]

/** Forty. */
function listPeople(): readonly [...Five, ...Expected[]] {
  const families = ['Böhm', 'Çelik', 'Díaz', 'Ekström', 'Fußner', 'Gröger', 'Hübner']
  const rest = ['Anna', 'Bela', 'Clara', 'Émile', 'Farah'].flatMap((given) => families.map((one) => [given, one]))
  const names = [
    ['Asha', 'Mehta'],
    ['Chidi', 'Okafor'],
    ['Jürgen', 'Groß'],
    ['María José', 'García López'],
    ['Van An', 'Nguyen'],
    ...rest,
  ]
  const people = names.map(([given = '', family = ''], at) => ({
    given,
    family,
    rollNumber: `000${1001 + at}`,
    email: `s${1001 + at}@school.example`,
  }))
  return people as unknown as [...Five, ...Expected[]]
}

const fullName = ({ given, family }: Expected) => `${given} ${family}`

/** As the office has it: with two faults. */
const file = [
  'Klassenliste 2026/27;;;;',
  'Stand: 25.11.2026;;;;',
  ';;;;',
  'Matrikelnummer;Name;E-Mail;Gruppe;Geburtsdatum',
  ...[first, wrongTyper, squatted, impostor, keyHolder, ...others].map((one) => {
    const number = one === keyHolder ? ' ' : one.rollNumber
    const email = one === squatted ? 'j.gross' : one.email
    return `${number};"${one.family}, ${one.given}";${email};A;01.09.2006`
  }),
].join('\r\n')

test(
  'a registrar imports forty people, invites them by mail, and enrols those who come to the desk',
  onlyWhole,
  async ({ page: college, server, openContext }) => {
    test.slow()
    const account = await prepareOrganisation(server, 'passkey')
    await account.http.patch('/api/v1/settings', { ways: ['screen', 'room-code'] })
    const dashboard = `/admin/dashboard/${account.id}`
    const office = await (await openContext()).newPage()
    await addAuthenticator(office)
    const squatter = await (await openContext()).newPage()
    const openPhone = async (kind: AuthenticatorKind = {}): Promise<Page> => {
      const page = await (await openContext(kind.transport === 'usb' ? {} : phoneLook)).newPage()
      await addAuthenticator(page, kind)
      return page
    }

    await test.step('the institute invites a registrar', async () => {
      const nila = 'nila@college.example'
      await openLive(college, account, `${dashboard}/staff`)
      await invite(college, nila, 'Registrar')
      await join(office, await takeMailedLink(server.inbox, nila, '/join'), 'Nila Das')
      await expect(nameOf(office, 'Nila Das')).toContainText(`Registrar, ${institute.name}`)
    })

    const corrected = await test.step('the office’s Windows file is imported without its two wrong lines', async () => {
      await office.goto(`${dashboard}/people/import`)
      await chooseFile(office, windows(file))
      await expect(office.getByLabel('Letters')).toHaveValue('windows-1252')
      await expect(office.getByLabel('Line with the titles')).toHaveValue('4')
      await tryWithoutSaving(office)
      await expect(count(office, 'new')).toHaveText('38')
      const problem = (name: string) => office.getByRole('row').filter({ hasText: name })
      await expect(problem(fullName(squatted))).toContainText('The email is not complete.')
      await expect(problem(fullName(keyHolder))).toContainText('The roll number is missing.')
      const [download] = await Promise.all([
        office.waitForEvent('download'),
        office.getByRole('button', { name: 'Save them with the reasons' }).click(),
      ])
      await office.getByRole('button', { name: 'Import 38 students' }).click()
      await expect(office.getByText('38 students imported')).toBeVisible()
      await expect(office.getByText(/, by Nila Das/)).toBeVisible()
      const reasons = await readFile(await download.path(), 'utf8')
      return reasons.replace('j.gross', squatted.email).replace('\r\n,', `\r\n${keyHolder.rollNumber},`)
    })

    await test.step('the two are corrected in the file of reasons, imported, taken back and imported again', async () => {
      const importTwo = async () => {
        await office.getByRole('button', { name: 'Import another file' }).click()
        await chooseFile(office, Buffer.from(corrected), 'liste-left-out.csv')
        await tryWithoutSaving(office)
        await expect(count(office, 'new')).toHaveText('2')
        await office.getByRole('button', { name: 'Import 2 students' }).click()
        await expect(office.getByText('2 students imported')).toBeVisible()
      }
      await importTwo()
      await office.getByRole('button', { name: 'Undo this import' }).click()
      await office.getByRole('button', { name: 'Take all of it back' }).click()
      await expect(office.getByText('This import was undone')).toBeVisible()
      await expectAccessible(office, 'import that was undone')
      await closeToasts(office)
      await importTwo()
      await office.goto(`${dashboard}/people`)
      await expect(office.getByText('0 of 40 are registered')).toBeVisible()
    })

    await test.step('forty invitations go out, and the mail server refuses three', async () => {
      for (const { email } of refused) server.inbox.refuse(email, mailboxGone)
      await office.getByRole('button', { name: 'Not registered 40' }).click()
      await office.getByRole('button', { name: 'Invite all by mail (40)' }).click()
      await office.getByRole('button', { name: 'Yes, send the mails' }).click()
      await expect(toast(office, 'Invitations on their way, one a second: 40')).toBeVisible()
      await server.advanceClock(40_000)
      await expect(async () => {
        await office.reload()
        await expect(office.getByText(/^Invited on /)).toHaveCount(37, { timeout: 5_000 })
      }).toPass()
      const invited = server.inbox.received.filter(({ recipients: [to = ''] }) => to.endsWith('@school.example'))
      expect(invited).toHaveLength(37)
      for (const { rollNumber } of refused) {
        const row = office.getByRole('row').filter({ hasText: rollNumber })
        await expect(row).toContainText('The mail server refused the invitation')
        await expect(row).toContainText(mailboxGone)
      }
      await expectAccessible(office, 'roster with refused invitations')
    })

    await test.step('a stranger registers with a number of the roster, and the office sees it', async () => {
      const form = { ...asha, rollNumber: squatted.rollNumber }
      const stranger = await prepareStudent(server, account.id, 'no passkey', form)
      await openSessionIn(squatter.context(), stranger)
      await squatter.goto(`/dashboard/${stranger.id}`)
      await expect(squatter.getByText(institute.name).first()).toBeVisible()
      await office.getByRole('button', { name: fullName(squatted) }).click()
      await expect(
        office.getByRole('dialog').getByText('Another student has registered with this number.'),
      ).toBeVisible()
      await office.keyboard.press('Escape')
    })

    await test.step('who has no mailbox any more is left for the next person', async () => {
      await office.getByRole('link', { name: 'Enrolment desk' }).click()
      const [gone] = refused
      if (gone) await call(office, gone)
      await expect(office.getByText(`The mail server refused the mail to ${gone?.email}`)).toBeVisible()
      await expect(office.getByText(mailboxGone)).toBeVisible()
      await office.getByRole('button', { name: 'The mail is late: next person' }).click()
    })

    const enrol = async (phone: Page, one: Expected) => {
      await phone.goto(await call(office, one))
      await expect(phone.getByRole('heading', { name: `Are you ${fullName(one)}?` })).toBeVisible()
      await typeDigits(phone, await takeDigits(server.inbox, one.email))
      await joinAtDesk(phone)
      await expect(office.getByText('Passkey set. Look at the person and the card.')).toBeVisible()
    }
    const see = async (one: Expected) => {
      await office.getByRole('button', { name: 'I have seen this person' }).click()
      await expect(toast(office, `${fullName(one)} is enrolled`)).toBeVisible()
    }

    const phone = await openPhone()
    await test.step('one joins by phone and digits, and is seen', async () => {
      await enrol(phone, first)
      await see(first)
    })

    await test.step('six wrong digits end the mail; a new one lets the person in', async () => {
      const own = await openPhone()
      await own.goto(await call(office, wrongTyper))
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
      await expect(office.getByText('Six wrong digits. Send new ones.')).toBeVisible()
      await college.goto(`${dashboard}/people/desk`)
      const elsewhere = college.getByRole('region', { name: 'At the desks' }).getByRole('listitem')
      await expect(elsewhere.filter({ hasText: fullName(wrongTyper) })).toContainText(/The phone is asking.*Nila Das/)
      await expectAccessible(office, 'six wrong digits at the desk')
      const code = nextCode(office)
      await office.getByRole('button', { name: 'Send new digits' }).click()
      await own.goto(await code)
      await typeDigits(own, await takeDigits(server.inbox, wrongTyper.email))
      await joinAtDesk(own)
      await see(wrongTyper)
    })

    await test.step('one is another person, who is out again', async () => {
      const own = await openPhone()
      await enrol(own, impostor)
      await office.getByRole('button', { name: 'This is another person' }).click()
      await office.getByRole('button', { name: 'Yes, remove the passkey' }).click()
      await expect(toast(office, `${fullName(impostor)} can be enrolled again`)).toBeVisible()
      await own.getByRole('link', { name: 'Go to your dashboard' }).click()
      await expect(own.getByRole('heading', { name: 'You were logged out' })).toBeVisible()
      await expectAccessible(own, 'another person at the desk')
    })

    await test.step('the invited one gets the number that the stranger held', async () => {
      await enrol(await openPhone(), squatted)
      await see(squatted)
      await expect(squatter.getByText(`${institute.name} has removed you from its students`)).toBeVisible()
      await expectAccessible(squatter, 'stranger who held a number')
    })

    await test.step('one sets a security key at a computer', async () => {
      await enrol(await openPhone({ transport: 'usb' }), keyHolder)
      await see(keyHolder)
      await expect(office.getByText('4 of 40 are enrolled')).toBeVisible()
    })

    await test.step('the first one checks in to a running class', async () => {
      await office.goto(dashboard)
      await startAttendance(office)
      const { body } = await account.http.get<RunningSession>('/api/v1/attendance/running')
      await phone.goto(await readCode(account, body.session?.id ?? ''))
      await checkIn(phone).click()
      await expect(heading(phone, 'You are here')).toBeVisible()
      await expect(office.getByText(/^1 of \d+ here$/).first()).toBeVisible()
    })
  },
)

/** Finds the person by the number, calls the person by keys, and returns what the code on the screen holds. */
async function call(desk: Page, one: Expected): Promise<string> {
  const search = desk.getByRole('searchbox')
  await search.fill(one.rollNumber)
  const found = desk.getByRole('region', { name: 'People to enrol' }).getByRole('listitem')
  await expect(found).toHaveCount(1)
  await expect(found).toContainText(fullName(one))
  const code = nextCode(desk)
  await search.press('Enter')
  await expect(desk.getByRole('img', { name: `Code for ${fullName(one)}` })).toBeVisible()
  return code
}
