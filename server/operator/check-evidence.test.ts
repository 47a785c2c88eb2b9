import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EvidenceFile, InstallationKeys } from '#contract/evidence.ts'
import { checkEvidence, readEvidence, signedText } from '#contract/evidence-check.ts'
import { enter } from '#server/domain/doors.ts'
import { createTestStorage } from '#testing/open-test-storage.ts'
import {
  addInstitute,
  addStudent,
  checkIn,
  checkInDeps,
  contextOf,
  logPhoneIn,
  type Phone,
  startSession,
} from '#testing/room-world.ts'
import type { InstallationKey } from '../domain/marks/installation-key.ts'
import { takeEvidence } from '../domain/marks/take-evidence.ts'
import { reportEvidence } from './check-evidence.ts'

describe('the check of an evidence file', () => {
  let folder: string
  let keys: InstallationKeys
  let text: string
  let installationKey: InstallationKey
  const sample = (name: string) => join(import.meta.dirname, '../../testing/evidence-samples', name)
  const written = (name: string, contents: string) => {
    writeFileSync(join(folder, name), contents)
    return join(folder, name)
  }
  const changed = (change: (file: EvidenceFile) => object) => {
    const file: EvidenceFile = JSON.parse(text)
    return JSON.stringify({ ...file, ...change(file) })
  }

  const check = async (contents: string, given?: InstallationKeys) => {
    const file = readEvidence(contents)
    return typeof file === 'string' ? undefined : checkEvidence(file, given)
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rollkey-evidence-'))
    const storages = await createTestStorage('sqlite')
    const storage = await storages.open()
    const deps = checkInDeps(storage)
    await addInstitute(storage, 'institute')
    const passkey = await addStudent(storage, 'asha', ['institute'])
    const session = await startSession(storage, 'institute', 1)
    const phone: Phone = {}
    await logPhoneIn(storage, phone, 'asha')
    await checkIn(deps, phone, passkey, session)
    const key = { attendanceSessionId: session, studentId: 'asha' }
    text = JSON.stringify(
      await takeEvidence(deps, await enter('marks.evidence', contextOf(phone)), {
        sessionId: key.attendanceSessionId,
      }),
    )
    installationKey = deps.installationKey
    keys = { origin: deps.relyingParty.origin, keys: deps.installationKey.publicKeys }
    await storages.close()
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  /** The places of the bytes whose change no check finds. */
  async function findUnnoticed(contents: string, given: InstallationKeys): Promise<number[]> {
    const bytes = Buffer.from(contents)
    const unnoticed: number[] = []
    for (let place = 0; place < bytes.length; place += 1) {
      const other = Buffer.from(bytes)
      other.writeUInt8(other.readUInt8(place) ^ 1, place)
      const checked = await check(other.toString(), given)
      if (checked?.fitsInstallation) unnoticed.push(place)
    }
    return unnoticed
  }

  test('finds a changed byte anywhere', async () => {
    expect(await findUnnoticed(text, keys)).toEqual([])
    // The last letter of the signature has bits that a lenient reader leaves out.
    const last = text.length - '"}}'.length - 1
    for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_') {
      const checked = await check(`${text.slice(0, last)}${letter}${text.slice(last + 1)}`, keys)
      expect(checked?.fitsInstallation, letter).toBe(letter === text[last])
    }
    expect(await check(text, keys)).toMatchObject({ fitsKey: true, fitsInstallation: true })
  })

  test('notices no other name without the installation’s signature, and every change of what the passkey signed', async () => {
    const renamed = changed(({ student }) => ({ student: { ...student, name: 'Name bala' } }))
    expect(await check(renamed)).toMatchObject({ fitsKey: true, fitsInstallation: undefined })
    expect(await check(renamed, keys)).toMatchObject({ fitsKey: true, fitsInstallation: false })
    for (const change of [
      () => ({ origin: 'http://localhost:8081' }),
      ({ organisation }: EvidenceFile) => ({ organisation: { ...organisation, id: 'elsewhere' } }),
      ({ attendanceSession }: EvidenceFile) => ({ attendanceSession: { ...attendanceSession, id: 'other' } }),
      ({ student }: EvidenceFile) => ({ student: { ...student, id: 'bala' } }),
      ({ mark }: EvidenceFile) => ({ mark: { ...mark, way: 'screen' } }),
      ({ challenge }: EvidenceFile) => ({ challenge: { ...challenge, begunAt: challenge.begunAt + 1 } }),
      ({ challenge }: EvidenceFile) => ({ challenge: { ...challenge, place: '1' } }),
      ({ challenge }: EvidenceFile) => ({ challenge: { ...challenge, boundStudentId: null } }),
      ({ passkey }: EvidenceFile) => ({ passkey: { ...passkey, publicKey: 'AAAA' } }),
    ])
      expect(await check(changed(change))).toMatchObject({ fitsKey: false })
  })

  test('takes no signature of another installation’s key, nor of one for another address', async () => {
    const [key] = keys.keys
    const others = checkInDeps(undefined as never).installationKey.publicKeys
    expect(await check(text, { ...keys, keys: others })).toMatchObject({ fitsInstallation: false })
    const renamed = others.map((other) => ({ ...other, kid: key?.kid ?? '' }))
    expect(await check(text, { ...keys, keys: renamed })).toMatchObject({ fitsInstallation: false })
    expect(await check(text, { ...keys, origin: 'https://other.example' })).toMatchObject({
      fitsInstallation: false,
    })
  })

  test('says apart what fits, what the installation says, and what no file can prove', async () => {
    const file = written('evidence.json', `${text}\n`)
    const alone = await reportEvidence(file)
    expect(alone.isSound).toBe(true)
    expect(alone.text).toContain('The signature fits this key: true.\n')
    expect(alone.text).toContain("says that the key is this student's: not checked.")
    const whole = await reportEvidence(file, written('keys.json', JSON.stringify(keys)))
    expect(whole.isSound).toBe(true)
    expect(whole.text).toContain("says that the key is this student's: true.\n")
    expect(whole.text).toContain("The time is the institute's claim: begun at 20")
    expect(whole.text).toContain('cannot prove who held the phone')
  })

  test('does not fit where the installation itself knows no such passkey of the student', async () => {
    const { installation: _, ...statement } = JSON.parse(text) as EvidenceFile
    const keysFile = written('keys.json', JSON.stringify(keys))
    const report = async (standing: 'removed' | 'unknown') => {
      const other = { ...statement, passkey: { ...statement.passkey, standing } }
      const file = { ...other, installation: installationKey.sign(signedText(other)) }
      return reportEvidence(written('standing.json', JSON.stringify(file)), keysFile)
    }
    const [unknown, removed] = [await report('unknown'), await report('removed')]
    expect(unknown).toMatchObject({ isSound: false, text: expect.stringContaining("this student's: false.") })
    expect(removed).toMatchObject({ isSound: true, text: expect.stringContaining("this student's: not checked.") })
  })

  test('finds a changed byte anywhere in the file of a course', async () => {
    const ofCourse = readFileSync(sample('course.json'), 'utf8')
    const known: InstallationKeys = JSON.parse(readFileSync(sample('keys.json'), 'utf8'))
    expect(await check(ofCourse, known)).toMatchObject({ fitsKey: true, fitsInstallation: true })
    expect(await findUnnoticed(ofCourse, known)).toEqual([])
  })

  test('names the course of a mark', async () => {
    const { text: report, isSound } = await reportEvidence(sample('course.json'), sample('keys.json'))
    expect(report).toContain('session 12 of the course "Mathematics" ("M1") at "Sunrise College".')
    expect(isSound).toBe(true)
  })

  test('names files that are neither evidence nor keys', async () => {
    const file = written('evidence.json', text)
    await expect(reportEvidence(written('pretty.json', JSON.stringify(JSON.parse(text), null, 2)))).rejects.toThrow(
      'is no evidence file',
    )
    await expect(reportEvidence(join(folder, 'missing'))).rejects.toThrow('cannot be read')
    await expect(reportEvidence(file, file)).rejects.toThrow('does not hold what /.well-known/rollkey-key')
  })

  test('ends the command with 1 when something does not fit', async () => {
    const program = join(import.meta.dirname, 'operator.ts')
    const run = async (...args: string[]) => {
      const running = promisify(execFile)(process.execPath, [program, 'check-evidence', ...args])
      return running.then(
        ({ stdout }) => ({ code: 0, stdout }),
        ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
      )
    }
    const keysFile = written('keys.json', JSON.stringify(keys))
    expect(await run(written('evidence.json', text), keysFile)).toMatchObject({ code: 0 })
    const renamed = written(
      'renamed.json',
      changed(({ mark }) => ({ mark: { ...mark, isWithdrawn: true } })),
    )
    expect(await run(renamed, keysFile)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('has not signed this file'),
    })
    const moved = changed(({ organisation }) => ({ organisation: { ...organisation, id: 'elsewhere' } }))
    expect(await run(written('moved.json', moved))).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('The signature fits this key: false.'),
    })
    expect(await run(keysFile)).toMatchObject({ code: 1 })
  })
})
