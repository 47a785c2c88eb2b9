import { expect, type Page } from '@playwright/test'
import type { DeskPerson, OpenedEnrolment, ProvenEnrolment } from '../../contract/desk.ts'
import { institutes } from '../picture-people.ts'
import type { PictureWorld } from '../picture-world.ts'
import { openRoster, roster, rosterPath } from './of-roster.ts'
import { type PictureScreen, refuseWith } from './picture-screen.ts'

const later = 1_800_000_000_000
const called: DeskPerson = {
  id: 'enrolment',
  personId: '21CS1002',
  rollNumber: '21CS1002',
  name: { given: 'Wihongi', family: 'Te Aroha-Paterson' },
  email: 'w.paterson@vit-pune.edu.in',
  state: 'code',
  isYours: true,
  claimedUntil: later,
  codeUntil: later,
  mail: { state: 'sent', at: later },
  triesLeft: 6,
  passkeys: [],
}
const atOthers: readonly DeskPerson[] = [
  {
    ...called,
    id: 'other',
    personId: '21CS1047',
    rollNumber: '21CS1047',
    name: { given: 'Tariq', family: 'al-Masri' },
    state: 'phone',
    isYours: false,
    calledBy: { name: 'Rosa Jiménez', title: '', role: 'desk' },
  },
]

/** The desk with that person at it. */
async function openDesk(page: Page, world: PictureWorld, mine?: Partial<DeskPerson>): Promise<void> {
  await openRoster(page, world, roster)
  await page.route('**/api/v1/desk', (route) =>
    route.fulfill({
      json:
        route.request().method() === 'POST'
          ? { id: called.id, secret: 'c'.repeat(43), codeUntil: later }
          : { people: [...(mine ? [{ ...called, ...mine }] : []), ...atOthers] },
    }),
  )
  await page.goto(`${rosterPath}/desk`)
  await expect(page.getByText('al-Masri')).toBeVisible()
  if (!mine) return
  await page.getByRole('button', { name: /Wihongi/ }).click()
  await expect(page.getByRole('heading', { name: 'Wihongi Te Aroha-Paterson' })).toBeVisible()
}

/** The page of a code on a phone. */
async function openPhone(page: Page): Promise<void> {
  const json: OpenedEnrolment = {
    institute: institutes.vidyasagar.name,
    secret: 's'.repeat(43),
    until: later,
    student: { rollNumber: '21CS1052', firstName: 'Zanele', lastName: 'Dlamini' },
  }
  await page.route('**/api/v1/enrolment/open', (route) => route.fulfill({ json }))
  await page.goto('/enrol?invitationId=enrolment&secret=of-the-code')
  await expect(page.getByRole('heading', { name: 'Are you Zanele Dlamini?' })).toBeVisible()
}

const inEnglish: readonly PictureScreen[] = [
  {
    name: 'enrolment-desk',
    whole: true,
    open: async (page, world) => {
      await openDesk(page, world)
      await expect(page.getByText('312 of 412 are enrolled')).toBeVisible()
    },
  },
  {
    name: 'enrolment-desk-code',
    whole: true,
    open: async (page, world) => {
      await openDesk(page, world, {})
      await page.getByRole('button', { name: 'Show a new code' }).click()
      await expect(page.getByRole('img', { name: 'Code for Wihongi Te Aroha-Paterson' })).toBeVisible()
    },
  },
  {
    name: 'enrolment-desk-run-out',
    whole: true,
    open: async (page, world) => {
      const words = '550 5.1.1 no such user here'
      await openDesk(page, world, { codeUntil: 1, mail: { state: 'refused', at: later, words } })
    },
  },
  {
    name: 'enrolment-desk-phone',
    whole: true,
    open: async (page, world) => openDesk(page, world, { state: 'phone', triesLeft: 0 }),
  },
  {
    name: 'enrolment-desk-see',
    whole: true,
    open: async (page, world) => {
      const passkeys = [{ name: 'Android phone', createdAt: world.now() }]
      await openDesk(page, world, { state: 'passkey', passkeys, samePhoneAs: ['Chidi Okafor'] })
      await expect(page.getByRole('button', { name: 'I have seen this person' })).toBeVisible()
    },
  },
  {
    name: 'enrolment-desk-enrolled',
    whole: true,
    open: async (page, world) => {
      const passkeys = [{ name: 'Android phone', createdAt: world.now() }]
      await page.route('**/api/v1/desk/*/seen', (route) => route.fulfill({ json: { people: [] } }))
      await openDesk(page, world, { state: 'passkey', passkeys })
      await page.getByRole('button', { name: 'I have seen this person' }).click()
      await expect(page.getByText('Next person, please')).toBeVisible()
    },
  },
  { name: 'enrol-digits', whole: true, open: openPhone },
  {
    name: 'enrol-form',
    whole: true,
    open: async (page) => {
      const json: ProvenEnrolment = { email: 'zanele.dlamini@vit-pune.edu.in', step: 'register', login: null }
      await page.route('**/api/v1/enrolment/digits', (route) => route.fulfill({ json }))
      await openPhone(page)
      await page.getByLabel('Six digits').fill('123456')
      await page.getByRole('button', { name: 'Go on' }).click()
      await expect(page.getByLabel('First Name')).toHaveValue('Zanele')
    },
  },
  {
    name: 'enrol-over',
    open: async (page) => {
      await refuseWith(page, '**/api/v1/enrolment/open', 'user_invalid_token')
      await page.goto('/enrol?invitationId=enrolment&secret=of-the-code')
      await expect(page.getByRole('heading', { name: 'This code does not work any more' })).toBeVisible()
    },
  },
]

/** In each language: a word of one may be twice as long in the other. */
export const ofTheDesk: readonly PictureScreen[] = inEnglish.flatMap((screen) => [
  screen,
  {
    ...screen,
    name: `${screen.name}-hindi`,
    open: async (page, world) => {
      await screen.open(page, world)
      await page.getByRole('button', { name: 'हिन्दी' }).click()
      await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
    },
  },
])
