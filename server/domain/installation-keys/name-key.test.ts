import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { verifyOpened } from '#server/operator/verify/verify-data.ts'
import { engines } from '#testing/create-database.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { tamper } from '#testing/tamper.ts'
import { findNamedKey, nameKey } from './name-key.ts'

describe.each(engines)('the installation key that a database names, on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>

  beforeEach(async () => {
    storages = await createTestStorage(engine)
    storage = await storages.open()
  })
  afterEach(() => storages.close())

  const use = (...ids: [string, ...string[]]) => nameKey(storage, ids, 'use')
  const replace = (...ids: [string, ...string[]]) => nameKey(storage, ids, 'replace')
  const entries = async () =>
    rowsOf(await storages.readTables(), 'audit_log').map(({ action, detail }) => {
      const { place, id } = JSON.parse(String(detail))
      return `${action} ${place} ${id}`
    })

  test('is the newest one of the first start, which is recorded once', async () => {
    expect(await findNamedKey(storage)).toBeUndefined()
    expect(await use('second', 'first')).toEqual({ named: 'second', outcome: 'added' })
    expect(await use('second', 'first')).toEqual({ named: 'second', outcome: 'kept' })
    expect(await use('second')).toEqual({ named: 'second', outcome: 'kept' })
    expect(await findNamedKey(storage)).toBe('second')
    expect(await entries()).toEqual(['installation-key.use 1 second'])
  })

  test('is followed by one that stands before it in the file, and by no other one', async () => {
    await use('first')
    expect(await use('other')).toEqual({ named: 'first', outcome: 'unknown' })
    expect(await use('second', 'first')).toEqual({ named: 'second', outcome: 'added' })
    expect(await use('first')).toEqual({ named: 'second', outcome: 'unknown' })
    expect(await use('first', 'second')).toEqual({ named: 'second', outcome: 'former-first' })
    expect(await entries()).toEqual(['installation-key.use 1 first', 'installation-key.use 2 second'])
  })

  test('is replaced where the operator has said so, also by one that it has followed', async () => {
    await use('first')
    expect(await replace('other')).toEqual({ named: 'other', outcome: 'added' })
    expect(await replace('other')).toEqual({ named: 'other', outcome: 'kept' })
    expect(await replace('first')).toEqual({ named: 'first', outcome: 'added' })
    expect(await replace('second', 'first')).toEqual({ named: 'second', outcome: 'added' })
    expect(await entries()).toEqual([
      'installation-key.use 1 first',
      'installation-key.replace 2 other',
      'installation-key.replace 3 first',
      'installation-key.use 4 second',
    ])
  })

  test('is that of one of two processes which start at once with different files', async () => {
    const other = await storages.open()
    const outcomes = await Promise.all([nameKey(storage, ['one'], 'use'), nameKey(other, ['two'], 'use')])
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['added', 'unknown'])
    expect(new Set(outcomes.map(({ named }) => named))).toEqual(new Set([await findNamedKey(storage)]))
    expect(await entries()).toHaveLength(1)
  })

  describe('and verify-data', () => {
    beforeEach(async () => {
      await use('first')
      await use('second', 'first')
      await replace('other')
      await storage.close()
    })
    const look = (...statements: string[]) =>
      tamper(storages.database, statements, async (opened) => {
        const findings = await verifyOpened(opened, { now: storages.clock.now() })
        return findings.find(({ rule }) => rule.startsWith('The installation keys'))
      })

    test('names each change, and whether the key before it was given up', async () => {
      const { wrong, note } = (await look()) ?? {}
      expect(wrong).toEqual([])
      expect(note).toMatch(/^\S+Z: second after first; \S+Z: other without second$/)
    })

    test('names a key that was added, changed or removed without the server', async () => {
      const young = storages.clock.now()
      const wrongAfter = async (statement: string) => (await look(statement))?.wrong
      const third = "name = 'installation-key 000000003'"
      expect(
        await wrongAfter(`insert into settings values ('installation-key 000000004', '${young} use planted')`),
      ).toEqual(['installation key 4 planted: the log does not know it'])
      for (const changed of [`${young} use other`, `${young} replace planted`]) {
        expect(await wrongAfter(`update settings set value = '${changed}' where ${third}`)).toEqual([
          `installation key 3 ${changed.split(' ').at(-1)}: the log does not know it`,
          'the log knows the installation key 3 other, and it is not there',
        ])
      }
      expect(await wrongAfter(`delete from settings where ${third}`)).toEqual([
        'the log knows the installation key 3 other, and it is not there',
      ])
    })
  })
})
