import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkInvariants } from '#testing/check-invariants.ts'
import { engines } from '#testing/create-database.ts'
import { listStatements } from '#testing/list-statements.ts'
import { createTestStorage, makeAccount, type TestStorage } from '#testing/open-test-storage.ts'
import type { OpenStorage } from '../opened-storage.ts'

const joining = 1_300

describe.each(engines)('members by roll number on %s', (engine) => {
  let storages: TestStorage
  let storage: OpenStorage
  /** The present members, in order. */
  let rollNumbers = Array.from({ length: joining }, (_, index) => `R${String(index).padStart(5, '0')}`)

  beforeAll(async () => {
    storages = await createTestStorage(engine)
    storage = await storages.open()
    const contact = { phoneNumber: '12345678', permissions: [], createdAt: 1, updatedAt: 1 }
    const address = { addressLine1: 'Street', addressLine2: '', state: 'State', city: 'City' }
    await storage.transaction(async (stores) => {
      const account = (id: string, label: 'ORG' | 'STD') =>
        stores.accounts.insert(makeAccount(id, { label, hasProfile: true, isEmailVerified: true }))
      await account('academy', 'ORG')
      const email = (id: string) => `${id}@Example.org`
      const academy = { id: 'academy', name: 'Academy', email: email('academy') }
      await stores.organisations.insert({ ...academy, ...contact, ...address })
      // In an order in which each next number is far from the one before.
      for (const rollNumber of rollNumbers.map((_, index, all) => all[(index * 607) % joining] ?? '')) {
        const id = `of-${rollNumber}`
        await account(id, 'STD')
        await stores.students.insert({
          ...contact,
          id,
          firstName: 'Name',
          lastName: rollNumber,
          email: email(id),
          rollNumber,
        })
        const membership = { organisationId: 'academy', studentId: id, total: 0, expiryTime: null, joinedAt: 1 }
        expect(await stores.memberships.insert(membership, rollNumber)).toBe('added')
      }
    })
  })
  afterAll(() => storages.close())

  async function read(offset: number, direction: 'asc' | 'desc'): Promise<string[]> {
    const members = await storage.memberships.listMembers('academy', { limit: 10, offset, direction })
    return members.map(({ student }) => student.rollNumber)
  }

  const pages = [0, 499, 991, 1_000, 1_001, 1_200, 1_280, 1_285, 1_295, 1_300, 5_000].flatMap((offset) =>
    (['asc', 'desc'] as const).map((direction) => [offset, direction] as const),
  )
  const expected = (offset: number, direction: 'asc' | 'desc') =>
    (direction === 'asc' ? rollNumbers : rollNumbers.toReversed()).slice(offset, offset + 10)

  test.each(pages)('are found after the first %d, %s', async (offset, direction) => {
    expect(await read(offset, direction)).toEqual(expected(offset, direction))
  })

  test.runIf(engine === 'sqlite')('are counted up to a page once, and not once for each member', async () => {
    const statements = await listStatements(async () => void (await read(499, 'asc')))
    const database = new DatabaseSync(join(storages.database.dataDir, 'rollkey.sqlite'), { readOnly: true })
    const steps = statements.flatMap((statement) => database.prepare(`explain query plan ${statement}`).all())
    database.close()
    const plan = steps.map(({ detail }) => String(detail))
    expect(plan).toContainEqual(expect.stringMatching(/^SEARCH memberships .*roll_number_canonical=\?/))
    expect(plan.filter((step) => /^(CO-ROUTINE|SCAN)/.test(step))).toEqual([])
  })

  test('are found in the same way after some have left', async () => {
    const gone = rollNumbers.filter((_, index) => index % 9 === 0 || (index > 700 && index < 720))
    await storage.transaction(async (stores) => {
      for (const rollNumber of gone) await stores.memberships.removeAllOf(`of-${rollNumber}`)
    })
    rollNumbers = rollNumbers.filter((rollNumber) => !gone.includes(rollNumber))
    for (const [offset, direction] of pages) expect(await read(offset, direction)).toEqual(expected(offset, direction))
  })

  test('are counted in blocks of which the invariants hold', async () => {
    const { member_blocks: blocks } = await storages.readTables()
    expect(blocks?.length).toBeGreaterThan(1)
    await checkInvariants(storages.database)
  })
})
