import type { UserModel } from '#contract/account.ts'
import type { CalledToDesk, OpenedEnrolment } from '#contract/desk.ts'
import type { PersonDetail } from '#contract/roster.ts'
import { createHttpClient, type HttpClient, type Reply } from './http-client.ts'
import { type AnyPerson, registerPasskey, type Surroundings } from './people-over-http.ts'
import { joiningStudent, rosterFields } from './roster-person.ts'
import { createSoftwareAuthenticator } from './software-authenticator.ts'

/** People of the roster at an enrolment desk, over HTTP. What returns no reply throws when the server refuses it. */

/** By which the phone that scanned a code is known. */
export type Proof = { readonly enrolmentId: string; readonly secret: string }
export type Added = { readonly id: string; readonly email: string; readonly rollNumber: string }

export function accepted<Body>({ status, body, text }: Reply<Body>): Body {
  if (status >= 300) throw new Error(`${status} ${text}`)
  return body
}

/** `office`: who may add people. */
export async function addPerson(office: HttpClient, rollNumber: string): Promise<Added> {
  const fields = rosterFields(rollNumber)
  const { id } = accepted(await office.post<PersonDetail>('/api/v1/people', fields))
  return { id, email: fields.email, rollNumber }
}

export const callPerson = (desk: HttpClient, { id }: Added, newMail = false): Promise<Reply<CalledToDesk>> =>
  desk.post<CalledToDesk>('/api/v1/desk', { person: id, newMail })

export const scanCode = ({ id, secret }: CalledToDesk, phone: HttpClient): Promise<Reply<OpenedEnrolment>> =>
  phone.post<OpenedEnrolment>('/api/v1/enrolment/open', { enrolmentId: id, secret })

/** Of the next mail. */
export async function readDigits({ inbox }: Surroundings, { email }: Added): Promise<string> {
  return /^\d{6}$/m.exec((await inbox.next(email)).text)?.[0] ?? ''
}

export const joinByPhone = (phone: HttpClient, proof: Proof, digits: string): Promise<Reply<unknown>> =>
  phone.put('/api/v1/enrolment', { ...proof, digits, student: joiningStudent })

/** Calls the person, who joins on a phone and sets a passkey there. Returns the enrolment that waits to be seen. */
export async function enrolByPhone(
  server: Surroundings,
  desk: HttpClient,
  person: Added,
): Promise<{ enrolment: string; student: AnyPerson }> {
  const { origin, openBrowser = () => createHttpClient(origin) } = server
  const called = accepted(await callPerson(desk, person))
  const http = openBrowser()
  const { secret } = accepted(await scanCode(called, http))
  accepted(await joinByPhone(http, { enrolmentId: called.id, secret }, await readDigits(server, person)))
  const { $id: id } = accepted(await http.get<UserModel>('/v1/account'))
  const authenticator = createSoftwareAuthenticator({ origin })
  const { password } = joiningStudent
  const student: AnyPerson = { id, label: 'STD', email: person.email, password, http, authenticator }
  await registerPasskey(student)
  return { enrolment: called.id, student }
}
