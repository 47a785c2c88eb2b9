import { readFile } from 'node:fs/promises'
import { markStudent, startAttendance } from '#testing/people-over-http.ts'
import type { RunningSession } from '../contract/attendance.ts'
import { installationKeysPath } from '../contract/evidence.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { asha, institute } from './people.ts'
import { openSessionIn, prepareOrganisation, prepareStudent } from './prepared-people.ts'

const minute = 60_000

test('a student takes the evidence of a mark, and a person without an account checks it without a network', async ({
  page,
  server,
  openContext,
}) => {
  const organisation = await prepareOrganisation(server, 'passkey')
  await startAttendance(organisation)
  const student = await prepareStudent(server, organisation.id, 'passkey')
  const { status } = await markStudent(organisation, student.email, student.authenticator)
  expect(status).toBe(200)

  await openSessionIn(page.context(), student)
  await page.goto(`/dashboard/${student.id}`)
  const latestMarks = page.getByRole('region', { name: 'Latest marks' })
  await latestMarks.getByRole('button', { name: 'Kaveri College' }).click()
  const downloading = page.waitForEvent('download')
  await latestMarks.getByRole('button', { name: 'Take the evidence' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe(`rollkey-evidence-1-${student.id}.json`)
  await expect(page.getByText('The evidence file is saved. Anyone can check it at /verify.')).toBeVisible()
  const text = await readFile(await download.path(), 'utf8')
  const fileOf = (contents: string) => ({
    name: 'file.json',
    mimeType: 'application/json',
    buffer: Buffer.from(contents),
  })

  const stranger = await openContext()
  const desk = await stranger.newPage()
  const keys = desk.waitForResponse(`**${installationKeysPath}`)
  await desk.goto('/verify')
  await (await keys).finished()
  await stranger.setOffline(true)
  const choose = desk.getByLabel('Choose a file')
  const verdict = (name: string) => desk.getByRole('heading', { level: 2, name })
  await choose.setInputFiles(fileOf(text))
  await expect(verdict('Both signatures fit')).toBeFocused()
  await expect(desk.getByText(`${asha.firstName} ${asha.lastName}`, { exact: true })).toBeVisible()
  await expect(desk.getByText('The passkey whose key is in the file signed this session and this moment')).toBeVisible()
  await expectAccessible(desk, 'verify, both fit')

  await choose.setInputFiles(fileOf(text.replace(asha.firstName, 'Bala')))
  await expect(verdict('This file does not prove the mark')).toBeFocused()
  await expect(desk.getByText('The installation has not signed this file as it is here.')).toBeVisible()
  await expectAccessible(desk, 'verify, changed')
  await choose.setInputFiles(fileOf('{}'))
  await expect(verdict('The file cannot be checked')).toBeFocused()
  await stranger.setOffline(false)
})

test('an institute takes the evidence of a mark from the sheet, after its password', async ({ page, server }) => {
  const organisation = await prepareOrganisation(server, 'passkey')
  await startAttendance(organisation)
  const student = await prepareStudent(server, organisation.id, 'passkey')
  expect((await markStudent(organisation, student.email, student.authenticator)).status).toBe(200)
  const { body } = await organisation.http.get<RunningSession>('/api/v1/attendance/running')
  await server.advanceClock(11 * minute)

  await openSessionIn(page.context(), organisation)
  await page.goto(`/admin/dashboard/${organisation.id}/sessions/${body.session?.id}`)
  await page.getByRole('button', { name: 'Marked 1' }).click()
  await page.getByRole('button', { name: `Change the mark of ${asha.firstName} ${asha.lastName}` }).click()
  await page.getByText('History of this mark').first().click()
  await page.getByRole('button', { name: 'Take the evidence' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await question.getByLabel('Current password').fill(institute.password)
  const downloading = page.waitForEvent('download')
  await question.getByRole('button', { name: 'Continue' }).click()
  const file = JSON.parse(await readFile(await (await downloading).path(), 'utf8'))
  expect(file).toMatchObject({ format: 'rollkey evidence v1', student: { id: student.id } })
  await expect(page.getByText('The evidence file is saved.')).toBeVisible()
})
