import { afterEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { CheckedSheet } from '#contract/course-sessions.ts'
import { courseTexts } from '#contract/course-texts.ts'
import { paths } from '#contract/paths.ts'
import { speakLanguage } from '../../language/language.ts'
import { type Asked, answerCalls, noAnswer, refuse } from '../../testing/answer-calls.ts'
import { answerPasskey, finished, offer } from '../../testing/check-ins.ts'
import { noPasskeys, office, officeDocument } from '../../testing/people.ts'
import { markedRow, unchecked } from '../../testing/sheets.ts'
import { takeAway, toast } from '../../testing/show-part.tsx'
import { showScreen } from '../../testing/show-screen.tsx'

const now = Date.now()
const unknown = { status: null, isAfterClosing: false, isLeftOut: false, isGuest: false, mark: null, ruling: null }
const ruled = (status: 'present' | 'excused') => ({
  ...unknown,
  status,
  ruling: { sequence: 1, status, minutes: null, reason: 'A letter.', cause: 'staff', decidedAt: now } as const,
})
const person = (given: string, cell: CheckedSheet['people'][number]['cell'] = unknown) => ({
  ...{ personId: given, studentId: null, rollNumber: given, given, family: 'Rao', cell },
})
const sheet = (...people: CheckedSheet['people']): CheckedSheet => ({
  session: {
    ...{ id: 'session', publicId: 'ABCDEF', number: 3, room: null, startedAt: now, endsAt: now + 3_600_000 },
    ...{ course: { id: 'maths', code: 'MATH-1', title: 'Maths' }, lateAfterMs: 600_000, closesAfterMs: null },
    ...{
      hasRoomCode: false,
      status: 'held',
      isTaken: false,
      present: 0,
      people: people.length,
      apart: { guests: 0, afterClosing: 0 },
    },
  },
  ...{ people, lockedAt: now + 9 * 3_600_000, serverTime: now, ...unchecked },
})
const lines = JSON.stringify([
  { person: 'Bela', status: 'excused' },
  { person: 'Chitra', status: 'present' },
])

const marked = (given: string) =>
  person(given, { ...unknown, status: 'present', mark: { ...markedRow.mark, markedAt: now, begunAt: now } })
const allAway = () => sheet(person('Asha'), person('Bela'), person('Chitra'))

type Answers = {
  sheet?: () => CheckedSheet | ReturnType<typeof refuse>
  begin?: () => ReturnType<typeof refuse> | undefined
  finish?: () => ReturnType<typeof refuse> | typeof noAnswer | undefined
  path?: string
}

/** The sheet of a session, and what begin and finish answer before they go well. */
function open({
  sheet: read = allAway,
  begin = () => undefined,
  finish = () => undefined,
  path = '',
}: Answers = {}): readonly Asked[] {
  answerPasskey()
  const asked = answerCalls({
    'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': { ...officeDocument, passKey: true },
    'GET /institute': { ...officeDocument, passKey: true },
    'GET /passkeys': noPasskeys,
    'GET /settings': { timeZone: 'Asia/Kolkata', displayNames: 'short', ways: ['screen'] },
    'GET /today': { running: [], notTaken: [], courses: [], rooms: [], serverTime: now },
    'GET /sessions/:sessionId': () => {
      const answer = read()
      return 'session' in answer ? { kind: 'course', ...answer } : answer
    },
    'POST /check-ins': () => begin() ?? { ...offer, way: 'roll-call' as const, student: null },
    'POST /check-ins/:checkInId/finish': () =>
      finish() ?? { ...finished('counted'), way: 'roll-call' as const, marks: [] },
  })
  showScreen('courseSession', office, `${paths.courseSession(office.$id, 'session')}${path}`)
  return asked
}

/** A roll that is refused the first time, as a colleague has decided about two of three. */
function openMoved(): readonly Asked[] {
  let refused = false
  return open({
    sheet: () =>
      refused ? sheet(person('Asha'), person('Bela', ruled('excused')), person('Chitra', ruled('present'))) : allAway(),
    finish: () => {
      if (refused) return undefined
      refused = true
      return refuse('roll-call-moved', lines)
    },
  })
}

afterEach(() => localStorage.clear())

const words = courseTexts.session
const button = (name: string | RegExp) => page.getByRole('button', { name })
const row = (name: string, status: string) => button(new RegExp(`^${name} ${name} Rao( Now: \\w+)?: ${status}$`))
const sent = (asked: readonly Asked[]) => asked.filter(({ call }) => call === 'POST /check-ins').at(-1)?.body

/** All are absent, and the roll is refused. */
async function callAbsent(): Promise<void> {
  await button(words.rollCall).click()
  for (const name of ['Asha', 'Bela', 'Chitra']) await row(name, 'Present').click()
  await button(words.saveRoll).click()
  await expect.element(page.getByText(words.movedTitle)).toBeVisible()
}

test('a roll that came too late keeps its taps, shows what stands, and is signed without these lines', async () => {
  const asked = openMoved()
  await callAbsent()
  await expect.element(row('Asha', 'Absent')).toBeVisible()
  await expect.element(page.getByRole('alert').getByText(words.standsNow('Excused'))).toBeVisible()
  await button(words.keepNowOf('Bela Rao', 'Excused')).click()
  await button(words.keepNowOf('Chitra Rao', 'Present')).click()
  await button(words.saveRoll).click()
  await expect.element(toast(words.signed)).toBeVisible()
  expect(sent(asked)).toMatchObject({
    statuses: [
      { person: 'Asha', status: 'absent' },
      { person: 'Bela', status: 'excused' },
      { person: 'Chitra', status: 'present' },
    ],
    reason: '',
  })
})

test('or with a reason for them', async () => {
  const asked = openMoved()
  await callAbsent()
  await button(words.keepNowOf('Chitra Rao', 'Present')).click()
  await button(words.saveRoll).click()
  await expect.element(toast(words.reasonNeeded)).toBeVisible()
  await page.getByLabelText(words.reason).fill('The letter was of another day.')
  await button(words.saveRoll).click()
  await expect.element(toast(words.signed)).toBeVisible()
  expect(sent(asked)).toMatchObject({ reason: 'The letter was of another day.' })
  expect(JSON.stringify(sent(asked))).toContain('{"person":"Bela","status":"absent"}')
})

test('it says so in Hindi, too', async () => {
  openMoved()
  await speakLanguage('hi')
  await button('हाज़िरी लगाएँ').click()
  await button('सहेजें और हस्ताक्षर करें').click()
  await expect.element(page.getByText('कुछ भी सहेजा नहीं गया', { exact: true })).toBeVisible()
  await expect.element(page.getByText(/^अब: /).first()).toBeVisible()
})

const begin = () => button(words.rollCall).click()
const save = async () => {
  await button(words.saveRoll).click()
  await expect.element(toast(words.signed)).toBeVisible()
}

describe('who is called', () => {
  test('while no one has an entry all begin as present; a tap is away, and again takes it back', async () => {
    const asked = open()
    await begin()
    await expect.element(page.getByText('3 present')).toBeVisible()
    await row('Asha', 'Present').click()
    await row('Bela', 'Present').click()
    await row('Bela', 'Absent').click()
    await expect.element(page.getByText('1 absent')).toBeVisible()
    await save()
    expect(sent(asked)).toMatchObject({
      statuses: [
        { person: 'Asha', status: 'absent' },
        { person: 'Bela', status: 'present' },
        { person: 'Chitra', status: 'present' },
      ],
    })
  })

  test('who is away becomes late or excused beside the name, and the keyboard stays there', async () => {
    open()
    await begin()
    await row('Asha', 'Present').click()
    await button('Late: Asha Rao').click()
    await expect.element(row('Asha', 'Late')).toHaveFocus()
    await row('Bela', 'Present').click()
    await button('Excused: Bela Rao').click()
    await expect.element(row('Bela', 'Excused')).toBeVisible()
    await row('Bela', 'Excused').click()
    await expect.element(row('Bela', 'Present')).toBeVisible()
  })

  test('once someone has an entry it stays, and the others are not called yet and not sent', async () => {
    const asked = open({ sheet: () => sheet(marked('Asha'), person('Bela'), person('Chitra')) })
    await begin()
    await expect.element(row('Asha', 'Present')).toBeVisible()
    await expect.element(page.getByText('2 not called yet')).toBeVisible()
    await row('Chitra', 'Not called yet').click()
    await save()
    expect(sent(asked)).toMatchObject({
      statuses: [
        { person: 'Asha', status: 'present' },
        { person: 'Chitra', status: 'absent' },
      ],
      reason: '',
    })
  })

  test.each([
    ['All others: present', 'Present', 'present'],
    ['All others: away', 'Absent', 'absent'],
  ] as const)('"%s" calls the others, and no one who was called', async (name, said, status) => {
    const asked = open({ sheet: () => sheet(marked('Asha'), person('Bela'), person('Chitra')) })
    await begin()
    await row('Bela', 'Not called yet').click()
    await button(name).click()
    await expect.element(row('Chitra', said)).toBeVisible()
    await expect.element(button(name)).not.toBeInTheDocument()
    await save()
    expect(sent(asked)).toMatchObject({
      statuses: [{ person: 'Asha' }, { person: 'Bela', status: 'absent' }, { person: 'Chitra', status }],
    })
  })

  test('without a tap no one is called, and nothing is sent', async () => {
    const asked = open({
      sheet: () => sheet({ ...marked('Gopal'), cell: { ...marked('Gopal').cell, isGuest: true } }, person('Asha')),
    })
    await begin()
    await button(words.saveRoll).click()
    await expect.element(toast(courseTexts.roll.noOneCalled)).toBeVisible()
    expect(sent(asked)).toBeUndefined()
  })

  test('who is left out is on no roll', async () => {
    open({ sheet: () => sheet(person('Asha'), person('Bela', { ...unknown, isLeftOut: true })) })
    await begin()
    await expect.element(row('Asha', 'Present')).toBeVisible()
    await expect.element(button(/Bela/)).not.toBeInTheDocument()
  })

  test('arrows move, Space and Enter tap, L and X say late and excused', async () => {
    open()
    await begin()
    await row('Asha', 'Present').click()
    await userEvent.keyboard('{ArrowDown} {ArrowDown}{Enter}{End}l{Home}x')
    await expect.element(row('Asha', 'Excused')).toHaveFocus()
    await expect.element(row('Bela', 'Absent')).toBeVisible()
    await expect.element(row('Chitra', 'Late')).toBeVisible()
    await userEvent.keyboard('x')
    await expect.element(row('Asha', 'Present')).toBeVisible()
    await userEvent.tab()
    await expect.element(button(courseTexts.roll.throwAway)).toHaveFocus()
  })
})

describe('taps that are not saved', () => {
  const kept = page.getByText(/^Draft kept on this device/)

  test('survive leaving the roll and a reload, also past the end of the session, until they are signed', async () => {
    open()
    await begin()
    await expect.element(kept).not.toBeInTheDocument()
    await row('Asha', 'Present').click()
    await expect.element(kept).toBeVisible()
    await page.getByRole('link', { name: 'Maths, session 3' }).click()
    await begin()
    await expect.element(row('Asha', 'Absent')).toBeVisible()
    await takeAway()
    const ended = allAway()
    open({ path: '?roll', sheet: () => ({ ...ended, session: { ...ended.session, endsAt: now - 1 } }) })
    await expect.element(row('Asha', 'Absent')).toBeVisible()
    await save()
    await begin()
    await expect.element(row('Asha', 'Present')).toBeVisible()
    await expect.element(kept).not.toBeInTheDocument()
  })

  test('go where the session was taken back', async () => {
    open({ path: '?roll' })
    await row('Asha', 'Present').click()
    await expect.element(kept).toBeVisible()
    await takeAway()
    open({ sheet: () => refuse('document_not_found') })
    await expect.poll(() => localStorage.length).toBe(0)
  })

  test('are thrown away by two presses', async () => {
    open({ path: '?roll' })
    await row('Asha', 'Present').click()
    await button(courseTexts.roll.throwAway).click()
    await button(courseTexts.roll.throwAwayNow).click()
    await begin()
    await expect.element(row('Asha', 'Present')).toBeVisible()
  })

  test('go where all of them stands already: the answer to the finish was lost for good', async () => {
    open({ path: '?roll', begin: () => refuse('roll-call-empty') })
    await row('Asha', 'Present').click()
    await save()
    await expect.poll(() => localStorage.length).toBe(0)
  })
})

test('a finish whose answer is lost is sent again', async () => {
  let tries = 0
  const asked = open({ finish: () => (tries++ === 0 ? noAnswer : undefined) })
  await begin()
  await save()
  expect(asked.filter(({ call }) => call === 'POST /check-ins/:checkInId/finish')).toHaveLength(2)
})

describe('the button of the roll is the main one', () => {
  const isMain = async (shown: CheckedSheet) => {
    open({ sheet: () => shown })
    await expect.element(button(words.rollCall)).toBeVisible()
    return /primary/.test(button(words.rollCall).element().className)
  }
  const running = allAway()

  test('while a session without phones runs', async () => expect(await isMain(running)).toBe(true))
  test('not where phones check in', async () => {
    expect(await isMain({ ...running, session: { ...running.session, hasRoomCode: true } })).toBe(false)
  })
  test('not after the end', async () => {
    expect(await isMain({ ...running, session: { ...running.session, endsAt: now - 1 } })).toBe(false)
  })
})

test('of sixty people on a phone, counts and save stay in reach, and every row can be hit', async () => {
  await page.viewport(390, 844)
  open({
    path: '?roll',
    sheet: () => sheet(...Array.from({ length: 60 }, (_, at) => person(`P${String(at).padStart(2, '0')}`))),
  })
  await expect.element(page.getByText('60', { exact: true })).toBeInViewport({ ratio: 1 })
  await expect.element(button(words.saveRoll)).toBeInViewport({ ratio: 1 })
  const heights = button(/^P\d\d P\d\d Rao/)
    .elements()
    .map((one) => one.getBoundingClientRect().height)
  expect(heights).toHaveLength(60)
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
  expect(document.documentElement.scrollWidth).toBe(390)
})

test('the bar of a roll on a phone takes a fifth of the window, with a reason, too', async () => {
  await page.viewport(390, 844)
  const rows = Array.from({ length: 60 }, (_, at) => person(`P${String(at).padStart(2, '0')}`, ruled('present')))
  open({ path: '?roll', sheet: () => sheet(...rows) })
  const height = () => button(words.saveRoll).element().parentElement?.parentElement?.getBoundingClientRect().height
  await expect.element(button(words.saveRoll)).toBeVisible()
  expect(height()).toBeLessThanOrEqual(844 / 5)
  await row('P00', 'Present').click()
  await expect.element(page.getByLabelText(words.reason)).toBeVisible()
  await expect.element(button(courseTexts.roll.throwAway)).toBeVisible()
  expect(height()).toBeLessThanOrEqual(844 / 5)
})

test('a long word of a name stays whole beside L and X', async () => {
  await page.viewport(1440, 900)
  const longest = { ...person('Balasubramaniam'), family: 'Venkataraghavan', rollNumber: '21CS1005' }
  const others = Array.from({ length: 59 }, (_, at) => person(`P${String(at).padStart(2, '0')}`))
  open({ path: '?roll', sheet: () => sheet(longest, ...others) })
  await button(/Balasubramaniam Venkataraghavan: Present$/).click()
  await expect.element(button('Late: Balasubramaniam Venkataraghavan')).toBeVisible()
  const text = page.getByText('Balasubramaniam Venkataraghavan', { exact: true }).element().firstChild as Text
  for (const word of text.data.split(' ')) {
    const range = document.createRange()
    range.setStart(text, text.data.indexOf(word))
    range.setEnd(text, text.data.indexOf(word) + word.length)
    expect([word, range.getClientRects().length]).toEqual([word, 1])
  }
})

test.each(['en', 'hi'] as const)(
  'on the sheet of a phone, in %s, a check-in after closing and the way to change it fit into the row',
  async (language) => {
    await page.viewport(390, 844)
    const late = marked('Asha')
    open({ sheet: () => sheet({ ...late, cell: { ...late.cell, status: 'absent', isAfterClosing: true } }) })
    await speakLanguage(language)
    const change = button(language === 'en' ? words.changeNamed('Asha Rao') : 'Asha Rao: बदलें')
    await expect.element(change).toBeVisible()
    await expect
      .element(page.getByText(language === 'en' ? 'After closing' : 'बंद होने के बाद', { exact: true }))
      .toBeVisible()
    const row = change.element().closest('li')?.getBoundingClientRect() ?? expect.fail()
    // Three lines, and nothing beyond the window.
    expect(row.height).toBeLessThan(110)
    expect(document.documentElement.scrollWidth).toBe(390)
  },
)
