import type { Page } from '@playwright/test'
import { createHttpClient } from '#testing/http-client.ts'
import { defaultOrganisation, logIn, type Person, registerOrganisation } from '#testing/people-over-http.ts'
import { expect, test } from './fixtures.ts'
import { onlyWhole } from './looks.ts'
import { institute, keepToasts, startUnaware, toast } from './people.ts'
import { bringPasskey, openLive, openSessionIn, prepareStudent } from './prepared-people.ts'
import { checkIn, heading, openDisplay, openRoom, person, phone, readCode } from './room.ts'
import { addAuthenticator } from './virtual-authenticator.ts'

/** Longer than a code is taken after it has gone from the display. */
const tooOldMs = 31_000

/** The same institute's screen in the room, paired by the code that it shows. */
async function openPairedScreen(screen: Page, { http }: Person): Promise<void> {
  await screen.goto('/screen')
  const text = await screen.getByRole('img', { name: /^Code of this screen/ }).innerText()
  const [, first = '', last = ''] = /([A-Z0-9]{4})\s*-\s*([A-Z0-9]{4})/.exec(text) ?? []
  const wish = { code: first + last, name: 'Room 12', days: 1, timeZone: 'Asia/Kolkata' }
  const { status, text: answer } = await http.post('/api/v1/screens', wish)
  if (status !== 200) throw new Error(answer)
  await expect(screen.getByRole('img', { name: 'Code to check in' })).toBeVisible()
}

test(
  'twelve phones check in to one room, and the teacher looks after them',
  onlyWhole,
  async ({ page, server, openContext }) => {
    test.slow()
    const { college, session } = await openRoom(server)
    const names = ['Asha', 'Bina', 'Chetan', 'Divya', 'Esha', 'Farhan', 'Gita', 'Hari', 'Indu', 'Jaya', 'Kiran']
    const members: Person[] = []
    for (const [index, name] of names.entries())
      members.push(
        await prepareStudent(server, college.id, index === 9 ? 'no passkey' : 'passkey', person(name, 10 + index)),
      )
    const other = await registerOrganisation(server, { ...defaultOrganisation, email: 'other@college.example' })
    const stranger = await prepareStudent(server, other.id, 'passkey', person('Lata', 30))
    await openDisplay(page, college)
    await prepareStudent(server, college.id, 'passkey', person('Mohan', 40))
    await expect(page.getByText('0 of 12 here').first()).toBeVisible()
    const screen = await (await openContext({ viewport: { width: 1280, height: 720 } })).newPage()
    await openPairedScreen(screen, college)
    const code = () => readCode(college, session)
    const openPhone = async (student: Person, { isLoggedIn = true, hasPasskey = true } = {}): Promise<Page> => {
      const context = await openContext(phone)
      if (isLoggedIn) await openSessionIn(context, student)
      const own = await context.newPage()
      if (hasPasskey) await bringPasskey(own, student, 'internal')
      else await addAuthenticator(own)
      return own
    }
    const finish = async (own: Page): Promise<void> => {
      await checkIn(own).click()
      await expect(heading(own, 'You are here')).toBeVisible()
    }

    const phones = await Promise.all(
      members.map((student, index) => openPhone(student, { isLoggedIn: index !== 8, hasPasskey: index !== 9 })),
    )
    const [usual, loggedOut, withoutPasskey, late] = [phones.slice(0, 8), phones[8], phones[9], phones[10]]
    if (!loggedOut || !withoutPasskey || !late) throw new Error('there are eleven')
    const old = await code()

    await Promise.all(
      usual.map(async (own) => {
        await own.goto(old)
        await finish(own)
      }),
    )
    await expect(page.getByText('8 of 12 here').first()).toBeVisible()

    await server.advanceClock(tooOldMs)
    await late.goto(old)
    await expect(heading(late, 'That code is too old')).toBeVisible()
    await late.goto(await code())
    await finish(late)

    await loggedOut.goto(await code())
    await finish(loggedOut)

    await withoutPasskey.goto(await code())
    await expect(heading(withoutPasskey, 'No passkey yet')).toBeVisible()
    await withoutPasskey.getByRole('button', { name: 'Register Passkey' }).click()
    await finish(withoutPasskey)

    const strange = await openPhone(stranger)
    await strange.goto(await code())
    await expect(heading(strange, /^You are not a student of/)).toBeVisible()

    for (const display of [page, screen]) await expect(display.getByText('11 of 12 here').first()).toBeVisible()

    const teacher = await logIn(college, createHttpClient(college.http.origin))
    const sheet = await (await openContext(phone)).newPage()
    await openLive(sheet, teacher, `/admin/dashboard/${college.id}/sessions/${session}`)
    await expect(sheet.getByText('11 of 12 present')).toBeVisible()
    await sheet.getByText('Head count').click()
    await sheet.getByLabel('People in the room').fill('10')
    await sheet.getByRole('button', { name: 'Save count' }).click()
    await expect(sheet.getByText('11 checked in, 10 counted')).toBeVisible()

    await sheet.getByText('Spot check').click()
    await sheet.getByRole('button', { name: 'Draw five' }).click()
    const absent = sheet.getByRole('button', { name: /^Not here: / })
    await expect(absent).toHaveCount(5)
    await absent.first().click()
    await sheet.getByRole('dialog').getByRole('button', { name: 'Save decision' }).click()
    await expect(sheet.getByText('10 of 12 present')).toBeVisible()
    await expect(sheet.getByText('5 drawn, 1 not there')).toBeVisible()

    await college.http.post(`/api/v1/sessions/${session}/end`)
    await expect(screen.getByRole('heading', { name: 'No session runs now' })).toBeVisible()
    await bringPasskey(sheet, teacher, 'internal')
    await sheet.getByRole('checkbox', { name: /^Mohan Rao/ }).check()
    await sheet.getByRole('button', { name: 'Mark by hand' }).click()
    const dialog = sheet.getByRole('dialog', { name: 'Mark by hand' })
    await dialog.getByLabel('Reason').fill('The phone is at home')
    await dialog.getByRole('button', { name: 'Sign with your passkey' }).click()
    await expect(dialog.getByText('Marked by hand')).toBeVisible()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(sheet.getByText('11 of 12 present')).toBeVisible()
  },
)

for (const window of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])
  test(`a message covers neither code nor institute, ${window.width} px wide`, async ({ page, server }) => {
    await page.setViewportSize(window)
    const { college } = await openRoom(server)
    await openSessionIn(page.context(), college)
    await startUnaware(page, () => page.goto('/login'))
    const message = toast(page, 'A session is already active')
    await expect(message).toBeVisible()
    await keepToasts(page)
    const box = page.getByRole('region', { name: 'Notifications' }).locator('[role="alert"], [role="status"]')
    const display = page.getByRole('main')
    const code = display.getByRole('img', { name: 'Code to check in' })
    await expect(code).toBeVisible()
    for (const covered of [code, display.getByText(institute.name, { exact: true })])
      expect(overlap(await box.boundingBox(), await covered.boundingBox())).toBe(false)
  })

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

function overlap(a: Box | null, b: Box | null): boolean {
  if (!a || !b) throw new Error('one of the two is not shown')
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}
