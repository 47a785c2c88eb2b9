import type { ImportSummary } from '#contract/imports.ts'

/** What is said of files before their lines are sent. */
export type Begin = { readonly source: string; readonly fileName: string; readonly isWhole: boolean }

/** What is kept of a plan beside its lines. */
export type Sealed = { readonly counts: object; readonly ofSource: unknown; readonly seal: string }

export type ImportRecord<Input, Plan> = Input & {
  readonly id: string
  readonly organisationId: string
  readonly state: ImportSummary['state']
  /** Null before the plan. */
  readonly plan: Plan | null
  /** The account; '' for the operator's command. */
  readonly begunBy: string
  /** Epoch ms. */
  readonly begunAt: number
  readonly appliedAt: number | null
  readonly undoneAt: number | null
}

/** What every kind of import is kept by. */
export type ImportLife<Input, Plan> = {
  readonly insert: (record: ImportRecord<Input, Plan>) => Promise<void>
  readonly find: (organisationId: string, id: string) => Promise<ImportRecord<Input, Plan> | undefined>
  readonly lock: (organisationId: string, id: string) => Promise<ImportRecord<Input, Plan> | undefined>
  /** The newest first. */
  readonly list: (organisationId: string, limit: number) => Promise<ImportRecord<Input, Plan>[]>
}
