import type { Page } from '@playwright/test'
import { still } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { asha, institute, ravi, takeMailedLink, toast, tryToLogIn } from './people.ts'
import { bringPasskey, openLive, openSessionIn, prepareOrganisation, prepareStudent } from './prepared-people.ts'
import { invite, join, nameOf, startForEveryone } from './staff-people.ts'
import { addAuthenticator } from './virtual-authenticator.ts'

test.use({ contextOptions: still })

const meera = { email: 'meera@college.example', name: 'Meera Iyer' }
const others = [
  { role: 'Registrar', email: 'nila@college.example', name: 'Nila Das' },
  { role: 'Teacher', email: 'tara@college.example', name: 'Tara Bose' },
  { role: 'Front desk', email: 'dev@college.example', name: 'Dev Shah' },
  { role: 'Viewer', email: 'vera@college.example', name: 'Vera Rao' },
] as const
const names = { asha: `${asha.firstName} ${asha.lastName}`, ravi: `${ravi.firstName} ${ravi.lastName}` }

const decision = (page: Page) => page.getByRole('dialog', { name: 'Decide about a mark' })
const entry = (page: Page, text: string) => decision(page).getByRole('listitem').filter({ hasText: text })
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
async function openHistory(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Change the mark of ${name}` }).click()
  await decision(page).getByText('History of this mark').first().click()
}
const loggedOut = (page: Page) => page.getByRole('heading', { name: 'You were logged out' })
const codeToScan = (page: Page) => page.getByRole('img', { name: 'Code to check in' })

async function decide(page: Page, status: string, reason: string, done: string): Promise<void> {
  await decision(page).getByRole('button', { name: status }).click()
  await decision(page).getByLabel('Reason').fill(reason)
  await decision(page).getByRole('button', { name: 'Save decision' }).click()
  await expect(toast(page, done)).toBeVisible()
}

async function countHeads(page: Page, heads: string, who: string): Promise<void> {
  await page.getByText('Head count', { exact: true }).click()
  await page.getByLabel('People in the room').fill(heads)
  await page.getByRole('button', { name: 'Save count' }).click()
  await expect(page.getByText(new RegExp(`^Counted at .+ by ${who}\\.$`))).toBeVisible()
}

test('six people hold a class under their own names, and one is ended in the middle of it', async ({
  page: office,
  server,
  openContext,
}) => {
  test.slow()
  const college = await prepareOrganisation(server, 'passkey')
  await college.http.patch('/api/v1/settings', { ways: ['screen', 'room-code'] })
  const student = await prepareStudent(server, college.id, 'passkey')
  const assistant = await prepareStudent(server, college.id, 'passkey', ravi)
  const dashboard = `/admin/dashboard/${college.id}`
  const openPage = async () => (await openContext()).newPage()
  const openPhone = async () => {
    const page = await openPage()
    await addAuthenticator(page)
    return page
  }
  const owner = await openPhone()
  const [registrar, teacher, desk, viewer] = [
    await openPhone(),
    await openPhone(),
    await openPhone(),
    await openPhone(),
  ] as const
  const helper = await openPage()
  await bringPasskey(helper, assistant, 'internal')
  const room = await openPage()

  await test.step('the institute invites an owner, who invites five others', async () => {
    await openLive(office, college, `${dashboard}/staff`)
    await invite(office, meera.email, 'Owner')
    await join(owner, await takeMailedLink(server.inbox, meera.email, '/join'), meera.name)
    await expect(nameOf(owner, meera.name)).toContainText(`Owner, ${institute.name}`)
    await owner.goto(`${dashboard}/staff`)
    for (const { email, role, name } of others) {
      const page = { Registrar: registrar, Teacher: teacher, 'Front desk': desk, Viewer: viewer }[role]
      await invite(owner, email, role)
      await join(page, await takeMailedLink(server.inbox, email, '/join'), name)
      await expect(nameOf(page, name)).toContainText(`${role}, ${institute.name}`)
    }
  })

  await test.step('a student joins by the own login, and works for the institute by the own passkey', async () => {
    await invite(owner, ravi.email, 'Teacher')
    // A student gets other mails, too.
    let link: string | undefined
    while (link === undefined) link = (await server.inbox.next(ravi.email)).links.find((one) => one.includes('/join?'))
    await helper.goto(link)
    await helper.getByRole('link', { name: 'Log in' }).click()
    await tryToLogIn(helper, 'Student', ravi.email, ravi.password)
    await helper.getByRole('button', { name: 'Join now' }).click()
    await expect(nameOf(helper, names.ravi)).toContainText(`Teacher, ${institute.name}`)
  })

  await test.step('one teacher starts the class, the registrar pairs the display', async () => {
    await startForEveryone(teacher)
    await room.goto('/screen')
    await expect(room.getByRole('heading', { name: 'Pair this screen' })).toBeVisible()
    const text = await room.getByRole('img', { name: /^Code of this screen/ }).innerText()
    const [, first = '', last = ''] = /([A-Z0-9]{4})\s*-\s*([A-Z0-9]{4})/.exec(text) ?? []
    await registrar.goto(`${dashboard}/settings`)
    await registrar.getByRole('button', { name: 'Add a screen' }).click()
    const dialog = registrar.getByRole('dialog', { name: 'Add a screen' })
    await dialog.getByRole('textbox', { name: 'Code on the screen' }).fill(first + last)
    await dialog.getByRole('button', { name: 'Find the screen' }).click()
    await dialog.getByRole('textbox', { name: 'Name of the screen' }).fill('Room 12')
    await dialog.getByRole('button', { name: 'Approve this screen' }).click()
    await expect(codeToScan(room)).toBeVisible()
  })

  await test.step('the first counts heads, and marks by hand, the other teacher too', async () => {
    await teacher.goto(dashboard)
    await teacher.getByRole('link', { name: 'Who is here' }).click()
    await expect(teacher.getByText('Started by Tara Bose, Teacher')).toBeVisible()
    await countHeads(teacher, '2', 'Tara Bose, Teacher')
    for (const name of [names.asha, names.ravi]) await teacher.getByRole('checkbox', { name }).check()
    await teacher.getByRole('button', { name: 'Mark by hand' }).click()
    const dialog = teacher.getByRole('dialog', { name: 'Mark by hand' })
    await dialog.getByLabel('Reason').fill('Their phones are at home')
    await dialog.getByRole('button', { name: 'Sign with your passkey' }).click()
    await expect(dialog.getByText('Marked by hand')).toBeVisible()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await helper.goto(teacher.url())
    await helper.getByRole('button', { name: 'Marked 2' }).click()
    for (const name of [names.asha, names.ravi]) await expect(row(helper, name)).toContainText('by Tara Bose, Teacher')
  })

  await test.step('the registrar withdraws a mark, and the student disputes that', async () => {
    await registrar.goto(teacher.url())
    await registrar.getByRole('button', { name: 'Marked 2' }).click()
    await openHistory(registrar, names.asha)
    await expect(entry(registrar, 'Marked present by hand')).toContainText('by Tara Bose, Teacher')
    await decide(registrar, 'Mark withdrawn', 'Not in the room.', 'The mark is withdrawn. The student is told.')
    const phone = await openPage()
    await openSessionIn(phone.context(), student)
    await phone.goto(`/dashboard/${student.id}`)
    const marks = phone.getByRole('region', { name: 'Latest marks' })
    await marks.getByRole('button', { name: institute.name }).click()
    await marks.getByRole('button', { name: 'I was there' }).click()
    await phone.getByRole('dialog').getByRole('button', { name: 'Tell my institute' }).click()
    await expect(marks).toContainText('You said: I was there')
  })

  await test.step('the owner answers, reads who did what, and the mail names the role', async () => {
    await owner.goto(dashboard)
    await expect(owner.getByText('What students dispute: 1')).toBeVisible()
    await owner.getByRole('button', { name: `Answer ${names.asha}, session 1` }).click()
    await expect(entry(owner, 'Marked present by hand')).toContainText('by Tara Bose, Teacher')
    await expect(entry(owner, 'Mark withdrawn').first()).toContainText('by Nila Das, Registrar')
    await decide(owner, 'Mark counts', 'Two others saw her.', 'The mark counts. The student is told.')
    let mail = await server.inbox.next(student.email)
    while (!mail.text.includes('It counts.')) mail = await server.inbox.next(student.email)
    expect(mail.text).toContain('in the role ‘Owner’')
    expect(mail.text).not.toContain(meera.name)
    await openHistory(registrar, names.asha)
    await expect(entry(registrar, 'Dispute answered: mark counts')).toContainText('by Meera Iyer, Owner')
  })

  await test.step('a teacher is ended: phone and sheet say so, class and screen go on, the desk takes over', async () => {
    const sheet = teacher.url()
    const second = await teacher.context().newPage()
    await second.goto(dashboard)
    await expect(nameOf(second, 'Tara Bose')).toBeVisible()
    await owner.goto(`${dashboard}/staff`)
    await owner.getByRole('button', { name: 'End the work of Tara Bose' }).click()
    await owner.getByRole('dialog').getByRole('button', { name: 'End now' }).click()
    await expect(toast(owner, 'Tara Bose was logged out of this institute')).toBeVisible()
    for (const page of [teacher, second]) await expect(loggedOut(page)).toBeVisible()
    await expect(codeToScan(room)).toBeVisible()
    await desk.goto(sheet)
    await expect(desk.getByText('Started by Tara Bose, Teacher')).toBeVisible()
    await countHeads(desk, '3', 'Dev Shah, Front desk')
    await viewer.goto(`${dashboard}/reports`)
    await expect(viewer.getByRole('heading', { name: 'Reports' })).toBeVisible()
  })

  await test.step('who approved the screen is ended, and the screen is named', async () => {
    await owner.getByRole('button', { name: 'End the work of Nila Das' }).click()
    await owner.getByRole('dialog').getByRole('button', { name: 'End now' }).click()
    const left = owner.getByRole('dialog', { name: 'Screens that stay' })
    await expect(left.getByRole('listitem')).toContainText('Room 12')
    await left.getByRole('button', { name: 'Done' }).click()
    await expect(loggedOut(registrar)).toBeVisible()
    await expect(codeToScan(room)).toBeVisible()
  })

  await test.step('the shared login is closed, and opened again by its passkey', async () => {
    await owner.getByRole('button', { name: 'Let it only read' }).click()
    await owner.getByRole('dialog').getByRole('button', { name: 'Let it only read' }).click()
    await expect(toast(owner, 'The own login only reads now')).toBeVisible()
    // It was opened before there were people, and hears of none.
    await office.reload()
    await expect(office.getByText(/^This login only reads\./)).toBeVisible()
    await bringPasskey(office, college, 'internal')
    await office.getByRole('button', { name: 'Let it act again' }).click()
    await office.getByRole('dialog').getByRole('button', { name: 'Let it act again' }).click()
    await expect(toast(office, 'The own login acts again')).toBeVisible()
  })
})
