import { type EvidenceFile, type InstallationKeys, installationKeys } from '#contract/evidence.ts'
import { readEvidence } from '#contract/evidence-check.ts'
import type { VerifyTexts } from './verify-texts.ts'

export type Refusal = keyof VerifyTexts['refusals']

/** What was chosen: evidence, keys of installations, or why it can be neither. */
export type ReadFiles = {
  readonly evidence?: EvidenceFile
  readonly keys: readonly InstallationKeys[]
  readonly refusal?: Refusal
}

/** Twenty times as much as there is in the longest of such files. */
const maxBytes = 200_000

/** Reads the files that a person chose or dropped. Several at once: one is the evidence, the others are keys. */
export async function readFiles(files: readonly File[]): Promise<ReadFiles> {
  const evidence: EvidenceFile[] = []
  const keys: InstallationKeys[] = []
  let refusal: Refusal | undefined
  for (const file of files) {
    const text = file.size > maxBytes ? undefined : await file.text().catch(() => null)
    if (text === undefined) refusal = 'too-large'
    else if (text === null) refusal = 'unreadable'
    else {
      const read = readEvidence(text)
      const ofInstallation = read === 'other' ? readKeys(text) : undefined
      if (ofInstallation) keys.push(ofInstallation)
      else if (typeof read === 'string') refusal = read
      else evidence.push(read)
    }
  }
  if (evidence.length > 1) refusal = 'two-files'
  const [found] = evidence
  return { keys, ...(refusal && { refusal }), ...(found && { evidence: found }) }
}

function readKeys(text: string): InstallationKeys | undefined {
  try {
    return installationKeys.safeParse(JSON.parse(text)).data
  } catch {
    // It is not even JSON.
    return undefined
  }
}
