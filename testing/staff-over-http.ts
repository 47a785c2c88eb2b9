import type { UserModel } from '#contract/account.ts'
import { paths } from '#contract/paths.ts'
import type { StaffList } from '#contract/staff.ts'
import type { StaffRole } from '#contract/staff-rights.ts'
import { createHttpClient, type HttpClient, type Reply } from './http-client.ts'
import {
  type AnyPerson,
  assertPasskey,
  type Person,
  readMailedToken,
  registerPasskey,
  type Surroundings,
} from './people-over-http.ts'
import { createSoftwareAuthenticator } from './software-authenticator.ts'

/** People who act for an institute, over HTTP: each step throws when the server refuses it. */

type Invited = {
  readonly email: string
  readonly role: StaffRole
  readonly title?: string
  readonly holdsWhole?: boolean
}
export type InvitationLink = { readonly invitationId: string; readonly secret: string }

const password = 'tramway-umbrella-77'

/** `inviter`: the institute's own login with its passkey, or an owner. Returns what the mail carries. */
export async function invite(
  { inbox }: Surroundings,
  inviter: AnyPerson,
  { title = '', holdsWhole = true, ...invited }: Invited,
): Promise<InvitationLink> {
  accepted(await inviter.http.post('/api/v1/session/confirm', { password: inviter.password }))
  accepted(await inviter.http.post('/api/v1/staff-invitations', { ...invited, title, holdsWhole }))
  for (;;) {
    const { links } = await inbox.next(invited.email)
    // A person with an account gets other mails, too.
    if (links.some((link) => new URL(link).pathname === paths.join)) return readInvitation(links)
  }
}

/** The query of a mailed invitation. */
function readInvitation(links: readonly string[]): InvitationLink {
  const link = links.map((one) => new URL(one)).find(({ pathname }) => pathname === paths.join)
  if (!link) throw new Error(`No invitation among ${links.join(' ')}`)
  const { searchParams } = link
  return { invitationId: searchParams.get('invitationId') ?? '', secret: searchParams.get('secret') ?? '' }
}

/** Joins with a new account and a passkey, and acts for the institute. */
export async function joinAsNew(
  { origin, openBrowser = () => createHttpClient(origin) }: Surroundings,
  institute: Pick<Person, 'id'>,
  email: string,
  link: InvitationLink,
  name = 'Meera Iyer',
): Promise<AnyPerson> {
  const http = openBrowser()
  accepted(await http.put('/api/v1/invitation', { ...link, account: { name, password } }))
  const { $id: id } = accepted(await http.get<UserModel>('/v1/account'))
  const person: AnyPerson = {
    id,
    label: 'STF',
    email,
    password,
    http,
    authenticator: createSoftwareAuthenticator({ origin }),
  }
  await registerPasskey(person)
  await act(person, institute)
  return person
}

/** Begins to act for the institute: by a passkey that was just given. */
export async function act({ id, label, http, authenticator }: AnyPerson, institute: Pick<Person, 'id'>): Promise<void> {
  const isVerified = await assertPasskey(http, { userId: id, category: label }, authenticator)
  if (!isVerified) throw new Error('The passkey was not accepted.')
  accepted(await http.post('/api/v1/acting', { institute: institute.id }))
}

/** A new person who acts for the institute. `inviter`: the institute's own login by default. */
export async function addStaff(
  server: Surroundings,
  institute: Person,
  invited: Invited & { readonly name?: string },
  inviter: AnyPerson = institute,
): Promise<AnyPerson> {
  const { name, ...invitation } = invited
  return joinAsNew(server, institute, invited.email, await invite(server, inviter, invitation), name)
}

function accepted<Body>(reply: Reply<Body>): Body {
  if (reply.status >= 400) throw new Error(`Refused: ${reply.status} ${JSON.stringify(reply.body)}`)
  return reply.body
}

/** Steps a session up by its password. */
export async function confirm({ http, password: given }: { http: HttpClient; password: string }): Promise<void> {
  accepted(await http.post('/api/v1/session/confirm', { password: given }))
}

type ReplacementLink = { readonly userId: string; readonly secret: string }

/** `sender`: an owner. The link for a new passkey that the person is mailed. */
export async function sendPasskeyLink(
  { inbox }: Surroundings,
  sender: AnyPerson,
  person: AnyPerson,
): Promise<ReplacementLink> {
  await confirm(sender)
  const { people } = accepted(await sender.http.get<StaffList>('/api/v1/staff'))
  const row = people.find(({ email, until }) => email === person.email && until === null)
  accepted(await sender.http.post(`/api/v1/staff/${row?.id}/passkey-link`))
  for (;;) {
    const { links } = await inbox.next(person.email)
    if (links.some((link) => new URL(link).pathname === paths.replacePasskey)) {
      return readMailedToken(links, paths.replacePasskey)
    }
  }
}

/** The person opens the link on a new device. */
export async function openPasskeyLink(
  { origin, openBrowser = () => createHttpClient(origin) }: Surroundings,
  person: AnyPerson,
  link: ReplacementLink,
): Promise<AnyPerson> {
  const http = openBrowser()
  accepted(await http.put('/api/v1/passkey/replacement', { ...link, password: person.password }))
  return { ...person, http, authenticator: createSoftwareAuthenticator({ origin }) }
}
