import { expect, type Page } from '@playwright/test'
import type { OwnPasskeys } from '#contract/passkey.ts'
import type { UserModel } from '../../contract/account.ts'
import type { Acting, Invitation, StaffActs, StaffList } from '../../contract/staff.ts'
import type { StaffRole } from '../../contract/staff-rights.ts'
import { ananya, codes, institutes } from '../picture-people.ts'
import type { PictureWorld } from '../picture-world.ts'
import { openSessionIn } from '../prepared-people.ts'
import { type PictureScreen, refuseWith } from './picture-screen.ts'

const day = 24 * 60 * 60_000
const institute = codes.vidyasagar
const link = '/join?invitationId=invitation&secret=of-the-mail'

function listPeople(now: number): StaffList {
  const person = (id: string, name: string, role: StaffRole, changes: Partial<StaffList['people'][number]> = {}) => ({
    id,
    name,
    role,
    title: '',
    email: `${id}@vit-pune.edu.in`,
    holdsWhole: false,
    isYou: false,
    passkeys: 1,
    since: now - 60 * day,
    until: null,
    lastHereAt: now - day,
    held: [],
    ...changes,
  })
  return {
    ownLogin: { readsOnlySince: null, canClose: true, hasPasskey: true, held: [] },
    people: [
      person('m.iyer', 'Meera Iyer', 'owner', { title: 'Head of the office', passkeys: 2, isYou: true }),
      person('r.kulkarni', 'Prof. Ravi Kulkarni', 'registrar'),
      person('n.adeyemi', 'Dr. Ngozi Adeyemi', 'teacher', { title: 'Head of Physics', holdsWhole: true }),
      person('a.voegele-brandt', 'Prof. Anneliese Vögele-Brandt', 'teacher'),
      person('j.pereira', 'Joaquim Pereira', 'teacher', { passkeys: 0, lastHereAt: null }),
      person('frontdesk', 'Rosa Jiménez', 'desk', {
        passkeys: 3,
        held: [{ id: 'new', createdAt: now - day / 12, heldUntil: now + day / 2 - day / 12 }],
      }),
      person('dean.office', 'Ahmed Farouk El-Sayed', 'viewer'),
      person('f.diallo', 'Dr. Fatoumata Diallo', 'teacher', { until: now - 2 * day, lastHereAt: null }),
    ],
    invitations: [
      {
        id: 'invitation',
        email: 't.beridze@vit-pune.edu.in',
        role: 'teacher',
        title: '',
        holdsWhole: true,
        invitedAt: now - 2 * day,
        sentAt: now - 2 * day,
        expiresAt: now + 5 * day,
        canSend: true,
      },
    ],
  }
}

/** The institute's own login opens the address; its account says what the session acts as. */
async function open(page: Page, world: PictureWorld, path: string, prefs: UserModel['prefs'], list?: StaffList) {
  await page.route('**/v1/account', async (route) => {
    const response = await route.fetch()
    return route.fulfill({ response, json: { ...(await response.json()), prefs } })
  })
  if (list) await page.route('**/api/v1/staff', (route) => route.fulfill({ json: list }))
  await openSessionIn(page.context(), world.organisations.vidyasagar)
  await page.goto(path)
}

const acting = (role: StaffRole): UserModel['prefs'] => ({
  acting: { institute, role, name: 'Dr. Ngozi Adeyemi', title: 'Head of Physics', holdsWhole: true },
  isStaff: true,
})

async function openInvitation(page: Page, step: Invitation['step']): Promise<void> {
  const { name } = institutes.vidyasagar
  const email = 'n.adeyemi@vit-pune.edu.in'
  const json: Invitation = { institute: name, email, role: 'teacher', title: 'Head of Physics', step, login: null }
  await page.route('**/api/v1/invitation/look-up', (route) => route.fulfill({ json }))
  await page.goto(link)
  await expect(page.getByRole('heading', { name: `Join ${name}` })).toBeVisible()
}

const people = `/admin/dashboard/${institute}/staff`

export const ofPeople: readonly PictureScreen[] = [
  {
    name: 'people-of-staff',
    whole: true,
    open: async (page, world) => {
      await open(page, world, people, { hasPeople: true }, listPeople(world.now()))
      await expect(page.getByRole('cell', { name: 'Meera Iyer (you)' })).toBeVisible()
    },
  },
  {
    name: 'people-one',
    open: async (page, world) => {
      const at = world.now()
      const session = { id: 'session', number: 38 }
      const course = { id: 'course', code: 'PHY-101', title: 'Physics' }
      const acts: StaffActs['acts'] = [
        {
          id: 9,
          at: at - 60_000,
          act: 'mark.rule',
          session,
          course: null,
          student: 'Ananya Krishnan',
          rollNumber: '21PH014',
        },
        { id: 8, at: at - 120_000, act: 'head-count.set', session, course: null },
        {
          id: 7,
          at: at - 3_600_000,
          act: 'attendance.start',
          session,
          course,
          about: [{ kind: 'room', name: 'Hall 4' }],
        },
        { id: 6, at: at - 86_400_000, act: 'screen.approve', about: [{ kind: 'screen', name: 'Main hall' }] },
        { id: 5, at: at - 86_500_000, act: 'acting.begin' },
      ]
      const person = { name: 'Dr. Ngozi Adeyemi', title: 'Head of Physics', role: 'teacher', until: null } as const
      const json: StaffActs = { person: { ...person, since: at - 9 * 86_400_000 }, acts, earlier: 5 }
      await page.route('**/api/v1/staff/ngozi/acts', (route) => route.fulfill({ json }))
      await open(page, world, `${people}/ngozi`, acting('owner'))
      await expect(page.getByText('Decided about a mark')).toBeVisible()
    },
  },
  {
    name: 'people-none',
    whole: true,
    open: async (page, world) => {
      await open(
        page,
        world,
        people,
        {},
        {
          ownLogin: { readsOnlySince: null, canClose: false, hasPasskey: true, held: [] },
          people: [],
          invitations: [],
        },
      )
      await expect(page.getByText('Invite the first person: an owner.')).toBeVisible()
    },
  },
  {
    name: 'people-change',
    open: async (page, world) => {
      await open(page, world, people, acting('owner'), listPeople(world.now()))
      await page.getByRole('button', { name: 'Change the role of Dr. Ngozi Adeyemi' }).click()
      await expect(page.getByRole('dialog', { name: 'Role of Dr. Ngozi Adeyemi' })).toBeVisible()
    },
  },
  {
    name: 'people-own-login',
    open: async (page, world) => {
      await open(page, world, people, acting('owner'), listPeople(world.now()))
      await page.getByRole('button', { name: 'Let it only read' }).click()
      await page.getByText('The calls that a program with this login is refused').click()
      await expect(page.getByText('PATCH /api/v1/settings')).toBeVisible()
    },
  },
  {
    name: 'people-reads-only',
    open: async (page, world) => {
      const ownLogin = { readsOnlySince: world.now() - day, canClose: true, hasPasskey: true, held: [] }
      await open(page, world, people, { hasPeople: true, readsOnly: true }, { ...listPeople(world.now()), ownLogin })
      await expect(page.getByRole('button', { name: 'Let it act again' })).toBeVisible()
    },
  },
  {
    name: 'people-lost',
    open: async (page, world) => {
      await open(page, world, people, acting('registrar'), listPeople(world.now()))
      await page.getByRole('button', { name: 'Passkey lost: Dr. Ngozi Adeyemi' }).click()
      await expect(page.getByRole('dialog')).toContainText('It works once, for 30 minutes')
    },
  },
  {
    name: 'acting-dashboard',
    open: async (page, world) => {
      await open(page, world, `/admin/dashboard/${institute}`, acting('teacher'))
      await expect(page.getByRole('cell', { name: ananya.email })).toBeVisible()
    },
  },
  {
    name: 'acting-profile',
    open: async (page, world) => {
      await open(page, world, `/admin/dashboard/${institute}`, acting('teacher'))
      await page.getByRole('button', { name: 'Open the profile of Dr. Ngozi Adeyemi' }).click()
      await expect(page.getByRole('button', { name: 'Back to the own login' })).toBeVisible()
    },
  },
  {
    name: 'institutes',
    open: async (page, world) => {
      const one = { institute, instituteName: institutes.vidyasagar.name, name: 'Dr. Ngozi Adeyemi' }
      const other = { institute: 'other', instituteName: 'Kaveri College', name: 'Dr. Ngozi Adeyemi' }
      const json: Acting = {
        now: null,
        institutes: [
          { ...one, role: 'teacher', title: 'Head of Physics' },
          { ...other, role: 'viewer', title: '' },
        ],
      }
      await page.route('**/api/v1/acting', (route) => route.fulfill({ json }))
      await open(page, world, '/institutes', { isStaff: true })
      await expect(page.getByRole('button', { name: 'Work for Kaveri College' })).toBeVisible()
    },
  },
  {
    name: 'institutes-held',
    open: async (page, world) => {
      const one = { institute, instituteName: institutes.vidyasagar.name, name: 'Rosa Jiménez' }
      const json: Acting = { now: null, institutes: [{ ...one, role: 'desk', title: '' }] }
      await page.route('**/api/v1/acting', (route) => route.fulfill({ json }))
      await page.route('**/api/v1/passkeys', async (route) => {
        const response = await route.fetch()
        const own: OwnPasskeys = await response.json()
        const heldUntil = world.now() + day / 2
        return route.fulfill({
          response,
          json: { ...own, passkeys: own.passkeys.map((one) => ({ ...one, heldUntil })) },
        })
      })
      await open(page, world, '/institutes', { isStaff: true })
      await expect(page.getByText(/^Your new passkey works from/)).toBeVisible()
    },
  },
  {
    name: 'replace-passkey-of-staff',
    open: async (page) => {
      await page.goto('/replace-passkey?userId=rosa&secret=of-the-mail&category=STF')
      await expect(page.getByText(/^Without a phone, take a security key/)).toBeVisible()
    },
  },
  { name: 'join', open: (page) => openInvitation(page, 'register') },
  { name: 'join-log-in', open: (page) => openInvitation(page, 'log-in') },
  {
    name: 'join-over',
    open: async (page) => {
      await refuseWith(page, '**/api/v1/invitation/look-up', 'user_invalid_token')
      await page.goto(link)
      await expect(page.getByRole('heading', { name: 'This link does not work any more' })).toBeVisible()
    },
  },
]
