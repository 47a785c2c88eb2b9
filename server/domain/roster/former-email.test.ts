import { randomBytes } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PersonChange } from '#contract/roster.ts'
import { createInstallationKey } from '#server/adapters/keys/installation-key.ts'
import { systemRandom } from '#server/adapters/random/system-random.ts'
import { engines } from '#testing/create-database.ts'
import { makeCaller, makeContext } from '#testing/make-context.ts'
import { type OpenInstitute, openInstitute } from '#testing/open-institute.ts'
import { joiningStudent } from '#testing/roster-person.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { changeEmail } from '../accounts/change-email.ts'
import { callToDesk } from '../desk/call-to-desk.ts'
import { makeDigits } from '../desk/desk-digits.ts'
import { enrolAtDesk, openEnrolment, proveDigits } from '../desk/enrol-at-desk.ts'
import { enter } from '../doors.ts'
import type { OutgoingMail } from '../mail/mailer.ts'
import { createSendDueMail } from '../mail/send-due-mail.ts'
import { hashSecret } from '../secret-hash.ts'
import { inviteStaff } from '../staff/invite.ts'
import { joinInstitute } from '../staff/join.ts'
import { rosterImports } from './imports.ts'
import { invitePeople } from './invite-people.ts'
import { joinByLink, lookUpLink } from './join-by-link.ts'
import { changePerson, readPerson } from './people.ts'

const guest = makeContext()
const installationKey = createInstallationKey([randomBytes(32)])
const [mistyped, right] = ['aarv@college.example', 'aarav@college.example']
const invalid = { type: 'user_invalid_token' }

describe.each(engines)('what was sent to a former email, on %s', (engine) => {
  let institute: OpenInstitute
  let person: string

  beforeEach(async () => {
    institute = await openInstitute(engine)
  })
  afterEach(() => institute.close())

  const deps = () => ({ ...institute.deps, installationKey, invitationsADay: 400, limitScale: 1 })
  const office = () => institute.office(['password', 'passkey'])
  const changeByHand = async (change: PersonChange) =>
    changePerson(deps(), await enter('people.change', await office()), { personId: person, ...change })
  async function importFile(email: string): Promise<string> {
    const columns = ['rollNumber', 'givenName', 'familyName', 'email'] as const
    const input = { source: 'Office', fileName: 'students.csv', columns: [...columns], isWhole: false }
    const { id } = await rosterImports.begin(deps(), await enter('imports.plan', await office()), input)
    await rosterImports.add(deps(), await enter('imports.plan', await office()), {
      importId: id,
      lines: [[2, 'R1', 'Aarav', 'Mehta', email]],
    })
    const { seal } = await rosterImports.plan(deps(), await enter('imports.plan', await office()), { importId: id })
    await rosterImports.apply(deps(), await enter('imports.apply', await office()), {
      importId: id,
      seal,
      same: [],
      isReviewed: false,
    })
    return id
  }

  type Sent = { readonly link: Link; readonly desk: Desk }
  type Link = { readonly invitationId: string; readonly secret: string }
  type Desk = { readonly enrolmentId: string; readonly secret: string; readonly digits: string }

  async function makeLink(invitationId: unknown): Promise<Link> {
    const secret = systemRandom.secret()
    await institute.storage.tokens.addSecret(String(invitationId), hashSecret(secret), 60_000)
    return { invitationId: String(invitationId), secret }
  }
  /** An invitation, and a phone at a desk that has scanned the code. */
  async function send(): Promise<Sent> {
    await invitePeople(deps(), await enter('people.invite', await office()), { people: [person] })
    const tables = await institute.storages.readTables()
    const open = rowsOf(tables, 'student_invitations').find(({ ended_at }) => ended_at === null)
    const called = await callToDesk(deps(), await enter('desk.enrol', await office()), { person, newMail: false })
    const phone = await openEnrolment(deps(), await enter('staff.join', guest), {
      enrolmentId: called.id,
      secret: called.secret,
    })
    const rows = rowsOf(await institute.storages.readTables(), 'desk_enrolments')
    const mailId = rows.find(({ id }) => id === called.id)?.mail_id
    const digits = makeDigits(installationKey, String(mailId))
    return { link: await makeLink(open?.id), desk: { enrolmentId: called.id, secret: phone.secret, digits } }
  }
  async function opensNothing({ link, desk }: Sent): Promise<void> {
    await expect(lookUpLink(deps(), await enter('staff.join', guest), link)).rejects.toMatchObject(invalid)
    await expect(
      joinByLink(deps(), await enter('staff.join', guest), link, { student: joiningStudent }),
    ).rejects.toMatchObject(invalid)
    const refused = { name: 'Problem' }
    await expect(proveDigits(deps(), await enter('staff.join', guest), desk)).rejects.toMatchObject(refused)
    await expect(
      enrolAtDesk(deps(), await enter('staff.join', guest), { ...desk, student: joiningStudent }),
    ).rejects.toMatchObject(refused)
    expect(await mailed()).toEqual([])
    expect(
      (await readPerson(deps(), await enter('people.view', await office()), { personId: person })).studentId,
    ).toBeNull()
  }
  async function opens({ link, desk }: Sent): Promise<void> {
    expect(await lookUpLink(deps(), await enter('staff.join', guest), link)).toMatchObject({ step: 'register' })
    expect(await proveDigits(deps(), await enter('staff.join', guest), desk)).toMatchObject({ step: 'register' })
    expect(await mailed()).toHaveLength(2)
  }
  /** The invitation and the digits, as far as they are sent to the former email. */
  async function mailed(): Promise<string[]> {
    const mails: OutgoingMail[] = []
    await createSendDueMail({
      ...institute.storage,
      makeDigits: () => '123456',
      deliverPush: async () => 'sent',
      mailer: { send: async (mail) => void mails.push(mail) },
      random: systemRandom,
      origin: 'https://attend.example.org',
      contactEmail: 'us@example.org',
    })()
    const admitting = mails.filter(({ to, subject }) => to.address === mistyped && !subject.includes('was changed'))
    return admitting.map(({ subject }) => subject)
  }
  /** The owner of the account with that email. */
  const ownerOf = (isEmailVerified: boolean) => async () => {
    await institute.addStudent('owner', 'R9', { email: mistyped, isEmailVerified })
    const account = await institute.storage.accounts.find('owner')
    const owner = makeContext({ caller: makeCaller('owner', 'STD', {}, account) })
    await changeEmail(deps(), await enter('email.change', owner), {
      email: 'other@college.example',
      password: joiningStudent.password,
    })
  }
  let imported = ''

  const changes: readonly [string, () => Promise<unknown>][] = [
    ['by hand', () => changeByHand({ email: right })],
    ['by hand, to none', () => changeByHand({ email: '' })],
    ['by a file', () => importFile(right)],
    [
      'by taking back a file',
      async () => rosterImports.undo(deps(), await enter('imports.apply', await office()), { importId: imported }),
    ],
    ['by its owner', ownerOf(true)],
  ]
  test.each(changes)('opens nothing after it was changed %s', async (way, change) => {
    person = await institute.addPerson('R1', way.includes('taking back') ? right : mistyped)
    if (way.includes('taking back')) imported = await importFile(mistyped)
    institute.storages.clock.advance(1_000)
    const sent = await send()
    await change()
    await opensNothing(sent)
    // What is sent to the new one opens.
    if (way === 'by hand' || way === 'by a file') {
      expect(await lookUpLink(deps(), await enter('staff.join', guest), (await send()).link)).toMatchObject({
        email: right,
      })
    }
  })

  const others: readonly [string, () => Promise<unknown>][] = [
    ['its spelling', () => changeByHand({ email: mistyped.toUpperCase() })],
    ['a name', () => changeByHand({ givenName: 'Arav', familyName: 'Mehta' })],
    ['nothing, by the same file', () => importFile(mistyped)],
    ['the email of an account that was never verified', ownerOf(false)],
  ]
  test.each(others)('opens as before where %s was changed', async (_what, change) => {
    person = await institute.addPerson('R1', mistyped)
    const sent = await send()
    await change()
    await opens(sent)
  })

  test('opens no institute to one of its people, either', async () => {
    await inviteStaff(deps(), await enter('staff.manage', await office()), {
      email: mistyped,
      role: 'owner',
      title: '',
      holdsWhole: false,
    })
    const [row] = rowsOf(await institute.storages.readTables(), 'staff_invitations')
    const link = await makeLink(row?.token_id)
    expect(await lookUpLink(deps(), await enter('staff.join', guest), link)).toMatchObject({ role: 'owner' })
    await ownerOf(true)()
    await expect(lookUpLink(deps(), await enter('staff.join', guest), link)).rejects.toMatchObject(invalid)
    const account = { name: 'Aarv', password: joiningStudent.password }
    await expect(joinInstitute(deps(), await enter('staff.join', guest), link, account)).rejects.toMatchObject(invalid)
  })
})

test('these files change people, each of them by a function that ends what was sent', () => {
  const stores = join(import.meta.dirname, '../../storage/stores')
  const writes = /updateTable\('people'\)|update people set/g
  const files = globSync('*.ts', { cwd: stores }).flatMap((file) => {
    const found = readFileSync(join(stores, file), 'utf8').match(writes)
    return found ? [`${file}: ${found.length}`] : []
  })
  // Of them, an email is set by `change` and `bind`; by `apply`, and by `restore` of an undo; by a link of two rows, which ends all of it. A deleted account leaves a name.
  expect(files.toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
    'account-store.ts: 1',
    'import-store.ts: 8',
    'move-numbers.ts: 1',
    'person-link-store.ts: 1',
    'roster-store.ts: 4',
    'roster.ts: 3',
  ])
})
