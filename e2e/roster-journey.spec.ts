import { readFile } from 'node:fs/promises'
import type { RunningSession } from '../contract/attendance.ts'
import { expectAccessible, still } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { onlyWhole } from './looks.ts'
import { closeToasts, institute, takeMailedLink, toast } from './people.ts'
import { openLive, prepareOrganisation } from './prepared-people.ts'
import { checkIn, heading, phone as phoneLook, readCode } from './room.ts'
import {
  callByNumber,
  chooseFile,
  count,
  type Expected,
  fullName,
  joinAtDesk,
  scan,
  see,
  takeDigits,
  tryWithoutSaving,
  typeDigits,
  windows,
} from './roster-people.ts'
import { invite, join, nameOf, startForEveryone } from './staff-people.ts'
import { addAuthenticator } from './virtual-authenticator.ts'

test.use({ contextOptions: still })

const [first, wrongEmail, noNumber, ...others] = listPeople()
const refused = others.slice(0, 3)
const mailboxGone = '5.1.1 This mailbox was closed in May'

type Three = readonly [Expected, Expected, Expected]

/** Forty. */
function listPeople(): readonly [...Three, ...Expected[]] {
  const families = ['Böhm', 'Çelik', 'Díaz', 'Ekström', 'Fußner', 'Gröger', 'Hübner']
  const rest = ['Anna', 'Bela', 'Clara', 'Émile', 'Farah'].flatMap((given) => families.map((one) => [given, one]))
  const names = [
    ['Asha', 'Mehta'],
    ['Jürgen', 'Groß'],
    ['Van An', 'Nguyen'],
    ['Chidi', 'Okafor'],
    ['María José', 'García López'],
    ...rest,
  ]
  const people = names.map(([given = '', family = ''], at) => ({
    given,
    family,
    rollNumber: `000${1001 + at}`,
    email: `s${1001 + at}@school.example`,
  }))
  return people as unknown as [...Three, ...Expected[]]
}

/** As the office has it: with two faults. */
const file = [
  'Klassenliste 2026/27;;;;',
  'Stand: 25.11.2026;;;;',
  ';;;;',
  'Matrikelnummer;Name;E-Mail;Gruppe;Geburtsdatum',
  ...[first, wrongEmail, noNumber, ...others].map((one) => {
    const number = one === noNumber ? ' ' : one.rollNumber
    const email = one === wrongEmail ? 'j.gross' : one.email
    return `${number};"${one.family}, ${one.given}";${email};A;01.09.2006`
  }),
].join('\r\n')

test(
  'a registrar imports forty people, invites them by mail, and enrols one who comes to the desk',
  onlyWhole,
  async ({ page: college, server, openContext }) => {
    test.slow()
    const account = await prepareOrganisation(server, 'passkey')
    await account.http.patch('/api/v1/settings', { ways: ['screen', 'room-code'] })
    const dashboard = `/admin/dashboard/${account.id}`
    const office = await (await openContext()).newPage()
    await addAuthenticator(office)

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
      await expect(problem(fullName(wrongEmail))).toContainText('The email is not complete.')
      await expect(problem(fullName(noNumber))).toContainText('The roll number is missing.')
      const [download] = await Promise.all([
        office.waitForEvent('download'),
        office.getByRole('button', { name: 'Save them with the reasons' }).click(),
      ])
      await office.getByRole('button', { name: 'Import 38 students' }).click()
      await expect(office.getByText('38 students imported')).toBeVisible()
      await expect(office.getByText(/, by Nila Das/)).toBeVisible()
      const reasons = await readFile(await download.path(), 'utf8')
      return reasons.replace('j.gross', wrongEmail.email).replace('\r\n,', `\r\n${noNumber.rollNumber},`)
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

    await test.step('who has no mailbox any more is left for the next person', async () => {
      await office.getByRole('link', { name: 'Enrolment desk' }).click()
      const [gone] = refused
      if (gone) await callByNumber(office, gone)
      await expect(office.getByText(`The mail server refused the mail to ${gone?.email}`)).toBeVisible()
      await expect(office.getByText(mailboxGone)).toBeVisible()
      await office.getByRole('button', { name: 'The mail is late: next person' }).click()
    })

    const phone = await (await openContext(phoneLook)).newPage()
    await addAuthenticator(phone)
    await test.step('one joins by phone and digits, and is seen', async () => {
      await scan(phone, await callByNumber(office, first), first)
      await typeDigits(phone, await takeDigits(server.inbox, first.email))
      await joinAtDesk(phone)
      await see(office, first)
      await expect(office.getByText('1 of 40 are enrolled')).toBeVisible()
    })

    await test.step('the same one checks in to a running class', async () => {
      await office.goto(dashboard)
      await startForEveryone(office)
      const { body } = await account.http.get<RunningSession>('/api/v1/attendance/running')
      await phone.goto(await readCode(account, body.session?.id ?? ''))
      await checkIn(phone).click()
      await expect(heading(phone, 'You are here')).toBeVisible()
      await expect(office.getByText(/^1 of \d+ here$/).first()).toBeVisible()
    })
  },
)
