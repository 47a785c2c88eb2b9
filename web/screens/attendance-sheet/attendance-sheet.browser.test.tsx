import { beforeEach, describe, expect, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { paths } from '#contract/paths.ts'
import { queryClient } from '../../app/query-client.ts'
import { speakLanguage } from '../../language/language.ts'
import { runningSessionKey } from '../../live/live-keys.ts'
import { readAgain } from '../../live/read-again.ts'
import { type Asked, answerCalls, refuse } from '../../testing/answer-calls.ts'
import { countLines, findLineBreaks, findOverflow, findOverlaps } from '../../testing/find-overflow.ts'
import { longStudent } from '../../testing/long-people.ts'
import { office, officeDocument } from '../../testing/people.ts'
import type { ClassSheet as Sheet } from '../../testing/sheets.ts'
import { endedSheet, markedRow, missingRow, runningSheet } from '../../testing/sheets.ts'
import { expectCount } from '../../testing/show-part.tsx'
import { showScreen } from '../../testing/show-screen.tsx'

const call = 'GET /sessions/:sessionId'

type Answer = Sheet | ReturnType<typeof refuse>

function open(sheet: Answer | ((asked: Asked) => Answer), query = '') {
  const asked = answerCalls({
    'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': officeDocument,
    'GET /settings': { timeZone: 'Asia/Kolkata', displayNames: 'short', ways: ['screen', 'room-code'] },
    'GET /attendance/running': { session: null, members: 2, serverTime: runningSheet.serverTime },
    [call]: sheet,
  })
  showScreen('attendanceSheet', office, paths.attendanceSheet(office.$id, runningSheet.session.id) + query)
  return () =>
    asked.filter((one) => one.call === call).map(({ address }) => new URLSearchParams(address.split('?')[1]).toString())
}

const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })

test('says how many are marked, how, and what a room code shows', async () => {
  open({ ...runningSheet, network: { largest: 51, of: 58 } })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Session 26' })).toBeVisible()
  await expect.element(page.getByText('1 of 2 present')).toBeVisible()
  const counts = page.getByRole('list', { name: 'Marks by how they were made' }).getByRole('listitem')
  await expect
    .poll(() => counts.elements().map(({ textContent }) => textContent))
    .toEqual(['At the screen 0', 'Room code 1', 'By hand 0'])
  const about =
    'Room code shows that the code was known within 20 seconds, not where the phone was. 51 of 58 by room code came from one network.'
  await expect.element(page.getByText(about)).toBeVisible()
})

test('without a mark by room code there is no sentence about it', async () => {
  open({ ...runningSheet, counts: { ...runningSheet.counts, roomCode: 0, screen: 1 } })
  await expect.element(page.getByText('1 of 2 present')).toBeVisible()
  await expectCount(page.getByText(/not where the phone was/), 0)
})

test('asks first for those who are not yet marked; a filter and a search ask again', async () => {
  const listQueries = open(runningSheet)
  await expect.element(page.getByText('Meera Iyer')).toBeVisible()
  await page.getByRole('button', { name: 'All 2' }).click()
  await page.getByLabelText('Search by name or roll number').fill(' Ravi ')
  await expect
    .poll(listQueries)
    .toEqual([
      'filter=missing&limit=50&offset=0',
      'filter=all&limit=50&offset=0',
      'filter=all&search=Ravi&limit=50&offset=0',
    ])
})

test('the address has the page, the filter and the search', async () => {
  const listQueries = open({ ...runningSheet, total: 120 }, '?show=marked&search=rao&page=2')
  await expect.element(page.getByLabelText('Search by name or roll number')).toHaveValue('rao')
  await expect.element(page.getByRole('button', { name: /^Marked/ })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect
    .poll(listQueries)
    .toEqual([50, 100].map((offset) => `filter=marked&search=rao&limit=50&offset=${offset}`))
})

test('each flag stands on the row in words, and a mark that is not signed says so', async () => {
  const flags = [
    'new-passkey',
    'backup-changed',
    'cross-platform',
    'shared-browser',
    'two-browsers',
    'other-browser-active',
    'late-code',
  ] as const
  open({ ...runningSheet, rows: [{ ...markedRow, mark: { ...markedRow.mark, flags: [...flags], isSigned: false } }] })
  const marked = row('Ravi Menon')
  for (const words of [
    'Room code',
    'Passkey younger than a day',
    'Backup of the passkey changed',
    'Passkey of another device',
    'Browser used by several students',
    'One passkey in two browsers by turns',
    'Another browser of theirs was active',
    'Code used more than 10 seconds after it appeared',
    'No signature kept',
  ]) {
    await expect.element(marked.getByText(words, { exact: true })).toBeVisible()
  }
})

test('on a phone the first student stands in the window, below all that is said of the room', async () => {
  await page.viewport(390, 844)
  open({ ...runningSheet, network: { largest: 51, of: 58 } })
  await expect.element(page.getByText(/came from one network/)).toBeVisible()
  expect(row('Meera Iyer').element().getBoundingClientRect().bottom).toBeLessThanOrEqual(844)
})

test('a disputed mark has its chip', async () => {
  open({ ...runningSheet, rows: [{ ...markedRow, isDisputed: true }] })
  await expect.element(row('Ravi Menon').getByText('Disputed')).toBeVisible()
})

test('a flag of nearly all marks is one sentence about the room, and on no row', async () => {
  const flags = ['late-code', 'new-passkey'] as const
  open({
    ...runningSheet,
    roomFlags: [{ flag: 'late-code', marks: 38, of: 40 }],
    rows: [{ ...markedRow, mark: { ...markedRow.mark, flags: [...flags] } }],
  })
  const sentence =
    'Code used more than 10 seconds after it appeared: 38 of 40 marks. This says something about the room, not about a student.'
  await expect.element(page.getByText(sentence)).toBeVisible()
  await expect.element(row('Ravi Menon').getByText('Passkey younger than a day')).toBeVisible()
  await expectCount(row('Ravi Menon').getByText('Code used more than'), 0)
})

test('a mark by hand gives its reason, and a withdrawn mark is said to be one', async () => {
  const byHand = { ...markedRow.mark, way: 'hand', reason: 'Phone forgotten', isWithdrawn: true } as const
  open({ ...runningSheet, rows: [{ ...markedRow, mark: byHand }] })
  await expect.element(row('Ravi Menon').getByText('By hand')).toBeVisible()
  await expect.element(row('Ravi Menon').getByText('“Phone forgotten”')).toBeVisible()
  await expect.element(row('Ravi Menon').getByText('Mark withdrawn')).toBeVisible()
})

test('who started, ended, counted, drew and marked by hand is named, with the title or the role', async () => {
  const [ravi, meera] = [
    { name: 'Ravi Kulkarni', title: '', role: 'teacher' },
    { name: 'Meera Iyer', title: 'Head of Physics', role: 'owner' },
  ] as const
  const at = endedSheet.serverTime
  const { studentId, personId, name, rollNumber } = missingRow
  open({
    ...endedSheet,
    session: { ...endedSheet.session, startedBy: ravi, endedBy: meera },
    headCount: { counted: 2, countedAt: at, by: ravi },
    draws: [{ studentId, personId, name, rollNumber, drawnAt: at, here: null, by: meera }],
    rows: [{ ...markedRow, mark: { ...markedRow.mark, way: 'hand', reason: 'Phone forgotten', by: ravi } }],
  })
  await expect.element(page.getByText('Started by Ravi Kulkarni, Teacher')).toBeVisible()
  await expect.element(page.getByText('Ended by Meera Iyer, Head of Physics')).toBeVisible()
  await expect.element(row('Ravi Menon').getByText('by Ravi Kulkarni, Teacher')).toBeVisible()
  const drawn = page.getByRole('list', { name: 'Drawn students' })
  await expect.element(drawn.getByText('by Meera Iyer, Head of Physics')).toBeVisible()
  await page.getByText('Head count', { exact: true }).click()
  await expect.element(page.getByText(/^Counted at .+ by Ravi Kulkarni, Teacher\.$/)).toBeVisible()
})

test('who has no mark is not yet marked while the session runs, and absent afterwards', async () => {
  let sheet = { ...runningSheet, rows: [missingRow] }
  open(() => sheet)
  await expect.element(row('Meera Iyer').getByText('Not marked yet')).toBeVisible()
  await expect.element(page.getByText('Running')).toBeVisible()
  sheet = { ...endedSheet, rows: [missingRow] }
  await readAgain(queryClient, { queryKey: runningSessionKey(office.$id) })
  await expect.element(row('Meera Iyer').getByText('Absent')).toBeVisible()
  await expectCount(page.getByText('Running'), 0)
  await expect.element(page.getByRole('group', { name: 'Show' }).getByText('Not marked 1')).toBeVisible()
})

test.each([
  ['refused', 'it may have been copied. Mark by hand'],
  ['changed', 'it has changed. Mark by hand'],
] as const)(
  'a student whose passkey is %s is named with what to do, as long as a mark by hand is possible',
  async (passkey, words) => {
    const rows = [{ ...missingRow, passkey }]
    open({ ...runningSheet, rows })
    await expect.element(row('Meera Iyer').getByText(words, { exact: false })).toBeVisible()
  },
)

test('after the time for marks by hand, the sheet says nothing of passkeys', async () => {
  open({ ...endedSheet, handUntil: endedSheet.serverTime - 1, rows: [{ ...missingRow, passkey: 'changed' }] })
  await expect.element(row('Meera Iyer')).toBeVisible()
  await expectCount(page.getByText(/it has changed/), 0)
})

test('a mark that comes in shows without a touch', async () => {
  let sheet: Sheet = { ...runningSheet, rows: [missingRow], total: 1 }
  open(() => sheet)
  await expect.element(page.getByText('Meera Iyer')).toBeVisible()
  sheet = { ...runningSheet, counts: { ...runningSheet.counts, marked: 2, roomCode: 2 }, rows: [], total: 0 }
  // What an event of the server does.
  await readAgain(queryClient, { queryKey: runningSessionKey(office.$id) })
  await expect.element(page.getByText('2 of 2 present')).toBeVisible()
  await expect.element(page.getByText('All students are marked')).toBeVisible()
})

test('a page that is empty by now leads to the last one', async () => {
  const many = { ...runningSheet, total: 51, counts: { ...runningSheet.counts, members: 52 } }
  const rest: { isGone: boolean } = { isGone: false }
  const listQueries = open(({ address }) =>
    rest.isGone ? { ...many, total: 1, rows: address.includes('offset=50') ? [] : [missingRow] } : many,
  )
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect.poll(listQueries).toHaveLength(2)
  rest.isGone = true
  await readAgain(queryClient, { queryKey: runningSessionKey(office.$id) })
  await expect.poll(() => listQueries().at(-1)).toBe('filter=missing&limit=50&offset=0')
  await expect.element(page.getByText('Meera Iyer')).toBeVisible()
})

test('a session that is not the institute’s is not in its reports', async () => {
  open(refuse('document_not_found'))
  await expect.element(page.getByRole('heading', { name: 'This is not in your reports' })).toBeVisible()
})

test('a session that is taken back reads so on its open sheet', async () => {
  const held: { isTakenBack: boolean } = { isTakenBack: false }
  open(() => (held.isTakenBack ? refuse('document_not_found') : runningSheet))
  await expect.element(page.getByText('Meera Iyer')).toBeVisible()
  held.isTakenBack = true
  await readAgain(queryClient, { queryKey: runningSessionKey(office.$id) })
  await expect.element(page.getByRole('heading', { name: 'Session taken back' })).toBeVisible()
})

describe('in Hindi', () => {
  test('the sheet speaks it', async () => {
    await speakLanguage('hi')
    open({ ...runningSheet, rows: [markedRow] })
    await expect.element(row('Ravi Menon').getByText('कमरे का कोड')).toBeVisible()
    await expect.element(page.getByText(/यह नहीं कि फ़ोन कहाँ था/)).toBeVisible()
  })
})

describe('on a phone', () => {
  const missing = { ...missingRow, name: longStudent.name, rollNumber: longStudent.rollNumber }
  const ruled = {
    ...markedRow.mark,
    way: 'hand',
    flags: ['two-browsers'],
    reason: 'Seen in the room. '.repeat(8),
  } as const
  const boxOf = (locator: Locator) => locator.element().getBoundingClientRect()
  beforeEach(() => page.viewport(390, 844))

  test('a long name has the whole width, its roll number one line, and whether it is marked stands below', async () => {
    open({ ...runningSheet, rows: [missing, { ...markedRow, ...missing, mark: markedRow.mark, studentId: 'marked' }] })
    await expect.element(row('Not marked yet')).toBeVisible()
    expect(countLines(missing.name)).toBeLessThanOrEqual(4)
    expect(findLineBreaks(missing.rollNumber)).toEqual([])
    for (const presence of ['Not marked yet', 'Present']) {
      const sign = row(presence).getByText(presence, { exact: true })
      expect(boxOf(sign).top).toBeGreaterThanOrEqual(boxOf(row(presence).getByText(missing.rollNumber)).bottom)
    }
    expect(findOverlaps()).toEqual([])
    expect(findOverflow()).toEqual([])
  })

  test('an ordinary name has its roll number and whether it is marked in the next line', async () => {
    const flagged = { ...markedRow, studentId: 'flagged', name: 'Asha Rao', rollNumber: '21CS003' }
    const mark = { ...markedRow.mark, flags: ['new-passkey' as const] }
    open({ ...runningSheet, rows: [missingRow, markedRow, { ...flagged, mark }] })
    await expect.element(row('Ravi Menon')).toBeVisible()
    for (const { name, rollNumber, presence, height } of [
      { ...missingRow, presence: 'Not marked yet', height: 65 },
      { ...markedRow, presence: 'Present', height: 95 },
      { ...flagged, presence: 'Present', height: 117 },
    ]) {
      const sign = boxOf(row(name).getByText(presence, { exact: true }))
      const code = boxOf(row(name).getByText(rollNumber))
      expect(sign.top).toBeLessThan(code.bottom)
      expect(sign.left).toBeGreaterThan(code.right)
      expect(boxOf(row(name)).height).toBeLessThanOrEqual(height)
    }
  })

  test('a touch anywhere on a row that is not marked chooses it', async () => {
    open(runningSheet)
    const checkbox = page.getByRole('checkbox', { name: /Meera Iyer/ })
    await expect.element(checkbox).not.toBeChecked()
    await row('Meera Iyer').click({ position: { x: 340, y: 10 } })
    await expect.element(checkbox).toBeChecked()
  })

  test('the reason of a decision has the whole width, below what can be done', async () => {
    open({ ...runningSheet, rows: [{ ...markedRow, mark: ruled }] })
    await expect.element(row('Ravi Menon')).toBeVisible()
    const change = boxOf(row('Ravi Menon').getByRole('button'))
    const reason = boxOf(row('Ravi Menon').getByText(/Seen in the room/))
    const flag = boxOf(row('Ravi Menon').getByText('One passkey in two browsers by turns'))
    expect(change.height).toBeGreaterThanOrEqual(44)
    expect(boxOf(row('Ravi Menon').getByText('By hand')).right).toBeLessThan(change.left)
    expect(flag.top).toBeGreaterThan(change.top + change.height / 2)
    expect(reason.top).toBeGreaterThanOrEqual(flag.bottom)
    expect(reason.width).toBeGreaterThan(300)
    expect(findOverlaps()).toEqual([])
  })
})
