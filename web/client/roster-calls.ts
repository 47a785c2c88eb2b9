import type { OpenedEnrolment, ProvenEnrolment } from '#contract/desk.ts'
import { callProduct, type ProductInput } from './call-product.ts'

/** Calls about everyone on the roster, and about enrolment desks. */

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
