import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findFreePort } from '#testing/find-free-port.ts'
import { openPhone } from '#testing/phone.ts'
import { type PopulatedStudent, populateInstitute } from '#testing/populate-institute.ts'
import { type ShownCode, switchRoomCodeOn } from '#testing/switch-room-code-on.ts'
import { forkServer } from './fork-server.ts'

const rounds = 5
const goalMs = 100

/** Two calls of a check-in by room code in a process that has just said that it is ready, and those of the tenth. */
export async function benchFirstCheckIn(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'rollkey-bench-'))
  try {
    const origin = `http://localhost:${await findFreePort()}`
    const file = join(folder, 'rollkey.sqlite')
    const perRound = 10
    const institute = await populateInstitute({ file }, origin, rounds * perRound)
    const first: number[] = []
    const later: number[] = []
    for (let round = 0; round < rounds; round++) {
      const server = await forkServer(origin, { file })
      while (!(await fetch(`${origin}/readyz`)).ok) await wait(2)
      const readCode = await switchRoomCodeOn(origin, institute)
      const took: number[] = []
      for (const student of institute.students.slice(round * perRound, (round + 1) * perRound))
        took.push(await checkIn(origin, student, await readCode()))
      first.push(took[0] ?? 0)
      later.push(took.at(-1) ?? 0)
      server.send('close')
      await new Promise((resolve) => server.once('exit', resolve))
    }
    console.log(`first check-in of a process: median ${median(first).toFixed(0)} ms (goal: ${goalMs} ms at most)`)
    console.log(`limit, the tenth: ${median(later).toFixed(0)} ms; ratio ${(median(first) / median(later)).toFixed(1)}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function checkIn(origin: string, student: PopulatedStudent, { session, code }: ShownCode): Promise<number> {
  const phone = openPhone(origin, [Number(new URL(origin).port)], student, { files: [] })
  const begin = performance.now()
  const offer = await phone.scan({ session, code })
  const scanned = performance.now()
  if (typeof offer === 'string') throw new Error(offer)
  const assertion = phone.sign(offer)
  const signed = performance.now()
  await phone.finish(offer, assertion)
  const finished = performance.now()
  phone.close()
  return scanned - begin + finished - signed
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}
