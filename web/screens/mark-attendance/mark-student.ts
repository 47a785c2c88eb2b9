import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import type { PasskeyReadiness } from '#contract/passkey.ts'
import { askForMark } from '../../parts/attendance-session/attendance-entry.ts'

/** What the look-up returns of a student. */
export type FoundStudent = {
  readonly $id: string
  readonly firstName: string
  readonly lastName: string
  readonly rollNumber: string
  readonly attendance: string
  readonly passKey?: true
}

export type MarkCalls = {
  /** The organisation's student with this email or roll number, if there is one. */
  readonly findStudent: (emailOrRollNumber: string) => Promise<FoundStudent | undefined>
  readonly requestCeremony: (studentId: string) => Promise<PublicKeyCredentialRequestOptionsJSON>
  readonly runCeremony: (options: PublicKeyCredentialRequestOptionsJSON) => Promise<AuthenticationResponseJSON>
  /** Whether the server accepts the assertion. */
  readonly verifyCeremony: (studentId: string, assertion: AuthenticationResponseJSON) => Promise<boolean>
  /** PATCH {attendance}; rejects with the server's refusal. */
  readonly writeAttendance: (studentId: string, attendance: string) => Promise<unknown>
  /** What the student's passkeys can do here; undefined where that cannot be read. */
  readonly getReadiness: (studentId: string) => Promise<PasskeyReadiness | undefined>
  /** True where the student's passkey is to blame, or gave no answer. */
  readonly isAboutPasskey: (error: unknown) => boolean
  /** True for the refusal because the student is marked already. */
  readonly isAlreadyMarked: (error: unknown) => boolean
  /** The server's clock, epoch ms. */
  readonly now: () => number
}

export type MarkOutcome =
  | { readonly kind: 'marked'; readonly student: FoundStudent }
  | { readonly kind: 'already-marked'; readonly student: FoundStudent }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'not-verified'; readonly student: FoundStudent }
  | {
      readonly kind: 'failed'
      readonly student: FoundStudent | undefined
      readonly error: unknown
      readonly readiness?: PasskeyReadiness | undefined
    }

/**
 * Spec §4, marking a student: look-up, passkey ceremony of the student (category STD), then the attendance. The server
 * decides whether the mark counts, so the request is always sent. Never rejects: every failure is an outcome.
 */
export async function markStudent(
  emailOrRollNumber: string,
  organisationId: string,
  calls: MarkCalls,
  onFound: (student: FoundStudent) => void,
): Promise<MarkOutcome> {
  let student: FoundStudent | undefined
  try {
    student = await calls.findStudent(emailOrRollNumber)
    if (student === undefined) return { kind: 'not-found' }
    onFound(student)
    const assertion = await calls.runCeremony(await calls.requestCeremony(student.$id))
    if (!(await calls.verifyCeremony(student.$id, assertion))) return { kind: 'not-verified', student }
    await calls.writeAttendance(student.$id, askForMark(student.attendance, organisationId, calls.now()))
    return { kind: 'marked', student }
  } catch (error) {
    if (student !== undefined && calls.isAlreadyMarked(error)) return { kind: 'already-marked', student }
    if (student === undefined || !calls.isAboutPasskey(error)) return { kind: 'failed', student, error }
    return { kind: 'failed', student, error, readiness: await calls.getReadiness(student.$id) }
  }
}
