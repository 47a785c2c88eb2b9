import { expect, type Page } from '@playwright/test'
import type { PasskeyReadiness } from '../../contract/passkey.ts'
import { institutes } from '../picture-people.ts'
import type { PictureWorld } from '../picture-world.ts'
import { openDrawer, type PictureScreen, signIn } from './picture-screen.ts'

const hour = 3_600_000

/** What the dashboard says of the student's only passkey. */
async function showState(
  page: Page,
  world: PictureWorld,
  state: PasskeyReadiness['state'],
  title: string,
): Promise<void> {
  const { now, ananya: student } = world
  const passkey = {
    id: 'one',
    credentialId: 'b25l',
    name: state === 'one-device' ? 'Windows Hello' : 'Google Password Manager',
    provider: null,
    isSynced: false,
    createdAt: now() - hour,
    lastUsedAt: null,
    heldUntil: null,
    isSuspect: state === 'refused' || state === 'changed',
    ...(state === 'changed' && { isChanged: true }),
  }
  const readiness = { state, heldUntil: state === 'held' ? now() + 11 * hour : null }
  const own = { relyingPartyId: 'localhost', userHandle: 'aGFuZGxl', passkeys: [passkey], recoveryCodes: null }
  await page.route('**/api/v1/passkeys', (route) => route.fulfill({ json: { ...own, readiness, enrolment: null } }))
  await signIn(page, student)
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Show Details' })).toHaveCount(4)
}

/** One of each kind: in daily use, in place of a lost one, and perhaps copied. */
async function showPasskeys(page: Page, { now }: PictureWorld, recoveryCodes: number | null): Promise<void> {
  const passkey = { provider: null, isSynced: false, lastUsedAt: null, heldUntil: null, isSuspect: false }
  const created = now() - 30 * 24 * hour
  const passkeys = [
    {
      ...passkey,
      id: 'one',
      credentialId: 'b25l',
      name: 'My phone',
      provider: 'Google Password Manager',
      isSynced: true,
      createdAt: created,
      lastUsedAt: now() - hour,
    },
    {
      ...passkey,
      id: 'two',
      credentialId: 'dHdv',
      name: 'YubiKey 5 NFC',
      createdAt: now() - hour,
      ...(recoveryCodes === null ? { heldUntil: now() + 11 * hour } : { isSuspect: true }),
    },
  ]
  const readiness = recoveryCodes === null ? { state: 'ready', heldUntil: now() + 11 * hour } : null
  const own = {
    relyingPartyId: 'localhost',
    userHandle: 'aGFuZGxl',
    passkeys,
    recoveryCodes,
    readiness,
    enrolment: null,
  }
  await page.route('**/api/v1/passkeys', (route) => route.fulfill({ json: own }))
}

async function openSection(page: Page, name: string, section: string): Promise<void> {
  await openDrawer(page, name)
  await page.getByRole('heading', { name: section }).click()
  await expect(page.getByRole('dialog', { name: 'Profile' }).getByRole('listitem').first()).toBeVisible()
}

/** The section, not the spec's content above it, is what such a picture is about. */
async function scrollDrawer(page: Page): Promise<void> {
  await page
    .getByRole('dialog', { name: 'Profile' })
    .evaluate((drawer) => drawer.scrollTo({ top: drawer.scrollHeight }))
}

export const ofPasskeys: readonly PictureScreen[] = [
  {
    name: 'student-passkey-untried',
    open: (page, world) => showState(page, world, 'ready', 'Your passkey is registered. Try it now'),
  },
  {
    name: 'student-passkey-held',
    open: (page, world) => showState(page, world, 'held', 'Your new passkey is held until'),
  },
  {
    name: 'student-passkey-held-beside-another',
    open: async (page, world) => {
      await showPasskeys(page, world, null)
      await signIn(page, world.ananya)
      await expect(page.getByText('‘My phone’ still counts in class.')).toBeVisible()
    },
  },
  {
    name: 'student-passkey-refused',
    open: (page, world) => showState(page, world, 'refused', 'Your passkey is refused'),
  },
  {
    name: 'student-passkey-changed',
    open: (page, world) => showState(page, world, 'changed', 'Your passkey is refused'),
  },
  {
    name: 'student-passkey-one-device',
    open: (page, world) => showState(page, world, 'one-device', 'Your passkey stays on one device'),
  },
  {
    name: 'profile-remove-last-passkey',
    open: async (page, world) => {
      await showState(page, world, 'ready', 'Your passkey is registered. Try it now')
      await openSection(page, 'Ananya Krishnan', 'Passkeys')
      await page.getByRole('button', { name: 'Remove Google Password Manager' }).click()
      await expect(page.getByRole('dialog', { name: 'Remove passkey' })).toBeVisible()
    },
  },
  {
    name: 'profile-passkeys-student',
    open: async (page, world) => {
      await showPasskeys(page, world, null)
      await signIn(page, world.ananya)
      await openSection(page, 'Ananya Krishnan', 'Passkeys')
      await scrollDrawer(page)
    },
  },
  {
    name: 'profile-passkeys-organisation',
    open: async (page, world) => {
      await showPasskeys(page, world, 8)
      await signIn(page, world.organisations.vidyasagar)
      await openSection(page, institutes.vidyasagar.name, 'Passkeys')
      await scrollDrawer(page)
    },
  },
  {
    name: 'profile-sessions',
    open: async (page, world) => {
      await signIn(page, world.organisations.nalanda)
      await openSection(page, institutes.nalanda.name, 'Where you are logged in')
      await scrollDrawer(page)
    },
  },
  {
    name: 'profile-remove-passkey',
    open: async (page, world) => {
      await showPasskeys(page, world, 8)
      await signIn(page, world.organisations.vidyasagar)
      await openSection(page, institutes.vidyasagar.name, 'Passkeys')
      await page.getByRole('button', { name: 'Remove My phone' }).click()
      await expect(page.getByRole('dialog', { name: 'Remove passkey' })).toBeVisible()
    },
  },
  {
    name: 'profile-step-up',
    open: async (page, world) => {
      await showPasskeys(page, world, 8)
      await signIn(page, world.organisations.vidyasagar)
      await openSection(page, institutes.vidyasagar.name, 'Passkeys')
      await page.getByRole('button', { name: 'Make new recovery codes' }).click()
      await expect(page.getByRole('dialog', { name: 'Confirm that it is you' })).toBeVisible()
    },
  },
  {
    name: 'profile-lost-passkey',
    open: async (page, world) => {
      await showPasskeys(page, world, null)
      await signIn(page, world.ananya)
      await openSection(page, 'Ananya Krishnan', 'Passkeys')
      await page.getByRole('button', { name: 'Add a passkey' }).click()
      await expect(page.getByRole('dialog', { name: 'Confirm with a passkey' })).toBeVisible()
    },
  },
  {
    name: 'profile-recovery-codes',
    open: async (page, world) => {
      await showPasskeys(page, world, 0)
      const codes = Array.from({ length: 10 }, (_, index) => `K7QF3M-9TBX2C-HJ4RW${'2346789BCD'[index]}`)
      await page.route('**/api/v1/recovery-codes', (route) => route.fulfill({ json: { codes } }))
      await signIn(page, world.organisations.vidyasagar)
      await openSection(page, institutes.vidyasagar.name, 'Passkeys')
      await page.getByRole('button', { name: 'Make recovery codes' }).click()
      await expect(page.getByRole('dialog', { name: 'Recovery codes' })).toBeVisible()
    },
  },
  {
    name: 'organisation-dashboard-held-passkeys',
    open: async (page, { organisations, now }) => {
      const held = ['Ananya Krishnan', 'Mohammed Faisal Qureshi'].map((studentName, index) => ({
        id: studentName,
        studentId: studentName,
        studentName,
        rollNumber: `21CS10${index}4`,
        createdAt: now() - hour,
        heldUntil: now() + 11 * hour,
      }))
      await page.route('**/api/v1/held-passkeys', (route) => route.fulfill({ json: { passkeys: held } }))
      await signIn(page, organisations.vidyasagar)
      await expect(page.getByText('New passkeys to confirm')).toBeVisible()
    },
  },
  {
    name: 'replace-passkey',
    open: async (page) => {
      await page.goto('/replace-passkey?userId=unknown&secret=nothing')
      await expect(page.getByRole('heading', { name: 'Replace your passkey' })).toBeVisible()
    },
  },
]
