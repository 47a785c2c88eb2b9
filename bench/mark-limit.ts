import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import type { PopulatedStudent } from '#testing/populate-institute.ts'
import { sideBySide } from './side-by-side.ts'

/** Milliseconds: elapsed, and of processor time in all threads. */
export type Measured = { readonly totalMs: number; readonly cpuMs: number }

export type MarkLimit = {
  /** One assertion of each student. */
  readonly measure: (students: readonly PopulatedStudent[]) => Promise<Measured>
  readonly close: () => void
}

/**
 * The minimum cost of a mark: one assertion verified and one durable commit each, in this process, and nothing else.
 */
export function openMarkLimit(origin: string, folder: string, screens: number): MarkLimit {
  const database = new DatabaseSync(join(folder, 'limit.sqlite'))
  database.exec(
    'pragma journal_mode = wal; pragma synchronous = full; create table marks (student text, at integer) strict',
  )
  const insert = database.prepare('insert into marks values (?, ?)')
  const relyingPartyId = new URL(origin).hostname

  function prepare(student: PopulatedStudent) {
    const challenge = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
    return { student, challenge, response: student.authenticator.assert({ challenge, rpId: relyingPartyId }) }
  }
  async function verifyAndCommit({ student, challenge, response }: ReturnType<typeof prepare>): Promise<void> {
    const { verified } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: relyingPartyId,
      requireUserVerification: true,
      credential: { id: response.id, publicKey: student.publicKey, counter: 0 },
    })
    if (!verified) throw new Error('the limit measures real verifications')
    insert.run(student.id, Date.now())
  }

  return {
    async measure(students) {
      const prepared = students.map(prepare)
      const cpuBefore = process.cpuUsage()
      const { totalMs } = await sideBySide(prepared, screens, verifyAndCommit)
      const { user, system } = process.cpuUsage(cpuBefore)
      return { totalMs, cpuMs: (user + system) / 1_000 }
    },
    close: () => database.close(),
  }
}
