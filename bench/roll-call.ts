import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import type { CheckInOffer } from '#contract/check-in.ts'
import type { CourseSheet } from '#contract/course-sessions.ts'
import type { CourseDetail } from '#contract/courses.ts'
import { projectId } from '#contract/identifiers.ts'
import type { RosterPage } from '#contract/roster.ts'
import { createKeepAliveClient } from '#testing/keep-alive-client.ts'
import type { MadePasskey } from '#testing/make-passkey.ts'
import type { PopulatedInstitute } from '#testing/populate-institute.ts'
import { median, type Spent, subtract } from './spent.ts'

/** A class of a course of which the roll is called: 57 present, three absent, one signature. */
const size = 60
const calls = 20
/** Before them, not counted. */
const warmUps = 5
const maxMs = 20
/** Of the finish, beside that of one mark by hand in turns. */
const maxRatio = 2

type Office = {
  readonly origin: string
  readonly institute: PopulatedInstitute
  readonly passkey: MadePasskey
  readonly read: () => Promise<Spent>
}

/**
 * What the roll call of a course of 60 costs, over HTTP: begun, signed and finished. In turns with it one student is marked by
 * hand, in the same session: on PostgreSQL the finish of the first is at most twice that of the second.
 */
export async function measureRollCalls(
  engine: 'sqlite' | 'postgresql',
  { origin, institute, passkey, read }: Office,
): Promise<void> {
  const cookie = `session=${institute.sessionToken}`
  const { call } = createKeepAliveClient(origin, { origin, cookie, 'x-appwrite-project': projectId })
  const { people } = await call<RosterPage>('GET', `/api/v1/people?limit=${size + 1}`)
  const persons = people.slice(0, size).map(({ id }) => id)
  const guest = people[size]

  async function finishOf(input: object): Promise<Spent> {
    const { ceremony } = await call<CheckInOffer>('POST', '/api/v1/check-ins', input)
    if (!ceremony) throw new Error('there is nothing to sign')
    const options = ceremony.options as PublicKeyCredentialRequestOptionsJSON
    const { response, ...signed } = passkey.authenticator.assert(options)
    // The account was made with another user handle.
    const { userHandle: _, ...named } = response
    const before = await read()
    await call('POST', `/api/v1/check-ins/${ceremony.id}/finish`, { assertion: { ...signed, response: named } })
    return subtract(await read(), before)
  }

  const whole: number[] = []
  const finishes: number[] = []
  const marks: number[] = []
  for (let round = 0; round < warmUps + calls; round++) {
    const named = { code: `R-${round}`, title: 'Roll', kind: 'course', department: '', term: '' }
    const { id } = await call<CourseDetail>('POST', '/api/v1/courses', named)
    const everyone = [...persons, ...(guest ? [guest.id] : [])]
    const dated = { people: everyone, meanwhile: 'left-out' }
    await call('POST', `/api/v1/courses/${id}/people`, dated)
    const start = { expected: 1, minutes: 60 }
    const { session } = await call<CourseSheet>('POST', `/api/v1/groups/${id}/sessions`, start)
    const statuses = persons.map((person, index) => ({ person, status: index < 3 ? 'absent' : 'present' }))
    const before = await read()
    const finish = await finishOf({ way: 'roll-call', session: session.id, statuses, reason: '' })
    const spent = subtract(await read(), before)
    const one = { way: 'hand', session: session.id, students: [guest?.studentId], reason: 'The phone was empty.' }
    const mark = await finishOf(one)
    if (round < warmUps) continue
    whole.push(spent.serverMs + spent.engineMs)
    finishes.push(finish.serverMs + finish.engineMs)
    marks.push(mark.serverMs + mark.engineMs)
  }
  const ratio = median(finishes) / median(marks)
  console.log(
    `${engine}: roll call of ${size}, medians of ${calls}: processor ${median(whole).toFixed(1)} ms, begin and finish`,
  )
  console.log(
    `  its finish ${median(finishes).toFixed(1)} ms, that of one mark by hand ${median(marks).toFixed(1)} ms: ${ratio.toFixed(2)} times`,
  )
  const isKept = engine === 'sqlite' ? median(whole) <= maxMs : ratio <= maxRatio
  console.log(`  at most ${engine === 'sqlite' ? `${maxMs} ms` : `${maxRatio} times`}: ${isKept ? 'kept' : 'missed'}`)
  if (!isKept) process.exitCode = 1
}
