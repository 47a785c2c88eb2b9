import { readFileSync } from 'node:fs'
import { type EvidenceFile, type InstallationKeys, installationKeys, installationKeysPath } from '#contract/evidence.ts'
import { type CheckedEvidence, checkEvidence, judge, type KeyOwner, readEvidence } from '#contract/evidence-check.ts'
import { StartError } from '../config/start-error.ts'
import { messageOf } from '../domain/error-facts.ts'

/** What a check of an evidence file prints, and whether everything that was checked fits. */
export type EvidenceReport = { readonly text: string; readonly isSound: boolean }

/**
 * Checks an evidence file offline. `keyFile`: what the installation answers at /.well-known/rollkey-key, saved; without
 * it the installation's signature is not checked. Throws StartError for files that are none of these.
 */
export async function reportEvidence(file: string, keyFile?: string): Promise<EvidenceReport> {
  const keys = keyFile === undefined ? undefined : readKeys(keyFile)
  const evidence = readEvidence(readText(file))
  if (typeof evidence === 'string')
    throw new StartError(`${file} is no evidence file as an installation of Rollkey has written it.`)
  const checked = await checkEvidence(evidence, keys)
  return { text: describe(checked), isSound: judge(checked) !== 'wrong' }
}

function describe(checked: CheckedEvidence): string {
  const { attendanceSession, student, mark, challenge } = checked.file
  const whose = `${JSON.stringify(student.name)}, roll number ${JSON.stringify(student.rollNumber)}`
  return [
    `The file is about ${whose}: session ${attendanceSession.number} of ${describePlace(checked.file)}.`,
    `The signature fits this key: ${checked.fitsKey ? 'true' : 'false'}.`,
    `${JSON.stringify(checked.file.origin)} says that the key is this student's: ${describeOwner(checked)}`,
    `The time is the institute's claim: begun at ${timeOf(challenge.begunAt)}, marked at ${timeOf(mark.markedAt)}.`,
    ...(mark.isWithdrawn ? ['The institute has withdrawn this mark: it does not count.'] : []),
    'The file cannot prove who held the phone, that the phone was in the room, nor what a changed server asked the phone for.',
  ].join('\n')
}

/** Names are the institute's own: they stand in quotation marks. */
function describePlace(file: EvidenceFile): string {
  const institute = JSON.stringify(file.organisation.name)
  if (file.format === 'rollkey evidence v1') return institute
  return `the course ${JSON.stringify(file.course.title)} (${JSON.stringify(file.course.code)}) at ${institute}`
}

function describeOwner({ file, owner }: CheckedEvidence): string {
  if (owner === 'no-keys')
    return `not checked. Names and roll number are not checked either. Save ${JSON.stringify(file.origin + installationKeysPath)} and give it as KEYS.`
  return owners[owner]
}

const owners = {
  registered: 'true.',
  removed: 'not checked. The student has removed the passkey since, and the installation keeps no key of it.',
  unknown: 'false. The installation knows no such passkey of the student.',
  'not-signed': 'false. The installation of these keys has not signed this file.',
  'no-algorithm': 'not checked. This Node knows no Ed25519.',
} as const satisfies Record<Exclude<KeyOwner, 'no-keys'>, string>

/** `time`: epoch ms. A file may name one that no calendar has. */
function timeOf(time: number): string {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? String(time) : date.toISOString()
}

function readKeys(file: string): InstallationKeys {
  try {
    return installationKeys.parse(JSON.parse(readText(file)))
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`${file} does not hold what ${installationKeysPath} of an installation answers.`)
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new StartError(`${file} cannot be read: ${messageOf(error)}`)
  }
}
