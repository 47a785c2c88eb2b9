import { expect, type Page } from '@playwright/test'
import type { PersonDetail, RosterPage, RosterPerson } from '../../contract/roster.ts'
import type { Invitation } from '../../contract/staff.ts'
import { codes, institutes } from '../picture-people.ts'
import type { PictureWorld } from '../picture-world.ts'
import { openSessionIn } from '../prepared-people.ts'
import type { PictureScreen } from './picture-screen.ts'

export const rosterPath = `/admin/dashboard/${codes.vidyasagar}/people`

const person = (id: string, given: string, family: string, changes: Partial<RosterPerson> = {}): RosterPerson => ({
  id,
  rollNumber: id,
  name: { given, family },
  email: `${id.toLowerCase()}@vit-pune.edu.in`,
  section: 'CS-A',
  studentId: null,
  isVerified: false,
  passkey: 'none',
  isNumberTaken: false,
  ...changes,
})
const member = { studentId: 'student', isVerified: true, passkey: 'ready' } as const
const longest = `${'Wolfeschlegelsteinhausenbergerdorff '.repeat(2)}Adolph`

const aarav = person('21CS1001', 'Aarav', 'Mehta', {
  ...member,
  ownName: { given: 'Aarav K.', family: 'Mehta' },
  rosterEmail: 'aarav.mehta@vit-pune.edu.in',
})
export const roster: RosterPage = {
  people: [
    aarav,
    person('21CS1002', 'Wihongi', 'Te Aroha-Paterson', {
      section: 'CS-B',
      invitation: { state: 'refused', at: 1_700_000_000_000, words: '550 5.1.1 no such user' },
    }),
    person('21CS1003', 'Jürgen', 'Groß', { ...member, isVerified: false, passkey: 'none' }),
    person('21CS1004', 'मीना', 'शर्मा', { ...member, passkey: 'none', section: '' }),
    person('21CS1005', 'Siobhán', 'Ní Bhriain', { ...member, passkey: 'held' }),
    person('21CS1006', 'Keoni', 'Kealiʻiahonui', { email: '', isNumberTaken: true }),
    person('SUPERCALIFRAGILISTIC/2026-000017', longest, 'Senior', { section: 'Evening course of the second year' }),
  ],
  counts: { all: 412, 'not-registered': 88, 'not-verified': 3, 'no-passkey': 12, held: 1 },
  sections: ['CS-A', 'CS-B', 'Evening course of the second year'],
  invitable: { mails: 86, noEmail: 2 },
}

/** An institute that has people, on the page of them. */
export async function openRoster(page: Page, world: PictureWorld, answer: RosterPage): Promise<void> {
  await page.route('**/v1/account', async (route) => {
    const response = await route.fetch()
    return route.fulfill({ response, json: { ...(await response.json()), prefs: { hasPeople: true } } })
  })
  await page.route('**/api/v1/people**', (route) => route.fulfill({ json: answer }))
  const addedAt = world.now() - 30 * 86_400_000
  const detail: PersonDetail = { ...aarav, externalId: 'sis-40017', source: 'Office', addedAt, doubles: [] }
  await page.route('**/api/v1/people/21CS*', (route) => route.fulfill({ json: detail }))
  await openSessionIn(page.context(), world.organisations.vidyasagar)
  await page.goto(rosterPath)
}

export const ofRoster: readonly PictureScreen[] = [
  {
    name: 'roster',
    whole: true,
    open: async (page, world) => {
      await openRoster(page, world, roster)
      await expect(page.getByRole('button', { name: 'Aarav Mehta' })).toBeVisible()
      await page.getByRole('checkbox', { name: 'Choose Jürgen Groß' }).check()
    },
  },
  {
    name: 'roster-empty',
    open: async (page, world) => {
      const counts = { all: 0, 'not-registered': 0, 'not-verified': 0, 'no-passkey': 0, held: 0 }
      await openRoster(page, world, { people: [], counts, sections: [] })
      await expect(page.getByText('Your roster is empty')).toBeVisible()
    },
  },
  {
    name: 'roster-person',
    open: async (page, world) => {
      await openRoster(page, world, roster)
      await page.getByRole('button', { name: 'Aarav Mehta' }).click()
      await expect(page.getByRole('dialog').getByText('sis-40017')).toBeVisible()
    },
  },
  {
    name: 'roster-invite',
    open: async (page, world) => {
      await openRoster(page, world, roster)
      await page.getByRole('button', { name: 'Not registered 88' }).click()
      await page.getByRole('button', { name: 'Invite all by mail (86)' }).click()
      await expect(page.getByRole('button', { name: 'Yes, send the mails' })).toBeVisible()
    },
  },
  {
    name: 'join-student',
    whole: true,
    open: async (page) => {
      const json: Invitation = {
        institute: institutes.vidyasagar.name,
        email: 'aarav.mehta@vit-pune.edu.in',
        role: 'student',
        title: '',
        step: 'register',
        login: null,
        student: { rollNumber: '21CS1001', firstName: 'Aarav', lastName: 'Mehta' },
      }
      await page.route('**/api/v1/invitation/look-up', (route) => route.fulfill({ json }))
      await page.goto('/join?invitationId=invitation&secret=of-the-mail')
      await expect(page.getByRole('textbox', { name: 'First Name' })).toHaveValue('Aarav')
    },
  },
  {
    name: 'roster-add',
    open: async (page, world) => {
      await openRoster(page, world, roster)
      await page.getByRole('button', { name: 'Add a person' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Add a person' }).click()
      await expect(page.getByRole('dialog').getByLabel('Roll number')).toHaveAttribute('aria-invalid', 'true')
    },
  },
]
