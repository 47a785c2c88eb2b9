import type { KeyFacts, OriginFacts } from '../../domain/audit/audit-facts.ts'
import type {
  DrawFacts,
  EndFacts,
  HeadCountFacts,
  MarkFacts,
  RegistrationFacts,
  RulingFacts,
  StartFacts,
} from '../../domain/audit/compared-facts.ts'
import type { MarkSeal } from '../../domain/audit/mark-seal.ts'
import { readSentence } from './sentences-of-before.ts'

type ComparedFacts = StartFacts &
  EndFacts &
  MarkFacts &
  RulingFacts &
  HeadCountFacts &
  DrawFacts &
  RegistrationFacts &
  OriginFacts &
  KeyFacts &
  MarkSeal

/** The facts of a row of the log. Any may be missing, in a row of an earlier version or in one that was tampered with. */
export type LoggedFacts = { readonly [Fact in Exclude<keyof ComparedFacts, 'rows'>]?: string | number | undefined } & {
  /** Those of `Written`. */
  readonly rows?: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>
}

type Row = { readonly action: string; readonly account_id: string | null; readonly detail: string | null }

/** Undefined for a row without facts. */
export function readFacts({ action, account_id, detail }: Row): LoggedFacts | undefined {
  if (detail === null) return undefined
  if (!detail.startsWith('{')) return readSentence(action, account_id, detail)
  try {
    return JSON.parse(detail)
  } catch {
    return undefined
  }
}
