import { DatabaseSync, StatementSync } from 'node:sqlite'
import pg from 'pg'
import { vi } from 'vitest'

/** The statements that each engine's driver runs during `work`, in order. */
export async function listStatements(work: () => Promise<void>): Promise<string[]> {
  const statements: string[] = []
  const spies = [
    ...(['all', 'run', 'get'] as const).map((method) => {
      const original = StatementSync.prototype[method] as (...input: unknown[]) => unknown
      return vi.spyOn(StatementSync.prototype, method).mockImplementation(function (this: StatementSync, ...input) {
        statements.push(this.sourceSQL)
        return original.apply(this, input) as never
      })
    }),
    spyOnExec(statements),
    spyOnClient(statements),
  ]
  try {
    await work()
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
  // The statements that publish changes come at their own time.
  return statements.filter((text) => !text.includes('pg_notify'))
}

function spyOnExec(statements: string[]) {
  const { exec } = DatabaseSync.prototype
  return vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, text) {
    statements.push(text)
    return exec.call(this, text)
  })
}

function spyOnClient(statements: string[]) {
  const query = pg.Client.prototype.query as (...input: unknown[]) => unknown
  return vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...input: unknown[]) {
    const [asked] = input as [string | { readonly text: string }]
    statements.push(typeof asked === 'string' ? asked : asked.text)
    return query.apply(this, input) as never
  })
}
