import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import type { CheckInOffer, FinishedCheckIn } from '#contract/check-in.ts'
import { projectId } from '#contract/identifiers.ts'
import { createHttpClient, type HttpClient } from '#testing/http-client.ts'
import { createKeepAliveClient } from '#testing/keep-alive-client.ts'
import { logInAll } from '#testing/log-in-all.ts'
import type { PopulatedInstitute, PopulatedStudent } from '#testing/populate-institute.ts'
import { switchRoomCodeOn } from '#testing/switch-room-code-on.ts'
import { askForOptions, beginAtScreen, finishAtScreen, lookUp, patch, verify } from './mark-once.ts'

/** The calls of one way to a mark, in their order, each for one student. */
export type Way = {
  readonly name: string
  readonly students: readonly PopulatedStudent[]
  /** How many round trips a mark may take, all calls together. */
  readonly maxTrips?: number
  /** Run before each batch, and not counted. */
  readonly prepare: () => Promise<void>
  readonly calls: Readonly<Record<string, (student: PopulatedStudent) => Promise<unknown>>>
  readonly close: () => void
}

/** On the institute's screen, as an SDK marks: four calls. */
export function onTheScreen(origin: string, institute: PopulatedInstitute, students: readonly PopulatedStudent[]): Way {
  const cookie = `session=${institute.sessionToken}`
  const client = createKeepAliveClient(origin, { origin, cookie, 'x-appwrite-project': projectId })
  const options = new Map<PopulatedStudent, PublicKeyCredentialRequestOptionsJSON>()
  return {
    name: 'by four calls',
    students,
    prepare: async () => undefined,
    calls: {
      'look-up': (student) => lookUp(client, student),
      options: async (student) => options.set(student, await askForOptions(client, student)),
      'verify-login': async (student) => {
        const asked = options.get(student)
        if (asked) await verify(client, student, student.authenticator.assert(asked))
      },
      PATCH: (student) => patch(client, institute.id, student, 1),
    },
    close: client.close,
  }
}

/** On the institute's screen: two calls. `person`: the session of one who acts for the institute; without it the own login does. */
export function atTheScreen(
  origin: string,
  institute: PopulatedInstitute,
  students: readonly PopulatedStudent[],
  person?: string,
): Way {
  const cookie = `session=${person ?? institute.sessionToken}`
  const client = createKeepAliveClient(origin, { origin, cookie, 'x-appwrite-project': projectId })
  const offers = new Map<PopulatedStudent, CheckInOffer>()
  return {
    name: person === undefined ? 'at the screen' : 'screen, a person',
    students,
    // Within the act, the server asks once more whether the person still acts (decision 51).
    maxTrips: person === undefined ? 8 : 9,
    prepare: async () => undefined,
    calls: {
      begin: async (student) => offers.set(student, await beginAtScreen(client, student)),
      finish: async (student) => {
        const offer = offers.get(student)
        if (offer) await finishAtScreen(client, student, offer)
      },
    },
    close: client.close,
  }
}

/** By the room code: two calls. A phone that was logged out is logged in by its mark. */
export async function byRoomCode(
  origin: string,
  url: string,
  institute: PopulatedInstitute,
  students: readonly PopulatedStudent[],
  phonesAre: 'logged in' | 'logged out',
): Promise<Way> {
  const readCode = await switchRoomCodeOn(origin, institute)
  const tokens = phonesAre === 'logged in' ? await logInAll({ url }, students) : new Map<string, string>()
  const phones = new Map(students.map((student) => [student, openBrowser(origin, tokens.get(student.id))]))
  const offers = new Map<PopulatedStudent, CheckInOffer>()
  const phoneOf = (student: PopulatedStudent): HttpClient => {
    const phone = phones.get(student)
    if (!phone) throw new Error(`${student.rollNumber} has no phone`)
    return phone
  }
  let scanned: { readonly session: string; readonly code: string }
  return {
    name: `code, ${phonesAre}`,
    students,
    maxTrips: 8,
    async prepare() {
      const { session, code } = await readCode()
      scanned = { session, code }
    },
    calls: {
      scan: async (student) =>
        offers.set(student, await accepted(phoneOf(student).post<CheckInOffer>('/api/v1/check-ins/scan', scanned))),
      finish: async (student) => {
        const { id, options } = offers.get(student)?.ceremony ?? {}
        if (!id || !options) throw new Error(`${student.rollNumber} got no ceremony`)
        const body = { assertion: student.authenticator.assert(options as PublicKeyCredentialRequestOptionsJSON) }
        const path = `/api/v1/check-ins/${id}/finish`
        const { marks } = await accepted(phoneOf(student).post<FinishedCheckIn>(path, body))
        if (marks[0]?.outcome !== 'counted') throw new Error(`${student.rollNumber} was not marked`)
      },
    },
    close: () => undefined,
  }
}

function openBrowser(origin: string, sessionToken: string | undefined): HttpClient {
  const browser = createHttpClient(origin)
  if (sessionToken !== undefined) browser.cookies.store([`session=${sessionToken}; Path=/`])
  return browser
}

async function accepted<Body>(reply: Promise<{ status: number; body: Body; text: string }>): Promise<Body> {
  const { status, body, text } = await reply
  if (status !== 200) throw new Error(`${status} ${text}`)
  return body
}
