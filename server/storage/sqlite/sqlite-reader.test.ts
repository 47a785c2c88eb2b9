import { readdirSync } from 'node:fs'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { locate } from '#testing/check-invariants.ts'
import { createDatabaseWithTables } from '#testing/create-database.ts'
import { populateInstitute } from '#testing/populate-institute.ts'
import { openStorage } from '../open-storage.ts'

async function openFilled() {
  const database = await createDatabaseWithTables('sqlite')
  onTestFinished(database.drop)
  const { id, students } = await populateInstitute(locate(database), 'http://localhost', 1)
  const storage = await openStorage({ database: locate(database) })
  const studentId = students[0]?.id ?? ''
  const readInstitutes = async () =>
    (await storage.readOwnRecords(studentId)).memberships.map(({ organisation }) => organisation.id)
  return { id, storage, readInstitutes, listFiles: () => readdirSync(database.dataDir) }
}

describe('two files of one process, which one thread reads', () => {
  let one: Awaited<ReturnType<typeof openFilled>>
  let other: Awaited<ReturnType<typeof openFilled>>
  beforeEach(async () => {
    one = await openFilled()
    other = await openFilled()
  })

  test('stay apart, and the second is read on when the first is closed', async () => {
    const both = Promise.all([one.readInstitutes(), other.readInstitutes()])
    expect(await both).toEqual([[one.id], [other.id]])
    await one.storage.close()
    expect(await other.readInstitutes()).toEqual([other.id])
    await other.storage.close()
  })

  test('are whole without a log beside them once they are closed, also while the other is read', async () => {
    await Promise.all([one.readInstitutes(), other.readInstitutes()])
    expect(one.listFiles()).toContain('rollkey.sqlite-wal')
    const reading = other.readInstitutes()
    await one.storage.close()
    expect(one.listFiles()).toEqual(['rollkey.sqlite'])
    expect(await reading).toEqual([other.id])
    await other.storage.close()
  })
})
