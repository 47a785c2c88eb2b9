import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import type { PasskeyReadiness } from '#contract/passkey.ts'

/** The student who stands before the screen. */
export type FoundStudent = {
  readonly id: string
  readonly name: string
  readonly rollNumber: string
  readonly passKey?: true
}

type BegunCheckIn = {
  readonly student: FoundStudent
  readonly ceremony: { readonly id: string; readonly options: PublicKeyCredentialRequestOptionsJSON }
}

/** `at`: epoch ms of the server's clock. */
type CheckInEnd = { readonly kind: 'marked'; readonly at: number } | { readonly kind: 'already-marked' }

export type MarkCalls = {
  /** Looks the student up and asks for the passkey; rejects with the server's refusal. */
  readonly begin: (typed: string) => Promise<BegunCheckIn>
  readonly runCeremony: (options: PublicKeyCredentialRequestOptionsJSON) => Promise<AuthenticationResponseJSON>
  /** Marks the student who has signed; rejects with the server's refusal. */
  readonly finish: (checkInId: string, assertion: AuthenticationResponseJSON) => Promise<CheckInEnd>
  /** The organisation's student with this email or roll number, if there is one. A paired screen may not ask. */
  readonly findStudent?: (typed: string) => Promise<FoundStudent | undefined>
  /** What the student's passkeys can do here; undefined where that cannot be read. A paired screen may not ask. */
  readonly getReadiness?: (studentId: string) => Promise<PasskeyReadiness | undefined>
  /** True where the server has answered. */
  readonly isRefusal: (error: unknown) => boolean
  /** True where the institute has no such student. */
  readonly isUnknown: (error: unknown) => boolean
  /** True where the student's passkey is to blame, or gave no answer. */
  readonly isAboutPasskey: (error: unknown) => boolean
  /** True for the refusal because the passkey's answer is not right. */
  readonly isNotAccepted: (error: unknown) => boolean
}

export type MarkOutcome =
  | (CheckInEnd & { readonly student: FoundStudent })
  | { readonly kind: 'not-found' }
  | { readonly kind: 'not-verified'; readonly student: FoundStudent }
  | {
      readonly kind: 'failed'
      readonly student: FoundStudent | undefined
      readonly error: unknown
      readonly readiness?: PasskeyReadiness | undefined
    }

type OnFound = (student: FoundStudent) => void

/**
 * Spec §4, marking a student: look-up, passkey ceremony of the student, then the mark, by a check-in at the screen. The
 * server decides whether the mark counts, so the request is always sent. Never rejects: every failure is an outcome.
 */
export async function markStudent(typed: string, calls: MarkCalls, onFound: OnFound): Promise<MarkOutcome> {
  let begun: BegunCheckIn
  try {
    begun = await calls.begin(typed)
  } catch (error) {
    return explainRefusal(typed, calls, onFound, error)
  }
  const { student, ceremony } = begun
  onFound(student)
  try {
    const assertion = await calls.runCeremony(ceremony.options)
    return { ...(await calls.finish(ceremony.id, assertion)), student }
  } catch (error) {
    return calls.isNotAccepted(error) ? { kind: 'not-verified', student } : fail(student, calls, error)
  }
}

/** A refusal does not say whom it is about; the look-up does, where this screen may look up. */
async function explainRefusal(
  typed: string,
  calls: MarkCalls,
  onFound: OnFound,
  refusal: unknown,
): Promise<MarkOutcome> {
  if (!calls.isRefusal(refusal)) return { kind: 'failed', student: undefined, error: refusal }
  if (!calls.findStudent) {
    return calls.isUnknown(refusal) ? { kind: 'not-found' } : { kind: 'failed', student: undefined, error: refusal }
  }
  let student: FoundStudent | undefined
  try {
    student = await calls.findStudent(typed)
  } catch (error) {
    return { kind: 'failed', student: undefined, error }
  }
  if (student === undefined) return { kind: 'not-found' }
  onFound(student)
  return fail(student, calls, refusal)
}

async function fail(student: FoundStudent, calls: MarkCalls, error: unknown): Promise<MarkOutcome> {
  if (!calls.isAboutPasskey(error)) return { kind: 'failed', student, error }
  return { kind: 'failed', student, error, readiness: await calls.getReadiness?.(student.id) }
}
