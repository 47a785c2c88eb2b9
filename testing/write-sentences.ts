import { factsOf, readAuditLog } from './audit-log.ts'
import type { TestDatabase } from './create-database.ts'

type Facts = Readonly<Record<string, string | number | boolean>>

const passkey = ({ passkeyId }: Facts) => `passkey ${passkeyId}`
const drawNote = (f: Facts) => `session ${f.number} ${f.status} by draw note ${f.sequence} at ${f.notedAt} ${f.digest}`

/** As the last version that wrote sentences did. */
const sentences: Readonly<Record<string, (facts: Facts) => string>> = {
  'attendance.start': (f) => `${f.number} at ${f.startedAt} ${f.digest}`,
  'attendance.end': (f) => `${f.number} at ${f.endsAt} ${f.digest}`,
  'attendance.take-back': (f) => `${f.number} at ${f.endsAt} ${f.digest}`,
  'attendance.mark': (f) =>
    `session ${f.number} at ${f.markedAt} ${f.digest}${f.method === 'screen' || f.method === 'kiosk' ? '' : ` of ${f.organisationId}`}`,
  'mark.rule': (f) =>
    `session ${f.number} ${f.status} by ruling ${f.sequence}, ${f.cause} at ${f.decidedAt} ${f.digest}`,
  'head-count.set': (f) => `head count ${f.sequence} at ${f.countedAt} ${f.digest}`,
  'draw.make': drawNote,
  'draw.answer': drawNote,
  'passkey.register': (f) =>
    `${f.heldUntil === undefined ? '' : `held until ${f.heldUntil}, `}${passkey(f)} at ${f.registeredAt} key ${f.key}`,
  'passkey.remove': (f) => `${f.isLast ? 'the last one, ' : ''}${passkey(f)}`,
  'passkey.clear': passkey,
  'passkey.counter-regression': passkey,
  'passkey.changed': passkey,
  'evidence.seal': (f) => `${f.cause} from ${f.from} until ${f.until}: ${f.marks} marks ${f.hash}`,
  'origin.serve': (f) => `${f.place} ${f.origin}`,
  'installation-key.use': (f) => `${f.place} ${f.id}`,
  'installation-key.replace': (f) => `${f.place} ${f.id}`,
}

/** Statements that turn facts into the sentences of before: all of them, or every second one of each act. */
export async function writeSentences(database: TestDatabase, which: 'all' | 'every second'): Promise<string[]> {
  const seen = new Map<string, number>()
  return (await readAuditLog(database)).flatMap((row) => {
    const facts = factsOf(row) as Facts | null
    const nth = seen.get(row.action) ?? 0
    seen.set(row.action, nth + 1)
    if (!facts || row.outcome === 'unchanged' || (which === 'every second' && nth % 2 === 1)) return []
    const sentence = sentences[row.action]?.(facts)
    return sentence ? [`update audit_log set detail = '${sentence}' where sequence = ${row.sequence}`] : []
  })
}
