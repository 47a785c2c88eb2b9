import { appwriteAddress, prefixes } from '#contract/addresses.ts'
import { projectId } from '#contract/identifiers.ts'
import { type FirstAnswer, type FirstRead, fetchAnswer, noteTold } from '../client/first-reads.ts'
import { liveAddress } from '../client/live-address.ts'
import { mayBeSignedIn } from '../client/signed-in-hint.ts'
import { hearingOf, liveChannels } from '../live/live-channels.ts'
import { type FirstAccount, listFirstReads, screensAt } from './list-first-reads.ts'

/**
 * Where the account is answered so soon, ms, the live connection stands long before the app's script is there. The reads wait for
 * it, and so need not be asked again. On a slow line they go at once.
 */
const fastMs = 75
const patienceMs = 150

// Stands first in the pages behind a login: what the screen will ask for is under way before the app's script has come. The
// account goes ahead, so that a login that has ended is refused once.
const reads = new Map<string, FirstRead>()
const first: typeof rollkeyFirstReads & object = {
  reads,
  areSent: mayBeSignedIn() ? sendAll().catch(() => undefined) : Promise.resolve(),
}
globalThis.rollkeyFirstReads = first

async function sendAll(): Promise<void> {
  const askedAt = performance.now()
  const { response, body } = await send(appwriteAddress('GET /account', {}))
  if (!response.ok) return
  const account = (await body) as FirstAccount
  const screens = screensAt(location.pathname, account)
  if (screens === undefined) return
  const isFast = performance.now() - askedAt < fastMs
  const told = listen(liveAddress(location.origin, liveChannels(screens.label, screens.id, hearingOf(account))))
  if (isFast) await Promise.race([told, new Promise((resolve) => setTimeout(resolve, patienceMs))])
  for (const address of listFirstReads(location.pathname, account)) send(address).catch(() => undefined)
}

/** Resolves when the connection has told something. The app takes it over (web/client/realtime.ts). */
function listen(address: string): Promise<void> {
  const socket = new WebSocket(address)
  const frames: string[] = []
  first.live = { address, socket, frames }
  return new Promise((resolve) => {
    socket.onmessage = ({ data }) => {
      noteTold(reads)
      frames.push(data)
      resolve()
    }
  })
}

/** As web/client/send-request.ts does. */
function send(address: string): Promise<FirstAnswer> {
  const headers = address.startsWith(`${prefixes.appwrite}/`) ? { 'x-appwrite-project': projectId } : {}
  const answer = fetchAnswer(address, { headers })
  reads.set(address, { sentAt: performance.now(), answer })
  return answer
}
