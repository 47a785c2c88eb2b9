import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type EndedMemberships, membershipPaths } from '#contract/membership.ts'
import type { StudentAttributes } from '#contract/student.ts'
import { readAuditLog } from '#testing/audit-log.ts'
import { beginAs, studentProfile } from '#testing/begin-registration.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { engines } from '#testing/create-database.ts'
import {
  documentsPath,
  type Person,
  readMailedToken,
  registerOrganisation,
  registerStudent,
} from '#testing/people-over-http.ts'
import { refusal } from '#testing/refusal.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

type Page = { readonly total: number; readonly documents: readonly (StudentAttributes & { readonly $id: string })[] }

describe.each(engines)('a roll number whose holder has not verified the email, on %s', (engine) => {
  let server: TestServer
  let institute: Person
  let count = 0

  beforeAll(async () => {
    server = await startTestServer(engine)
    institute = await registerOrganisation(server)
  })
  afterAll(async () => {
    await checkInvariants(server.database, server.clock.now())
    await server.close()
  })

  /** Registers with that number and does not follow the mailed link. */
  async function register(rollNumber: string) {
    const begun = await beginAs('STD', server, `student${++count}@example.org`)
    const reply = await begun.http.post(documentsPath('STD'), {
      documentId: begun.id,
      data: studentProfile(begun.email, institute.id, rollNumber),
    })
    return { ...begun, reply }
  }
  type Registered = Awaited<ReturnType<typeof register>>
  async function verify({ http, email, password }: Registered): Promise<void> {
    await http.post('/v1/account/sessions/email', { email, password })
    await http.post('/v1/account/verification', { url: `${server.origin}/verify-email` })
    let links: readonly string[] = []
    while (!links.some((link) => link.includes('/verify-email'))) links = (await server.inbox.next(email)).links
    expect(await http.put('/v1/account/verification', readMailedToken(links, '/verify-email'))).toMatchObject({
      status: 200,
    })
  }
  const members = async () => (await institute.http.get<Page>(documentsPath('STD'))).body
  const holdersOf = async (rollNumber: string) =>
    (await members()).documents.filter((one) => one.rollNumber === rollNumber).map(({ $id }) => $id)
  const taken = refusal(409, 'document_unique_constraint_violation')

  test('passes to the next student who registers with it, and the former holder gets no mail', async () => {
    const squatter = await register('2026-101')
    const before = (await members()).total
    const student = await register('2026-101')
    expect(student.reply.status).toBe(201)
    expect(await holdersOf('2026-101')).toEqual([student.id])
    expect((await members()).total).toBe(before)
    const queued = rowsOf(await server.readTables(), 'outbox')
    expect(queued.filter(({ account_id }) => account_id === squatter.id)).toEqual([])
    const log = await readAuditLog(server.database)
    expect(log).toContainEqual(
      expect.objectContaining({ action: 'membership.give-way', outcome: 'done', subject: squatter.id }),
    )
  })

  test('stays with a holder who has verified the email, and is refused to others', async () => {
    const first = await register('2026-102')
    await verify(first)
    expect((await register('2026-102')).reply).toMatchObject(taken)
    expect(await holdersOf('2026-102')).toEqual([first.id])
  })

  test('stays theirs when the email is changed later', async () => {
    const first = await register('2026-103')
    await verify(first)
    const change = { email: `moved.${first.email}`, password: first.password }
    expect(await first.http.patch('/v1/account/email', change)).toMatchObject({ status: 200 })
    expect((await register('2026-103')).reply).toMatchObject(taken)
  })

  test('passes to a student who joins with it, too', async () => {
    const elsewhere = await registerOrganisation(server, { email: 'office@narmada.example', name: 'Narmada College' })
    const student = await registerStudent(server, elsewhere.id, {
      email: 'joining@example.org',
      rollNumber: '2026-104',
    })
    await register('2026-104')
    const data = { organisation: [elsewhere.id, institute.id] }
    expect(await student.http.patch(`${documentsPath('STD')}/${student.id}`, { data })).toMatchObject({ status: 200 })
    expect(await holdersOf('2026-104')).toEqual([student.id])
  })

  test('is shown to its former holder after the next login, who can take it up again until another student has verified it', async () => {
    const first = await register('2026-105')
    const second = await register('2026-105')
    await verify(first)
    expect(await first.http.get<EndedMemberships>(membershipPaths.ended)).toMatchObject({
      status: 200,
      body: {
        memberships: [
          {
            organisationId: institute.id,
            organisationName: 'Kaveri College',
            rollNumber: '2026-105',
            because: 'gave-way',
          },
        ],
      },
    })
    expect((await first.http.get<StudentAttributes>(`${documentsPath('STD')}/${first.id}`)).body.organisation).toEqual(
      [],
    )
    const path = `${documentsPath('STD')}/${first.id}`
    expect(await first.http.patch(path, { data: { organisation: [institute.id] } })).toMatchObject({ status: 200 })
    expect(await holdersOf('2026-105')).toEqual([first.id])
    expect((await first.http.get<EndedMemberships>(membershipPaths.ended)).body).toEqual({ memberships: [] })
    const log = await readAuditLog(server.database)
    expect(log.filter(({ action, subject }) => action === 'membership.give-way' && subject === second.id)).toHaveLength(
      1,
    )
  })

  test.runIf(engine === 'postgresql')(
    'is refused to a student who registers while its holder is verifying',
    async () => {
      const holder = await register('2026-107')
      const begun = await beginAs('STD', server, 'waiting@example.org')
      const onlooker = new pg.Client({ connectionString: server.database.databaseUrl })
      await onlooker.connect()
      onTestFinished(() => onlooker.end())
      const [verified, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const verifying = server.storage.transaction(async ({ accounts, now }) => {
        await accounts.markEmailVerified(holder.id, await now())
        verified.resolve()
        await gate.promise
      })
      await verified.promise
      let isAnswered = false
      const data = studentProfile(begun.email, institute.id, '2026-107')
      const registering = begun.http.post(documentsPath('STD'), { documentId: begun.id, data }).finally(() => {
        isAnswered = true
      })
      const isWaiting = async () => {
        const { rows } = await onlooker.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return rows.length > 0
      }
      await expect.poll(async () => isAnswered || (await isWaiting())).toBe(true)
      gate.resolve()
      await verifying
      expect(await registering).toMatchObject(taken)
      expect(await holdersOf('2026-107')).toEqual([holder.id])
    },
  )

  test('is in the institute’s table from the first moment, with the email marked as not verified', async () => {
    const student = await register('2026-106')
    const row = async () => (await members()).documents.find(({ $id }) => $id === student.id)
    expect(await row()).toMatchObject({ rollNumber: '2026-106', emailNotVerified: true })
    await verify(student)
    expect(await row()).not.toHaveProperty('emailNotVerified')
    expect((await student.http.get(`${documentsPath('STD')}/${student.id}`)).body).not.toHaveProperty(
      'emailNotVerified',
    )
  })
})
