import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readScope, wholeGroup } from '#server/domain/register/report-scope.ts'
import { engines } from '#testing/create-database.ts'
import { createTestStorage, makeAccount, type TestStorage } from '#testing/open-test-storage.ts'
import { addInstitute, startSession } from '#testing/room-world.ts'

/** First and last name, by the id of the student, in the order of the names. */
const names = {
  zahra: ['Zahra', 'Ab Dul'],
  abdul: ['Zahra', 'Ab-Dul'],
  anna: ['ÅNNA', 'Dvořák'],
  emile: ['Émile', 'Groß'],
  ilkay: ['İlkay', 'Işık'],
  sean: ['Sean', 'O’Brien'],
  tara: ['Ｔａｒａ', 'Rao'],
  odysseus: ['Ὀδυσσεὺς', 'ΠΑΠΆΣ'],
  pyotr: ['Пётр', 'ЧАЙКОВСКИЙ'],
  ahmad: ['أَحْمَد', 'خان'],
  firoz: ['फ़िरोज़', 'ख़ान'],
  meena: ['मीना', 'कुमारी'],
  minjun: ['민준', '김'],
} as const satisfies Record<string, readonly [string, string]>
const inOrder = [
  'anna',
  'emile',
  'ilkay',
  'sean',
  'tara',
  'zahra',
  'abdul',
  'odysseus',
  'pyotr',
  'ahmad',
  'firoz',
  'meena',
  'minjun',
]

describe.each(engines)('names, on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let running: string

  beforeEach(async () => {
    storages = await createTestStorage(engine)
    storage = await storages.open()
    await addInstitute(storage, 'institute')
    const contact = { phoneNumber: '12345678', permissions: [], createdAt: 1, updatedAt: 1 }
    for (const [number, [id, [firstName, lastName]]] of Object.entries(names).entries()) {
      await storage.accounts.insert(makeAccount(id, { label: 'STD', hasProfile: true }))
      // No roll number has a letter that a search looks for, or is in the order of the names.
      const rollNumber = `${90 - number}`
      await storage.students.insert({ id, firstName, lastName, rollNumber, email: `${id}@x.example`, ...contact })
      const membership = { organisationId: 'institute', studentId: id, joinedAt: 1 }
      await storage.transaction(({ memberships }) => memberships.insert(membership, rollNumber))
    }
    running = await startSession(storage, 'institute', 1)
  })
  afterEach(() => storages.close())

  /** The ids that each list with a search gives, which must be the same. */
  async function search(text: string): Promise<string[]> {
    const { scope, now } = await readScope({ storage }, wholeGroup('institute'), {})
    const selection = { search: text, below75: false }
    const page = { limit: 50, offset: 0 }
    const listed = await storage.reports.listStudents(scope, selection, { sort: 'name', direction: 'asc' }, page)
    expect(await storage.reports.countStudents(scope, selection)).toBe(listed.length)
    const found = listed.map(({ id }) => id)

    const session = await storage.reports.findSession('institute', running, now)
    if (!session) throw new Error('The session is not there')
    const choice = { show: 'all', standing: true, search: text } as const
    const sheet = await storage.reports.listSheet({ ...session, organisationId: 'institute' }, choice, page)
    expect(new Set(sheet.map((row) => row.id))).toEqual(new Set(found))
    return found
  }

  test.each([
    ['dvorak', ['anna']],
    ['ånna', ['anna']],
    ['ANNA D', ['anna']],
    ['Dvořák, Anna', ['anna']],
    ['dul zah', ['zahra', 'abdul']],
    ['ab-dul', ['zahra', 'abdul']],
    ['ara', []],
    ['rien sean', []],
    ['tar 80', []],
    ['tar 84', ['tara']],
    ['e\u0301MILE', ['emile']],
    ['GROSS', ['emile']],
    ['groß', ['emile']],
    ['ILKAY IŞIK', ['ilkay']],
    ['ilkay ışık', ['ilkay']],
    ["o'brien", ['sean']],
    ['OʼBRIEN', ['sean']],
    ['O´Brien', ['sean']],
    ['obrien', ['sean']],
    ['TARA', ['tara']],
    ['ΟΔΥΣΣ', ['odysseus']],
    ['παπας', ['odysseus']],
    ['чайковский', ['pyotr']],
    ['петр', ['pyotr']],
    ['أحمد', ['ahmad']],
    ['फ\u093cिरोज\u093c', ['firoz']],
    ['फिरोज खान', ['firoz']],
    ['मीना', ['meena']],
    ['मोना', []],
    ['민'.normalize('NFD'), ['minjun']],
    ["'", []],
    ['%', []],
  ])('are found by %s', async (text, expected) => {
    expect(await search(text)).toEqual(expected)
  })

  const order = async (direction: 'asc' | 'desc') => {
    const { scope } = await readScope({ storage }, wholeGroup('institute'), {})
    return storage.reports.listStudentIds(scope, { search: '', below75: false }, { sort: 'name', direction })
  }

  test('are ordered by the code points of what is searched', async () => {
    expect(await order('asc')).toEqual(inOrder)
    expect(await order('desc')).toEqual(inOrder.toReversed())
  })

  test('of institutes are ordered in the same way', async () => {
    const institutes = { zz: 'zeta', aa: 'Ångström', oo: 'Osaka', cc: 'ЧЕХОВ', bb: 'Школа', dd: 'öresund' }
    const address = { addressLine1: 'Street', addressLine2: '', state: 'State', city: 'City' }
    const contact = { phoneNumber: '12345678', permissions: [], createdAt: 1, updatedAt: 1 }
    const emails = Object.keys(institutes).map((id) => `${id}@example.org`)
    for (const [id, name] of Object.entries(institutes)) {
      await storage.accounts.insert(makeAccount(id, { label: 'ORG', hasProfile: true }))
      await storage.organisations.insert({ id, name, email: `${id}@example.org`, ...contact, ...address })
    }
    const read = async () => (await storage.organisations.listByEmails(emails, 'asc')).map(({ id }) => id)
    expect(await read()).toEqual(['aa', 'dd', 'oo', 'zz', 'cc', 'bb'])
  })
})
