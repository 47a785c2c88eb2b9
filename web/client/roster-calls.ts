import type { CalledToDesk, DeskList, OpenedEnrolment, ProvenEnrolment } from '#contract/desk.ts'
import type { InvitedPeople, PersonChange, PersonDetail, PersonFields, RosterPage } from '#contract/roster.ts'
import { callProduct, type ProductInput, type ProductQuery } from './call-product.ts'
import { readProduct } from './read-product.ts'

/** Calls about everyone on the roster, and about enrolment desks. */

export function listPeople(query: ProductQuery<'GET /people'>): Promise<RosterPage> {
  return readProduct('GET /people', {}, query)
}

export function readPerson(personId: string): Promise<PersonDetail> {
  return callProduct('GET /people/:personId', { personId })
}

export async function addPerson(fields: PersonFields): Promise<void> {
  await callProduct('POST /people', {}, fields)
}

export function changePerson(personId: string, change: PersonChange): Promise<PersonDetail> {
  return callProduct('PATCH /people/:personId', { personId }, change)
}

/** All of them or none. */
export async function removePeople(people: readonly string[]): Promise<void> {
  await callProduct('POST /people/remove', {}, { people: [...people] })
}

/** By mail. */
export function invitePeople(people: readonly string[]): Promise<InvitedPeople> {
  return callProduct('POST /people/invite', {}, { people: [...people] })
}

export function readDesk(): Promise<DeskList> {
  return readProduct('GET /desk', {}, {})
}

/** `newMail`: other digits, although the last ones are still good. */
export function callToDesk(person: string, newMail: boolean): Promise<CalledToDesk> {
  return callProduct('POST /desk', {}, { person, newMail })
}

export function confirmSeen(enrolmentId: string): Promise<DeskList> {
  return callProduct('POST /desk/:enrolmentId/seen', { enrolmentId }, {})
}

export function refuseSeen(enrolmentId: string): Promise<DeskList> {
  return callProduct('POST /desk/:enrolmentId/another-person', { enrolmentId }, {})
}

export function openEnrolment(code: ProductInput<'POST /enrolment/open'>): Promise<OpenedEnrolment> {
  return callProduct('POST /enrolment/open', {}, code)
}

export function proveDigits(proof: ProductInput<'POST /enrolment/digits'>): Promise<ProvenEnrolment> {
  return callProduct('POST /enrolment/digits', {}, proof)
}

/** Without `student` the account that is logged in joins. */
export async function enrolAtDesk(enrolment: ProductInput<'PUT /enrolment'>): Promise<void> {
  await callProduct('PUT /enrolment', {}, enrolment)
}
