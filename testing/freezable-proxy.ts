import { readdirSync } from 'node:fs'
import { openTcpGate, type TcpGate } from './tcp-gate.ts'

export type FreezableProxy = Pick<TcpGate, 'swallow' | 'close'> & {
  /** The database's address through the proxy. */
  readonly url: string
}

/** A way over TCP to a PostgreSQL that is addressed by its socket's folder. */
export async function openFreezableProxy(databaseUrl: string): Promise<FreezableProxy> {
  const address = new URL(databaseUrl)
  const folder = address.searchParams.get('host') ?? ''
  const name = readdirSync(folder).find((file) => /^\.s\.PGSQL\.\d+$/.test(file))
  if (name === undefined) throw new Error(`No PostgreSQL listens in ${folder}`)
  const { port, swallow, close } = await openTcpGate(`${folder}/${name}`)
  return { url: `postgresql://postgres@127.0.0.1:${port}${address.pathname}?sslmode=disable`, swallow, close }
}
