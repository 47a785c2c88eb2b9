import { maxPasskeysPerAccount } from './rules.ts'
import { texts } from './texts.ts'

/**
 * Every kind of refusal the server knows: its HTTP status and the sentence shown when the thrower has no better one.
 * The type names are Appwrite's (protocol §10); screens choose by type, people read the message.
 */
export const problems = {
  general_argument_invalid: { status: 400, message: 'Something in this request is not valid.' },
  general_bad_request: { status: 400, message: 'This request could not be read.' },
  general_query_invalid: { status: 400, message: 'This query is not supported.' },
  document_missing_data: { status: 400, message: 'The document has no data.' },
  document_missing_payload: { status: 400, message: 'The update has no data.' },
  document_invalid_structure: { status: 400, message: 'The document does not have the right fields.' },
  general_unauthorized_scope: { status: 401, message: 'Please log in first.' },
  user_invalid_credentials: { status: 401, message: 'Wrong email or password.' },
  user_invalid_token: { status: 401, message: 'This request is no longer valid. Please start again.' },
  user_more_factors_required: { status: 401, message: texts.login.passkeyCheckFailed },
  user_unauthorized: { status: 401, message: 'You are not allowed to do this.' },
  general_unknown_origin: { status: 403, message: 'This request does not come from Rollkey’s own pages.' },
  user_email_not_verified: { status: 403, message: 'Please verify your email first.' },
  document_delete_restricted: { status: 403, message: 'This record is in use and cannot be deleted.' },
  general_route_not_found: { status: 404, message: 'There is no such address.' },
  project_not_found: { status: 404, message: 'There is no such project.' },
  database_not_found: { status: 404, message: 'There is no such database.' },
  collection_not_found: { status: 404, message: 'There is no such collection.' },
  document_not_found: { status: 404, message: 'There is no such record.' },
  user_session_not_found: { status: 404, message: 'There is no such session.' },
  general_not_implemented: { status: 405, message: 'This address does not answer this method.' },
  user_already_exists: { status: 409, message: 'An account with this email already exists.' },
  user_target_already_exists: { status: 409, message: 'An account with this email already exists.' },
  user_email_already_verified: { status: 409, message: 'This email is verified already.' },
  document_already_exists: { status: 409, message: 'This record exists already.' },
  document_update_conflict: { status: 409, message: 'This record has changed meanwhile. Please try again.' },
  document_unique_constraint_violation: {
    status: 409,
    message: 'This roll number is taken in this institute. Please check it, or ask your institute.',
  },
  attendance_session_active: { status: 409, message: texts.attendance.alreadyActive },
  general_rate_limit_exceeded: { status: 429, message: 'Too many attempts. Please wait a little and try again.' },
  general_unknown: { status: 500, message: 'Something went wrong on our side. Please try again.' },
  general_service_unavailable: { status: 503, message: 'The service is busy. Please try again in a moment.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ProblemType = keyof typeof problems

/** What a thrower says in place of the catalogue's sentence where it knows more, and no screen's text says it already. */
export const exactSentences = {
  studentEmailNotVerified: 'This student has not verified their email yet.',
  studentPasskeyMissing: 'This student has not registered a passkey yet.',
  ownPasskeyMissing: 'You have not registered a passkey yet.',
  confirmBeforeExport: 'Please confirm that it is you, then export again.',
  ownPasskeyUnusable: 'Your passkey cannot be used for this just now. Please use your password.',
  tooManyPasskeys: `An account can have at most ${maxPasskeysPerAccount} passkeys.`,
  moreThanOneStudent: 'More than one student matches. Please be more exact.',
  tooManyWrongPasswords: 'Too many wrong passwords. Please set a new one through ‘Forgot Password?’.',
  currentPasswordWrong: 'The current password is wrong.',
  emailInvalid: 'This is not a valid email address.',
} as const
