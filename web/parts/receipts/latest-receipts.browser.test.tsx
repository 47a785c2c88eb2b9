import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { EvidenceFile } from '#contract/evidence.ts'
import type { ReceiptState } from '#contract/receipts.ts'
import es256 from '../../../testing/evidence-samples/es256.json?raw'
import { speakLanguage } from '../../language/language.ts'
import { answerCalls } from '../../testing/answer-calls.ts'
import { countLines, findOverlaps } from '../../testing/find-overflow.ts'
import { longAnswers, longInstitute } from '../../testing/long-people.ts'
import { asha } from '../../testing/people.ts'
import { expectCount, press, showPart, toast } from '../../testing/show-part.tsx'
import { LatestReceipts } from './latest-receipts.tsx'

const [receipt] = longAnswers['GET /receipts'].receipts
const { ruling, ...mark } = receipt
const { mayDispute: _none, ...settled } = mark
const disputed = { ...settled, attendanceSessionId: 'disputed', organisationName: 'Disputed', flaggedAt: mark.markedAt }
const plain = { ...mark, attendanceSessionId: 'plain', organisationName: 'Plain' }
const answered = {
  ...settled,
  attendanceSessionId: 'answered',
  organisationName: 'Answered',
  ruling: { ...ruling, cause: 'dispute' as const },
}

const row = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}, `) })
const way = (words: string) => page.getByRole('button', { name: new RegExp(`^${words}, `) })

test('a latest mark shows the way to dispute it once its row is opened, one row at a time', async () => {
  answerCalls({ 'GET /receipts': { receipts: [plain, disputed, answered] } })
  showPart(<LatestReceipts />, { account: asha })
  await expect.element(row('Plain')).toHaveAttribute('aria-expanded', 'false')
  await expect.element(page.getByText('You said: not me')).toBeVisible()
  await expectCount(way('This was not me'), 0)
  await expectCount(way('Take it back'), 0)
  // The institute has answered: there is nothing more to ask.
  await expectCount(row('Answered'), 0)
  await press(row('Plain'), 'Enter')
  await expect.element(way('This was not me')).toBeVisible()
  await press(row('Disputed'), 'Enter')
  await expect.element(way('Take it back')).toBeVisible()
  await expectCount(way('This was not me'), 0)
  await press(row('Disputed'), 'Enter')
  await expectCount(way('Take it back'), 0)
})

test('a withdrawn mark that is disputed shows what the student said', async () => {
  const withdrawn = { ...disputed, ruling: { ...ruling, status: 'absent' as const } }
  const said = { ...withdrawn, attendanceSessionId: 'said', flagWords: 'I sat in the third row.' }
  answerCalls({ 'GET /receipts': { receipts: [withdrawn, said] } })
  showPart(<LatestReceipts />, { account: asha })
  await expect.element(page.getByText('You said: I was there', { exact: true })).toBeVisible()
  await expect.element(page.getByText('You said: I was there. “I sat in the third row.”')).toBeVisible()
})

test.each([
  ['en', '“Drawn in the spot check, and not in the room”'],
  ['hi', '“औचक जाँच में निकाले गए, और कमरे में नहीं थे”'],
] as const)(
  'a reason that a screen has suggested is read in the language of the reader: %s',
  async (language, words) => {
    const prepared = { ...ruling, status: 'absent' as const, reason: 'prepared:drawn-and-not-here' }
    answerCalls({ 'GET /receipts': { receipts: [{ ...plain, ruling: prepared }] } })
    await speakLanguage(language)
    showPart(<LatestReceipts />, { account: asha })
    await expect.element(page.getByText(words, { exact: false })).toBeVisible()
  },
)

test('a mark that the student signed offers its evidence, and saves the file as it came', async () => {
  const signed = { ...answered, organisationName: 'Signed', isSigned: true as const }
  const file: EvidenceFile = JSON.parse(es256)
  answerCalls({
    'GET /receipts': { receipts: [signed, plain] },
    'GET /own/evidence/:sessionId': file,
  })
  const saved: Blob[] = []
  const saving = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob)
    return 'data:,'
  })
  onTestFinished(() => saving.mockRestore())
  showPart(<LatestReceipts />, { account: asha })
  await press(row('Plain'), 'Enter')
  await expectCount(way('Take the evidence'), 0)
  await press(row('Signed'), 'Enter')
  await press(way('Take the evidence'), 'Enter')
  await expect.element(toast('The evidence file is saved. Anyone can check it at /verify.')).toBeVisible()
  expect(await saved[0]?.text()).toBe(es256)
})

test('a mark by room code or by hand says so, and one at the screen looks as ever', async () => {
  const byCode = { ...mark, attendanceSessionId: 'code', organisationName: 'Code', way: 'room-code' as const }
  const byHand = {
    ...mark,
    attendanceSessionId: 'hand',
    organisationName: 'Hand',
    way: 'hand' as const,
    handReason: 'The phone was empty.',
  }
  answerCalls({ 'GET /receipts': { receipts: [byCode, byHand, plain] } })
  showPart(<LatestReceipts />, { account: asha })
  const listed = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await expect.element(listed('Code').getByText('Room code', { exact: true })).toBeVisible()
  await expect.element(listed('Hand').getByText('By hand', { exact: true })).toBeVisible()
  await expect.element(listed('Hand').getByText('By hand: “The phone was empty.”')).toBeVisible()
  await expectCount(listed('Plain').getByText(/Room code|By hand|At the screen/), 0)
})

const { total: _total, classes: _classes, ruling: _ruling, ...ofAnyMark } = receipt
const inCourse = (state: ReceiptState, title = `Course ${state}`) => ({
  ...ofAnyMark,
  attendanceSessionId: state,
  organisationName: 'Kaveri College',
  course: { id: 'course', title, number: 26, state },
})

test('a mark in a course names the course, its session and the institute, and says where it does not count', async () => {
  answerCalls({
    'GET /receipts': {
      receipts: (['present', 'late', 'after-closing', 'guest'] as const).map((state) => inCourse(state)),
    },
  })
  showPart(<LatestReceipts />, { account: asha })
  const listed = (state: string) => page.getByRole('listitem').filter({ hasText: `Course ${state}` })
  await expect.element(listed('present').getByText('Kaveri College', { exact: true })).toBeVisible()
  await expect.element(listed('present').getByText('Session 26', { exact: true })).toBeVisible()
  await expect.element(listed('late').getByText('Session 26, late', { exact: true })).toBeVisible()
  await expect
    .element(listed('after-closing').getByText('Session 26. It does not count: it came after closing.'))
    .toBeVisible()
  await expect
    .element(listed('guest').getByText('Session 26. It does not count: you are not enrolled in this course.'))
    .toBeVisible()
  await press(row('Course present'), 'Enter')
  await expect.element(page.getByRole('button', { name: /^This was not me, Course present, 2 Nov/ })).toBeVisible()
})

test.each([358, 768, 1344])('the ring around a name of several lines lies on nothing, %i px wide', async (wide) => {
  await page.viewport(wide, 844)
  answerCalls({ 'GET /receipts': { receipts: [receipt] } })
  showPart(<LatestReceipts />, { account: asha })
  const name = row(longInstitute)
  await expect.element(name).toBeVisible()
  await userEvent.tab()
  await expect.element(name).toHaveFocus()
  const { outlineWidth, outlineOffset } = getComputedStyle(name.element())
  const ring =
    name.element().getBoundingClientRect().bottom + Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)
  const below = wide > 1100 ? page.getByText(/the mark counts/) : page.getByText('2 Nov 2026, 09:00')
  // The gap, and the room that a line has above its letters.
  expect(ring - below.element().getBoundingClientRect().top).toBeLessThanOrEqual(2)
})

describe('on a phone', () => {
  // As wide as the list is on a phone of 390 px.
  beforeEach(() => page.viewport(358, 844))

  test('a name of several lines opens its row by a touch, and lies on nothing', async () => {
    answerCalls({ 'GET /receipts': { receipts: [mark, plain] } })
    showPart(<LatestReceipts />, { account: asha })
    await expect.element(row(longInstitute)).toBeVisible()
    expect(countLines(longInstitute)).toBeGreaterThan(2)
    expect(findOverlaps()).toEqual([])
    for (const name of [longInstitute, 'Plain']) {
      expect(row(name).element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
    }
  })

  test('what a row offers begins at one line, also where it takes two', async () => {
    answerCalls({ 'GET /receipts': { receipts: [{ ...plain, isSigned: true }] } })
    showPart(<LatestReceipts />, { account: asha })
    await press(row('Plain'), 'Enter')
    await expect.element(way('Take the evidence')).toBeVisible()
    const [dispute, evidence] = ['This was not me', 'Take the evidence'].map((words) =>
      page.getByText(words, { exact: true }).element().getBoundingClientRect(),
    )
    expect(evidence?.top).toBeGreaterThan(dispute?.bottom ?? 0)
    expect(evidence?.left).toBe(dispute?.left)
    expect(dispute?.left).toBe(page.getByText('41 of 60 classes, 68.33%').element().getBoundingClientRect().left)
  })
})
