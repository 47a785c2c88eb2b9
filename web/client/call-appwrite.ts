import { type AddressValues, appwriteAddress } from '#contract/addresses.ts'
import type { appwriteCalls } from '#contract/appwrite-calls.ts'
import type { AnswerOf, InputOf } from '#contract/calls.ts'
import { projectId } from '#contract/identifiers.ts'
import type { DeepReadOnly } from '#contract/read-only.ts'
import { callServer } from './call-server.ts'
import { RequestError } from './request-error.ts'
import { sendRequest } from './send-request.ts'

type Calls = typeof appwriteCalls
export type AppwriteCall = keyof Calls
export type AppwriteAnswer<Name extends AppwriteCall> = DeepReadOnly<AnswerOf<Calls[Name]>>

const project = { 'x-appwrite-project': projectId }

/** Their answers bring the login session another token. */
const tokenCalls: readonly AppwriteCall[] = ['POST /account/sessions/email', 'PATCH /account/password']

/** Makes one call of the client protocol by its name in the contract (protocol §4, §5). Throws RequestError. */
export function callAppwrite<Name extends AppwriteCall>(
  name: Name,
  values: AddressValues<Name>,
  input?: InputOf<Calls[Name]> & object,
  query = new URLSearchParams(),
): Promise<AppwriteAnswer<Name>> {
  const [method = ''] = name.split(' ')
  const address = [appwriteAddress(name, values), String(query)].filter(Boolean).join('?')
  const send = async () => {
    assertComplete({ ...values, ...input })
    return sendRequest<AppwriteAnswer<Name>>(method, address, input, project)
  }
  return callServer(send, tokenCalls.includes(name))
}

/** Protocol §1: nothing is sent without a value that the call needs. Throws RequestError, as the SDKs of the protocol do. */
function assertComplete(parameters: object): void {
  const missing = Object.entries(parameters).find(([, value]) => value === undefined)
  if (missing) throw new RequestError(`Missing required parameter: "${missing[0]}"`, '', 0)
}
