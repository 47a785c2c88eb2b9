import { randomBytes } from 'node:crypto'
import { administer, createDatabase, type TestDatabase } from './create-database.ts'

/** An empty PostgreSQL database with two roles: its owner, and the server's. */
export type DatabaseWithRoles = TestDatabase & {
  /** `databaseUrl` is that of the server's role. */
  readonly databaseUrl: string
  readonly ownerUrl: string
  readonly serverRole: string
}

export async function createDatabaseWithRoles(): Promise<DatabaseWithRoles> {
  const database = await createDatabase('postgresql')
  const { databaseUrl = '', drop } = database
  const suffix = randomBytes(4).toString('hex')
  const [owner, serverRole] = [`owner_${suffix}`, `server_${suffix}`]
  for (const role of [owner, serverRole]) await administer(`create role ${role} login`)
  await administer(`alter database ${new URL(databaseUrl).pathname.slice(1)} owner to ${owner}`)
  const connectAs = (role: string) => Object.assign(new URL(databaseUrl), { username: role }).href
  return {
    ...database,
    databaseUrl: connectAs(serverRole),
    ownerUrl: connectAs(owner),
    serverRole,
    async drop() {
      await drop()
      await administer(`drop role ${owner}, ${serverRole}`)
    },
  }
}
