import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AttendanceFilter } from '#contract/report-requests.ts'
import { attendanceSessionMs, drawMs, handMarkMs } from '#contract/rules.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { engines } from '#testing/create-database.ts'
import { holdTime, moveTo } from '#testing/hold-time.ts'
import type { MadePasskey } from '#testing/make-passkey.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import { readClassSheet } from '#testing/read-sheets.ts'
import {
  addInstitute,
  addSigningInstitute,
  addStudent,
  beginAgain,
  beginHand,
  type CheckInDeps,
  checkIn,
  checkInDeps,
  contextOf,
  finish,
  finishHand,
  logPhoneIn,
  type Phone,
  readCode,
  scan,
  scanCode,
  sign,
  startSession,
} from '#testing/room-world.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { ruleOnStudent } from '#testing/rule-on-student.ts'
import { enter } from '../doors.ts'
import { countClass } from '../groups/whole.ts'
import { makeMark, recordMarks } from '../marks/make-mark.ts'
import { hashSecret } from '../secret-hash.ts'
import { roomCodeStepMs } from '../session-id.ts'
import type { MarkEvidence } from '../sessions/stores.ts'
import { disputeCell } from './dispute-cell.ts'
import { flagsOf as flagsByFacts } from './evidence-flags.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const names = ['asha', 'bala', 'chand', 'devi', 'esha', 'farid'] as const
type Name = (typeof names)[number]

describe.each(engines)('the sheet of a session on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let deps: CheckInDeps
  let institute: MadePasskey
  let passkeys: Record<Name, MadePasskey>
  let session: string
  let office: Phone

  beforeEach(async () => {
    holdTime()
    storages = await createTestStorage(engine)
    storage = await storages.open()
    deps = checkInDeps(storage)
    await addInstitute(storage, 'elsewhere')
    institute = await addSigningInstitute(storage, 'institute')
    passkeys = Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await addStudent(storage, name, ['institute'])])),
    )
    storages.clock.advance(2 * day)
    session = await startSession(storage, 'institute', 1)
    office = {}
    await logPhoneIn(storage, office, 'institute', 'ORG')
  })
  afterEach(async () => {
    await checkInvariants(storages.database, storages.clock.now(), { areMarksUnsigned: true })
    await storages.close()
  })

  const read = async (wanted: { filter?: AttendanceFilter; search?: string; limit?: number; offset?: number } = {}) =>
    readClassSheet(deps, await enter('sessions.view', contextOf(office)), {
      sessionId: session,
      filter: 'all',
      search: '',
      limit: 100,
      offset: 0,
      ...wanted,
    })
  const phoneOf = async (name: Name, address?: string): Promise<Phone> => {
    const phone: Phone = address === undefined ? {} : { address }
    await logPhoneIn(storage, phone, name)
    return phone
  }
  /** The code has just begun to be shown: there is time to scan it. */
  const byRoomCode = async (name: Name, phone?: Phone) => {
    storages.clock.advance(roomCodeStepMs - ((await storage.now()) % roomCodeStepMs))
    return checkIn(deps, phone ?? (await phoneOf(name)), passkeys[name], session)
  }
  const byHand = async (...students: Name[]) => {
    const offer = await beginHand(deps, office, { session, students })
    await finishHand(deps, office, offer, sign(institute, offer))
  }
  const atTheScreen = async (name: Name, method: 'kiosk' | 'screen', flags: MarkEvidence['flags'] = []) =>
    storage.transaction(async (stores) => {
      const member = await stores.memberships.lockMember('institute', name)
      const held = await stores.attendance.lockSession({ organisationId: 'institute' }, session)
      if (!member || !held) throw new Error('there is no such member or session')
      const made = await makeMark(stores, member, held, countClass('hour'), {
        method,
        credentialId: passkeys[name].credentialId,
        proofId: `proof of ${name}`,
        evidence: { attachment: 'cross-platform', userVerified: true, backupEligible: true, backedUp: true, flags },
        earlier: undefined,
        now: await stores.now(),
      })
      await recordMarks(stores, contextOf(office), held, made)
    })
  const withdraw = async (name: Name) =>
    ruleOnStudent(deps, await enter('cells.rule', contextOf(office)), {
      sessionId: session,
      studentId: name,
      status: 'absent',
      reason: 'Not in the room.',
      after: 0,
    })
  const flagsOf = async (name: Name) => (await read()).rows.find(({ studentId }) => studentId === name)?.mark?.flags

  test('lists the members by roll number, each mark with its way', async () => {
    await byRoomCode('bala')
    await byHand('chand')
    await atTheScreen('devi', 'kiosk')
    const now = await storage.now()
    const sheet = await read()
    expect(sheet).toMatchObject({
      session: { id: session, number: 1, ways: ['screen', 'room-code'], isOver: false },
      counts: { members: 6, marked: 3, screen: 1, roomCode: 1, hand: 1, withdrawn: 0 },
      headCount: null,
      draws: [],
      drawUntil: sheet.session.endsAt + drawMs,
      handUntil: sheet.session.endsAt + handMarkMs,
      total: 6,
      serverTime: expect.any(Number),
    })
    const mark = { isWithdrawn: false, flags: [], reason: null }
    expect(sheet.rows.map(({ rollNumber, mark }) => [rollNumber, mark])).toEqual([
      ['asha', null],
      ['bala', { ...mark, way: 'room-code', isSigned: true, markedAt: expect.any(Number) }],
      ['chand', { ...mark, way: 'hand', isSigned: true, markedAt: expect.any(Number), reason: 'The phone was empty.' }],
      ['devi', { ...mark, way: 'screen', isSigned: false, markedAt: expect.any(Number) }],
      ['esha', null],
      ['farid', null],
    ])
    expect(now).toBeLessThanOrEqual(sheet.serverTime)
  })

  test('is filtered, searched and paged', async () => {
    await byHand('bala', 'chand', 'esha')
    const found = async (wanted: Parameters<typeof read>[0]) => {
      const { total, rows } = await read(wanted)
      return [total, rows.map(({ studentId }) => studentId)]
    }
    expect(await found({ filter: 'missing' })).toEqual([3, ['asha', 'devi', 'farid']])
    expect(await found({ filter: 'marked' })).toEqual([3, ['bala', 'chand', 'esha']])
    expect(await found({ limit: 2, offset: 2 })).toEqual([6, ['chand', 'devi']])
    expect(await found({ filter: 'marked', limit: 2, offset: 2 })).toEqual([3, ['esha']])
    expect(await found({ search: 'SHA' })).toEqual([2, ['asha', 'esha']])
    expect(await found({ search: 'sha', filter: 'missing' })).toEqual([1, ['asha']])
    expect(await found({ search: '%' })).toEqual([0, []])
  })

  test('names the marks whose dispute waits for an answer', async () => {
    const phone = await phoneOf('asha')
    await byHand('asha', 'bala')
    await disputeCell(deps, await enter('mark.flag', contextOf(phone)), {
      attendanceSessionId: session,
      reason: 'not-me',
    })
    const disputed = async () =>
      (await read({ filter: 'marked' })).rows.filter(({ isDisputed }) => isDisputed).map(({ studentId }) => studentId)
    expect(await disputed()).toEqual(['asha'])
    await withdraw('asha')
    expect(await disputed()).toEqual([])
  })

  test('reads the flags of all marks that stand as those of their rows', async () => {
    const shared: Phone = {}
    for (const name of ['asha', 'bala'] as const) {
      await logPhoneIn(storage, shared, name)
      await byRoomCode(name, shared)
    }
    await atTheScreen('chand', 'screen', ['new-passkey'])
    await byHand('devi', 'esha')
    await withdraw('esha')
    const ofRows = (await read()).rows.flatMap(({ mark }) => (mark && !mark.isWithdrawn ? [mark.flags] : []))
    expect(ofRows).toHaveLength(4)
    expect((await storage.reports.listFlagged(session)).map(flagsByFacts)).toEqual(expect.arrayContaining(ofRows))
  })

  test('counts a withdrawn mark apart, and does not call its student missing', async () => {
    await byHand('asha', 'bala')
    await withdraw('asha')
    const sheet = await read({ filter: 'marked' })
    expect(sheet.counts).toEqual({ members: 6, marked: 1, screen: 0, roomCode: 0, hand: 1, withdrawn: 1 })
    expect(sheet.rows.map(({ studentId, mark }) => [studentId, mark?.isWithdrawn])).toEqual([
      ['asha', true],
      ['bala', false],
    ])
    expect((await read({ filter: 'missing' })).total).toBe(4)
  })

  test('goes on after the end, with the members of that time', async () => {
    await byRoomCode('asha')
    storages.clock.advance(attendanceSessionMs)
    await addStudent(storage, 'gita', [])
    const joinedAt = await storage.now()
    await storage.transaction(({ memberships }) =>
      memberships.insert({ organisationId: 'institute', studentId: 'gita', joinedAt }, 'GITA'),
    )
    const { session: shown, counts, total } = await read()
    expect([shown.isOver, counts.members, counts.marked, total]).toEqual([true, 6, 1, 6])
  })

  test('is that of no other institute’s session', async () => {
    const other: Phone = {}
    await logPhoneIn(storage, other, 'elsewhere', 'ORG')
    const all = { filter: 'all', search: '', limit: 100, offset: 0 } as const
    const unknown = { reason: 'document_not_found' }
    await expect(
      readClassSheet(deps, await enter('sessions.view', contextOf(other)), { sessionId: session, ...all }),
    ).rejects.toMatchObject(unknown)
    await expect(
      readClassSheet(deps, await enter('sessions.view', contextOf(office)), { sessionId: 'unknown', ...all }),
    ).rejects.toMatchObject(unknown)
  })

  test('says how many marks by room code came from one network, from five on', async () => {
    const places = ['203.0.113.7', '203.0.113.8', '203.0.113.9', '198.51.100.1'] as const
    for (const [number, address] of places.entries()) {
      const name = names[number] ?? 'asha'
      await byRoomCode(name, await phoneOf(name, address))
    }
    expect((await read()).network).toBeNull()
    await byRoomCode('esha', await phoneOf('esha', '192.0.2.1'))
    await byHand('farid')
    expect((await read()).network).toEqual({ largest: 3, of: 5 })
    await withdraw('esha')
    expect((await read()).network).toBeNull()
  })

  test('rests on networks and keyed browsers, and keeps neither an address nor a cookie', async () => {
    const phone = await phoneOf('asha', '203.0.113.7')
    await byRoomCode('asha', phone)
    const [origin] = rowsOf(await storages.readTables(), 'mark_origins')
    expect(origin).toMatchObject({ student_id: 'asha', address_prefix: '203.0.113.0/24' })
    expect(phone.phoneToken).toBeDefined()
    expect(origin?.browser_hash).not.toBe(hashSecret(phone.phoneToken ?? ''))
  })

  describe('flags', () => {
    test('no mark of one browser, one login and a prompt scan', async () => {
      await byRoomCode('asha')
      expect(await flagsOf('asha')).toEqual([])
    })

    test('several students of one browser, and no other', async () => {
      const shared: Phone = {}
      for (const name of ['asha', 'bala'] as const) {
        await logPhoneIn(storage, shared, name)
        await byRoomCode(name, shared)
      }
      await byRoomCode('chand')
      expect([await flagsOf('asha'), await flagsOf('bala'), await flagsOf('chand')]).toEqual([
        ['shared-browser'],
        ['shared-browser'],
        [],
      ])
    })

    test('no browser that two students used in two sessions', async () => {
      const shared = await phoneOf('asha')
      await byRoomCode('asha', shared)
      storages.clock.advance(2 * hour)
      session = await startSession(storage, 'institute', 2)
      await logPhoneIn(storage, shared, 'bala')
      await byRoomCode('bala', shared)
      expect(await flagsOf('bala')).toEqual([])
    })

    test('a passkey that goes from one browser to another and back', async () => {
      const [phone, laptop] = [await phoneOf('asha'), await phoneOf('asha')]
      storages.clock.advance(minute)
      const raised: (readonly string[] | undefined)[] = []
      for (const [number, browser] of [phone, phone, laptop, phone, phone].entries()) {
        if (number > 0) {
          storages.clock.advance(2 * hour)
          session = await startSession(storage, 'institute', number + 1)
        }
        await byRoomCode('asha', browser)
        raised.push(await flagsOf('asha'))
      }
      // The first was made while the other login was fresh.
      expect(raised).toEqual([['other-browser-active'], [], [], ['two-browsers'], []])
    })

    test('another login of the student that was used within the hour', async () => {
      await phoneOf('asha')
      const phone = await phoneOf('asha')
      storages.clock.advance(minute)
      await byRoomCode('asha', phone)
      expect(await flagsOf('asha')).toEqual(['other-browser-active'])
    })

    test('no other login that was last used an hour ago', async () => {
      await phoneOf('asha')
      storages.clock.advance(hour)
      session = await startSession(storage, 'institute', 2)
      await byRoomCode('asha')
      expect(await flagsOf('asha')).toEqual([])
    })

    test('a code that was redeemed after the display had changed', async () => {
      const phone = await phoneOf('asha')
      moveTo(storages.clock, Math.ceil((await storage.now()) / roomCodeStepMs) * roomCodeStepMs)
      const code = await readCode(deps, session)
      storages.clock.advance(roomCodeStepMs + 1)
      const offer = await scanCode(deps, phone, code)
      await finish(deps, phone, offer, sign(passkeys.asha, offer))
      expect(await flagsOf('asha')).toEqual(['late-code'])
    })

    test('no prompt code whose student logged in before the check-in', async () => {
      const phone: Phone = {}
      moveTo(storages.clock, Math.ceil((await storage.now()) / roomCodeStepMs) * roomCodeStepMs)
      await scan(deps, phone, session)
      storages.clock.advance(2 * minute)
      await logPhoneIn(storage, phone, 'asha')
      const offer = await beginAgain(deps, phone)
      await finish(deps, phone, offer, sign(passkeys.asha, offer))
      expect(await flagsOf('asha')).toEqual([])
    })

    test.each(['kiosk', 'screen'] as const)(
      'a young passkey, and not that it is another device at the screen (%s)',
      async (method) => {
        await atTheScreen('asha', method, ['new-passkey', 'cross-platform'])
        expect(await flagsOf('asha')).toEqual(['new-passkey'])
      },
    )

    test('nothing about browsers and codes after 30 days', async () => {
      const shared: Phone = {}
      for (const name of ['asha', 'bala'] as const) {
        await logPhoneIn(storage, shared, name)
        await byRoomCode(name, shared)
      }
      storages.clock.advance(30 * day - hour)
      await storage.purgeExpired()
      expect(await flagsOf('asha')).toEqual(['shared-browser'])
      storages.clock.advance(2 * hour)
      await storage.purgeExpired()
      expect(await flagsOf('asha')).toEqual([])
    })

    test('not the login that the check-in itself opens', async () => {
      const phone: Phone = {}
      const offer = await scan(deps, phone, session)
      expect((await finish(deps, phone, offer, sign(passkeys.asha, offer))).loggedIn).toBe(true)
      expect(await flagsOf('asha')).toEqual([])
    })
  })
})
