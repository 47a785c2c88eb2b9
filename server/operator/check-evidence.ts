import { readFileSync } from 'node:fs'
import {
  type EvidenceFile,
  evidenceFile,
  type InstallationKeys,
  installationKeys,
  installationKeysPath,
} from '#contract/evidence.ts'
import { StartError } from '../config/start-error.ts'
import { type CheckedEvidence, checkEvidence } from '../domain/check-ins/check-evidence.ts'

/** What a check of an evidence file prints, and whether everything that was checked fits. */
export type EvidenceReport = { readonly text: string; readonly isSound: boolean }

/**
 * Checks an evidence file offline. `keyFile`: what the installation answers at /.well-known/rollkey-key, saved; without
 * it the installation's signature is not checked. Throws StartError for files that are none of these.
 */
export async function reportEvidence(file: string, keyFile?: string): Promise<EvidenceReport> {
  const keys = keyFile === undefined ? undefined : readKeys(keyFile)
  const evidence = readEvidence(readText(file))
  if (!evidence) throw new StartError(`${file} is no evidence file as an installation of Rollkey has written it.`)
  const checked = await checkEvidence(evidence, keys)
  const { fitsKey, fitsInstallation } = checked
  const isSound =
    fitsKey && fitsInstallation !== false && !(fitsInstallation && checked.file.passkey.standing === 'unknown')
  return { text: describe(checked), isSound }
}

/**
 * Undefined for text that no installation has written: a file holds the bytes that the installation sent, at most with
 * one line feed behind them.
 */
export function readEvidence(text: string): EvidenceFile | undefined {
  try {
    const read: unknown = JSON.parse(text)
    const isAsWritten = JSON.stringify(read) === text.replace(/\n$/, '')
    // Not the schema's output: its fields might stand in another order, and the order is signed.
    return isAsWritten && evidenceFile.safeParse(read).success ? (read as EvidenceFile) : undefined
  } catch {
    // It is not even JSON.
    return undefined
  }
}

function describe(checked: CheckedEvidence): string {
  const { organisation, attendanceSession, student, mark, challenge } = checked.file
  const whose = `${JSON.stringify(student.name)}, roll number ${JSON.stringify(student.rollNumber)}`
  return [
    `The file is about ${whose}: session ${attendanceSession.number} of ${JSON.stringify(organisation.name)}.`,
    `The signature fits this key: ${checked.fitsKey ? 'true' : 'false'}.`,
    `${JSON.stringify(checked.file.origin)} says that the key is this student's: ${describeOwner(checked)}`,
    `The time is the institute's claim: begun at ${timeOf(challenge.begunAt)}, marked at ${timeOf(mark.markedAt)}.`,
    ...(mark.isWithdrawn ? ['The institute has withdrawn this mark: it does not count.'] : []),
    'The file cannot prove who held the phone, that the phone was in the room, nor what a changed server asked the phone for.',
  ].join('\n')
}

function describeOwner({ file, fitsInstallation }: CheckedEvidence): string {
  if (fitsInstallation === undefined)
    return `not checked. Names and roll number are not checked either. Save ${JSON.stringify(file.origin + installationKeysPath)} and give it as KEYS.`
  if (!fitsInstallation) return 'false. The installation of these keys has not signed this file.'
  return standings[file.passkey.standing]
}

const standings = {
  registered: 'true.',
  removed: 'not checked. The student has removed the passkey since, and the installation keeps no key of it.',
  unknown: 'false. The installation knows no such passkey of the student.',
} as const satisfies Record<EvidenceFile['passkey']['standing'], string>

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
    throw new StartError(`${file} cannot be read: ${(error as Error).message}`)
  }
}
