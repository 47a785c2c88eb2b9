import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clusterUrl, createCluster, runCluster } from './postgres-cluster.ts'

export type TemporaryPostgres = {
  /** Connects to the maintenance database as superuser. */
  readonly url: string
  /** Ends the server and removes its files. */
  readonly stop: () => Promise<void>
}

/** Starts a PostgreSQL server of its own in a temporary folder. Undefined where PostgreSQL is not installed. */
export async function startTemporaryPostgres(
  settings: Readonly<Record<string, string>> = {},
): Promise<TemporaryPostgres | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'rollkey-pg-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const cluster = createCluster(folder)
    if (cluster === undefined) {
      remove()
      return undefined
    }
    const end = await runCluster(cluster, settings)
    const stop = async () => {
      await end()
      remove()
    }
    return { url: clusterUrl(cluster, 'postgres'), stop }
  } catch (error) {
    remove()
    throw error
  }
}
