import { appwriteAddress, prefixes } from '#contract/addresses.ts'
import { projectId } from '#contract/identifiers.ts'
import type { FirstAnswer, FirstRead } from '../client/first-reads.ts'
import { mayBeSignedIn } from '../client/signed-in-hint.ts'
import { listFirstReads } from './list-first-reads.ts'

// Stands first in the pages behind a login: what the screen will ask for is under way before the app's script has come. The
// account goes ahead, so that a login that has ended is refused once.
const reads = new Map<string, FirstRead>()
globalThis.rollkeyFirstReads = {
  reads,
  areSent: mayBeSignedIn() ? sendAll().catch(() => undefined) : Promise.resolve(),
}

async function sendAll(): Promise<void> {
  const { response, body } = await send(appwriteAddress('GET /account', {}))
  if (!response.ok) return
  const account = (await body) as Parameters<typeof listFirstReads>[1]
  for (const address of listFirstReads(location.pathname, account)) send(address).catch(() => undefined)
}

/** As web/client/send-request.ts does. */
function send(address: string): Promise<FirstAnswer> {
  const headers = address.startsWith(`${prefixes.appwrite}/`) ? { 'x-appwrite-project': projectId } : {}
  const answer = ask(address, headers)
  reads.set(address, { sentAt: performance.now(), answer })
  return answer
}

async function ask(address: string, headers: Readonly<Record<string, string>>): Promise<FirstAnswer> {
  const response = await fetch(address, { credentials: 'same-origin', cache: 'no-store', headers })
  const body = response.json()
  // The screen that takes the answer sees that it cannot be read.
  body.catch(() => undefined)
  return { response, body, at: performance.now() }
}
