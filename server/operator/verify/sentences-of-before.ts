import type { AuditAction } from '../../domain/audit/audit-log.ts'

/**
 * The rows of earlier versions, whose `detail` was a sentence (decision 49). Such a row names no group: an institute had
 * one. The oldest hold neither time nor digest, or name no passkey.
 */

const [start, end] = [
  /^(?<number>\d+)(?: at (?<startedAt>\d+) (?<digest>\S+))?$/,
  /^(?<number>\d+) at (?<endsAt>\d+) (?<digest>\S+)$/,
]
const mark = /^session (?<number>\d+)(?: at (?<markedAt>\d+) (?<digest>\S+)(?: of (?<organisationId>\S+))?)?$/
const ruling =
  /^session (?<number>\d+) (?<status>\w+) by ruling (?<sequence>\d+), (?<cause>\w+)(?: at (?<decidedAt>\d+) (?<digest>\S+))?$/
const headCount = /^head count (?<sequence>\d+) at (?<countedAt>\d+) (?<digest>\S+)$/
const drawNote =
  /^session (?<number>\d+) (?<status>[\w-]+) by draw note (?<sequence>\d+) at (?<notedAt>\d+) (?<digest>\S+)$/
const passkey =
  /^(?:held until (?<heldUntil>\d+), |the last one, )?passkey (?<passkeyId>[\w-]+)(?: at (?<registeredAt>\d+) key (?<key>\S+))?$/
const key = /^(?<place>\d+) (?<id>\S+)$/

const sentences: Readonly<Partial<Record<AuditAction, RegExp>>> = {
  'attendance.start': start,
  'attendance.end': end,
  'attendance.take-back': end,
  'attendance.mark': mark,
  'mark.rule': ruling,
  'head-count.set': headCount,
  'draw.make': drawNote,
  'draw.answer': drawNote,
  'passkey.register': passkey,
  'passkey.remove': passkey,
  'passkey.clear': passkey,
  'passkey.counter-regression': passkey,
  'passkey.changed': passkey,
  'evidence.seal': /^(?<cause>[\w-]+) from (?<from>\d+) until (?<until>\d+): (?<marks>\d+) marks (?<hash>\S+)$/,
  'origin.serve': /^(?<place>\d+) (?<origin>\S+)$/,
  'installation-key.use': key,
  'installation-key.replace': key,
}

const patterns = new Map(Object.entries(sentences))

type Facts = Readonly<Record<string, string | undefined>>

/** The facts of such a row; undefined for other acts and for a sentence that is none of these. */
export function readSentence(action: string, accountId: string | null, sentence: string): Facts | undefined {
  const facts = patterns.get(action)?.exec(sentence)?.groups
  if (!facts) return undefined
  // The account was the institute's, or the sentence ended with the institute.
  const organisationId = facts.organisationId ?? accountId ?? undefined
  return { ...facts, organisationId, groupId: organisationId }
}
