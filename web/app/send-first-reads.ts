import type { z } from 'zod'
import { appwriteAddress, prefixes, productAddress } from '#contract/addresses.ts'
import type { firstReadsAnswer } from '#contract/first-reads.ts'
import { projectId } from '#contract/identifiers.ts'
import { type FirstAnswer, type FirstRead, fetchAnswer, noteTold } from '../client/first-reads.ts'
import { liveAddress } from '../client/live-address.ts'
import { mayBeSignedIn } from '../client/signed-in-hint.ts'
import { hearingOf, liveChannels } from '../live/live-channels.ts'
import {
  type FirstAccount,
  isOwnPage,
  pageAt,
  readsOfInstitute,
  readsOfStudent,
  rowsOfInstitute,
} from './list-first-reads.ts'

/**
 * Where the page itself was answered so soon, ms, the live connection stands long before the app's script is there. The reads wait
 * for it, and so need not be asked again. On a slow line they go at once.
 */
const fastMs = 75
const patienceMs = 300

// Stands first in the pages behind a login: what the screen will ask for is under way before the app's script has come.
const reads = new Map<string, FirstRead>()
const first: typeof rollkeyFirstReads & object = { reads, areSent: Promise.resolve() }
globalThis.rollkeyFirstReads = first
if (mayBeSignedIn()) first.areSent = sendAll().catch(() => undefined)

async function sendAll(): Promise<void> {
  const page = pageAt(location)
  const account = appwriteAddress('GET /account', {})
  // A student's page says whose account it is and what that hears of; an institute's may be a person's who acts for it.
  if (page.label === 'STD') {
    await listen(liveChannels('STD', page.id, { hearsClasses: false, hearsAccount: false }))
    sendTogether(page.id, [account, ...readsOfStudent(page)])
    return
  }
  const { response, body } = await keep(account, ask(account))
  if (!response.ok) return
  const who = (await body) as FirstAccount
  if (!isOwnPage(page, who)) return
  await listen(liveChannels('ORG', page.id, hearingOf(who)))
  sendTogether(who.$id, readsOfInstitute(page, who))
  for (const rows of rowsOfInstitute(page, who)) keep(rows, ask(rows)).catch(() => reads.delete(rows))
}

/** The app takes the connection over (web/client/realtime.ts). Resolves when the reads should go. */
async function listen(channels: readonly string[]): Promise<void> {
  const address = liveAddress(location.origin, channels)
  const socket = new WebSocket(address)
  const frames: string[] = []
  first.live = { address, socket, frames }
  const told = new Promise<void>((resolve) => {
    socket.onmessage = ({ data }) => {
      noteTold(reads)
      frames.push(data)
      resolve()
    }
  })
  const [{ requestStart, responseStart }] = performance.getEntriesByType('navigation') as [PerformanceNavigationTiming]
  if (responseStart - requestStart < fastMs)
    await Promise.race([told, new Promise((resolve) => setTimeout(resolve, patienceMs))])
}

/**
 * All in one request. A login that has ended is refused once. Where the page is another account's, or the request fails, each is sent alone
 * once a screen asks for it.
 */
function sendTogether(account: string, addresses: readonly string[]): void {
  if (addresses.length === 0) return
  const sent = fetchAnswer(productAddress('POST /reads', {}), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account, reads: addresses }),
  })
  const take = async (place: number, address: string): Promise<FirstAnswer> => {
    const { response, body, at } = await sent
    if (response.status === 401) return sent
    const { answers } = response.ok ? ((await body) as z.output<typeof firstReadsAnswer>) : { answers: [] }
    const answer = answers[place]
    if (answer === undefined) {
      if (reads.get(address)?.isTaken) return ask(address)
      reads.delete(address)
      throw new Error()
    }
    const { status, headers, body: text } = answer
    return { response: new Response(text, { status, headers }), body: Promise.resolve(JSON.parse(text)), at }
  }
  for (const [place, address] of addresses.entries()) keep(address, take(place, address)).catch(() => undefined)
}

function keep(address: string, answer: Promise<FirstAnswer>): Promise<FirstAnswer> {
  reads.set(address, { sentAt: performance.now(), answer })
  return answer
}

/** As web/client/send-request.ts does. */
function ask(address: string): Promise<FirstAnswer> {
  const headers = address.startsWith(`${prefixes.appwrite}/`) ? { 'x-appwrite-project': projectId } : {}
  return fetchAnswer(address, { headers })
}
