import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { engines } from '#testing/create-database.ts'
import { makeCaller, makeContext } from '#testing/make-context.ts'
import { type OpenInstitute, openInstitute } from '#testing/open-institute.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { enter } from '../doors.ts'
import { queueDueNotices } from '../mail/queue-due-notices.ts'
import { changePerson } from '../roster/people.ts'
import { correctOwnName } from './correct-own-name.ts'

describe.each(engines)('a corrected name on %s', (engine) => {
  let institute: OpenInstitute
  let storage: OpenInstitute['storage']
  beforeEach(async () => {
    institute = await openInstitute(engine)
    ;({ storage } = institute)
    await institute.addStudent('asha', 'R1')
    await institute.join('asha', 'R1')
  })
  afterEach(() => institute.close())

  const correct = async (firstName: string) => {
    const context = makeContext({ caller: makeCaller('asha', 'STD') })
    await correctOwnName({ storage }, await enter('own-name.correct', context), { firstName, lastName: 'Name' })
  }
  /** The mails that are queued once it was quiet. */
  const mails = async () => {
    institute.storages.clock.advance(11 * 60_000)
    await queueDueNotices(storage)
    const queued = rowsOf(await institute.storages.readTables(), 'outbox')
    return queued.map(({ kind, account_id }) => [kind, account_id])
  }
  const listed = async (search = '') =>
    (await institute.listPeople({ search })).people.map(({ name, ownName }) => [name.given, ownName?.given])

  test('is told to each institute once, with the name that stands', async () => {
    await correct('Aisha')
    await correct('Aysha')
    expect(await mails()).toEqual([['member-renamed', 'institute']])
    expect(await listed('aysha')).toEqual([['Aysha', undefined]])
    expect((await storage.accounts.find('asha'))?.name).toBe('Aysha Name')
  })

  test('is not told where the old one stands again', async () => {
    await correct('Aisha')
    await correct('Own')
    expect(await mails()).toEqual([])
  })

  test('leaves the name of a roster as it is', async () => {
    const personId = (await storage.courses.findPersonOf('institute', 'asha')) ?? ''
    const named = { personId, givenName: 'Asha', familyName: 'Rao' }
    await changePerson({ storage }, await enter('people.change', await institute.office()), named)
    await correct('Aisha')
    expect(await listed()).toEqual([['Asha', 'Aisha']])
  })
})
