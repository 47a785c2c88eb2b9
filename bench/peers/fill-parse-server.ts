import { createKeepAliveClient } from '../../testing/keep-alive-client.ts'
import { sideBySide } from '../side-by-side.ts'

export type ParseServerContents = {
  readonly students: number
  /** How many users there are that can log in. */
  readonly people: number
  readonly emailOf: (n: number) => string
  readonly rollNumber: (n: number) => string
  readonly password: string
}

const width = 16

/** Fills an empty Parse Server. Answers a user's session token and the ids of the students. */
export async function fillParseServer(
  origin: string,
  { students, people, emailOf, rollNumber, password }: ParseServerContents,
): Promise<{ readonly sessionToken: string; readonly ids: readonly string[] }> {
  const client = createKeepAliveClient(origin, {
    'x-parse-application-id': 'peers',
    'x-parse-master-key': 'peers-master-key',
  })
  const insertAll = async (path: string, count: number, body: (n: number) => object): Promise<string[]> => {
    const ids: string[] = []
    const numbers = Array.from({ length: count }, (_, n) => n)
    await sideBySide(numbers, width, async (n) => {
      ids[n] = (await client.call<{ objectId: string }>('POST', path, body(n))).objectId
    })
    return ids
  }
  try {
    const ids = await insertAll('/parse/classes/Student', students, (n) => ({
      rollNumber: rollNumber(n),
      firstName: 'Bench',
      lastName: rollNumber(n),
      email: emailOf(n),
      phoneNumber: '12345678',
      attendance: '{}',
    }))
    await insertAll('/parse/users', people, (n) => ({ username: emailOf(n), email: emailOf(n), password }))
    const login = { username: emailOf(0), password }
    const { sessionToken } = await client.call<{ sessionToken: string }>('POST', '/parse/login', login)
    return { sessionToken, ids }
  } finally {
    client.close()
  }
}
