import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import type { RunningSession } from '#contract/attendance.ts'
import type { CheckInOffer, FinishedCheckIn } from '#contract/check-in.ts'
import { projectId } from '#contract/identifiers.ts'
import type { CurrentRoomCode } from '#contract/room-display.ts'
import { systemRandom } from '#server/adapters/random/system-random.ts'
import { openStorage } from '#server/storage/open-storage.ts'
import { createHttpClient, type HttpClient } from '#testing/http-client.ts'
import { insertLogin } from '#testing/insert-login.ts'
import { createKeepAliveClient } from '#testing/keep-alive-client.ts'
import type { PopulatedInstitute, PopulatedStudent } from '#testing/populate-institute.ts'
import { askForOptions, lookUp, patch, verify } from './mark-once.ts'

/** The calls of one way to a mark, in their order, each for one student. */
export type Way = {
  readonly name: string
  readonly students: readonly PopulatedStudent[]
  /** Run before each batch, and not counted. */
  readonly prepare: () => Promise<void>
  readonly calls: Readonly<Record<string, (student: PopulatedStudent) => Promise<unknown>>>
  readonly close: () => void
}

/** On the institute's screen: four calls. */
export function onTheScreen(origin: string, institute: PopulatedInstitute, students: readonly PopulatedStudent[]): Way {
  const cookie = `session=${institute.sessionToken}`
  const client = createKeepAliveClient(origin, { origin, cookie, 'x-appwrite-project': projectId })
  const options = new Map<PopulatedStudent, PublicKeyCredentialRequestOptionsJSON>()
  return {
    name: 'on the screen',
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

/** On phones that are logged in, by the room code: two calls. */
export async function byRoomCode(
  origin: string,
  url: string,
  institute: PopulatedInstitute,
  students: readonly PopulatedStudent[],
): Promise<Way> {
  const office = openBrowser(origin, institute.sessionToken)
  const { session } = await accepted(office.get<RunningSession>('/api/v1/attendance/running'))
  const sessionPath = `/api/v1/attendance/sessions/${session?.id}`
  await accepted(office.patch(`${sessionPath}/ways`, { ways: ['screen', 'room-code'] }))
  const phones = await logInAll(origin, url, students)
  const offers = new Map<PopulatedStudent, CheckInOffer>()
  const phoneOf = (student: PopulatedStudent): HttpClient => {
    const phone = phones.get(student)
    if (!phone) throw new Error(`${student.rollNumber} has no phone`)
    return phone
  }
  let scanned: { readonly session: string; readonly code: string }
  return {
    name: 'by the room code',
    students,
    async prepare() {
      const { publicId, code } = await accepted(office.get<CurrentRoomCode>(`${sessionPath}/room-code`))
      scanned = { session: publicId, code }
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

function openBrowser(origin: string, sessionToken: string): HttpClient {
  const browser = createHttpClient(origin)
  browser.cookies.store([`session=${sessionToken}; Path=/`])
  return browser
}

async function logInAll(
  origin: string,
  url: string,
  students: readonly PopulatedStudent[],
): Promise<ReadonlyMap<PopulatedStudent, HttpClient>> {
  const storage = await openStorage({ database: { url } })
  try {
    return await storage.transaction(async (stores) => {
      const now = await stores.now()
      const phones = new Map<PopulatedStudent, HttpClient>()
      for (const student of students) {
        const token = systemRandom.secret()
        await insertLogin(stores, student.id, ['password'], token, now)
        phones.set(student, openBrowser(origin, token))
      }
      return phones
    })
  } finally {
    await storage.close()
  }
}

async function accepted<Body>(reply: Promise<{ status: number; body: Body; text: string }>): Promise<Body> {
  const { status, body, text } = await reply
  if (status !== 200) throw new Error(`${status} ${text}`)
  return body
}
