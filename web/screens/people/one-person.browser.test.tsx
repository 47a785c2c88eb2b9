import { afterEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { paths } from '#contract/paths.ts'
import { namedThings, type StaffActs, shownActs } from '#contract/staff.ts'
import { speakLanguage } from '../../language/language.ts'
import { answerCalls, refuse } from '../../testing/answer-calls.ts'
import { findOverflow, findOverlaps } from '../../testing/find-overflow.ts'
import { longStudent } from '../../testing/long-people.ts'
import { noPasskeys, office, officeDocument } from '../../testing/people.ts'
import { expectCount } from '../../testing/show-part.tsx'
import { showScreen } from '../../testing/show-screen.tsx'
import { hindiStaffTexts } from './staff-texts.hi.ts'
import { staffTexts } from './staff-texts.ts'

const at = 1_762_000_000_000
const meera = { name: 'Meera Iyer', title: 'Head of Physics', role: 'registrar', since: at, until: null } as const
const session = { id: 'session', number: 7 }
const none: StaffActs = { person: meera, acts: [], earlier: null }

type Answer = NonNullable<Parameters<typeof answerCalls>[0]['GET /staff/:staffId/acts']>

function open(answer: Answer) {
  const asked = answerCalls({
    'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': officeDocument,
    'GET /settings': { timeZone: 'Asia/Kolkata', displayNames: 'short', ways: ['screen'] },
    'GET /passkeys': noPasskeys,
    'GET /staff/:staffId/acts': answer,
  })
  showScreen('staffMember', office, paths.staffMember(office.$id, 'meera'))
  return asked
}
const entries = page.getByRole('region', { name: 'What they did lately' }).getByRole('listitem')

test('a person is shown with what they did, and earlier acts come by a press', async () => {
  const first: StaffActs = {
    person: meera,
    acts: [
      { id: 9, at, act: 'mark.rule', session, student: 'Asha Rao' },
      { id: 8, at, act: 'settings.change' },
    ],
    earlier: 8,
  }
  open(({ address }) => (address.includes('before=8') ? { ...none, acts: [{ id: 3, at, act: 'staff.join' }] } : first))
  await expect.element(page.getByRole('heading', { name: 'Meera Iyer' })).toBeVisible()
  await expect.element(page.getByText(/^Registrar, Head of Physics, since/)).toBeVisible()
  await expect.element(entries.first().getByText('Decided about a mark')).toBeVisible()
  await expect.element(entries.first().getByText('Asha Rao')).toBeVisible()
  await expect
    .element(entries.first().getByRole('link', { name: 'Session 7' }))
    .toHaveAttribute('href', paths.attendanceSheet(office.$id, 'session'))
  await page.getByRole('button', { name: 'Show earlier ones' }).click()
  await expect.element(entries.nth(2).getByText('Joined the institute')).toBeVisible()
  await expectCount(page.getByRole('button', { name: 'Show earlier ones' }), 0)
})

test('a person who did nothing yet, or whose work has ended, is said to be so', async () => {
  open({ ...none, person: { ...meera, until: at + 1 } })
  await expect.element(page.getByText('Nothing yet')).toBeVisible()
  await expect.element(page.getByText(/until 1 Nov 2025/)).toBeVisible()
})

test('a person of elsewhere is not found', async () => {
  open(refuse('document_not_found'))
  await expect.element(page.getByRole('heading', { name: 'There is no such person' })).toBeVisible()
  await expectCount(entries, 0)
})

test('an act of a course leads to its session there, and what is not there any more is said to be so', async () => {
  const course = { id: 'course', code: 'PHY-101', title: 'Physics' }
  const acts: StaffActs['acts'] = [
    { id: 9, at, act: 'session.move', session, course, about: [{ kind: 'room', name: 'Hall 4' }] },
    {
      id: 8,
      at,
      act: 'cell.rule',
      session,
      about: [
        { kind: 'person', name: null },
        { kind: 'course', name: null },
      ],
    },
    { id: 7, at, act: 'attendance.take-back', session, course: null },
    { id: 6, at, act: 'course.policy', course },
  ]
  open({ ...none, acts })
  const [moved, ruled, takenBack, counts] = [entries.nth(0), entries.nth(1), entries.nth(2), entries.nth(3)]
  const said = [
    [moved, 'Moved a session to another room', 'Hall 4', 'PHY-101 Physics'],
    [ruled, 'a person who is not there any more', 'a course that is not there any more', 'Session 7'],
    [takenBack, 'Took a class back', 'Session 7', 'Class of the whole institute'],
    [counts, 'Changed how a course counts', 'PHY-101 Physics'],
  ] as const
  for (const [entry, ...sentences] of said) {
    for (const sentence of sentences) await expect.element(entry.getByText(sentence)).toBeVisible()
  }
  await expect
    .element(moved.getByRole('link', { name: 'Session 7' }))
    .toHaveAttribute('href', paths.courseSession(office.$id, 'session'))
  for (const entry of [ruled, takenBack, counts]) await expectCount(entry.getByRole('link'), 0)
})

describe.each([390, 1280])('%i px wide', (wide) => {
  afterEach(() => page.viewport(1280, 720))

  test.each([
    ['en', staffTexts],
    ['hi', hindiStaffTexts],
  ] as const)('there is room for one act of every kind, with long names, in %s', async (language, { acts: words }) => {
    await page.viewport(wide, 844)
    await speakLanguage(language)
    const { name, rollNumber } = longStudent
    const about = namedThings.flatMap(
      (kind) =>
        [
          { kind, name },
          { kind, name: null },
        ] as const,
    )
    const course = { id: 'course', code: 'C'.repeat(32), title: name }
    const acts = shownActs.map((act, index) => {
      const one = about.slice(index % about.length, (index % about.length) + 1)
      return { id: index, at, act, session, course, student: name, rollNumber, about: one }
    })
    open({ ...none, person: { ...meera, name }, acts })
    await expect.poll(() => page.getByRole('listitem').elements().length).toBeGreaterThanOrEqual(shownActs.length)
    const shown = document.querySelector('ol')?.textContent ?? ''
    expect(shownActs.filter((act) => !shown.includes(words.did[act]))).toEqual([])
    expect(namedThings.filter((kind) => !shown.includes(words.gone[kind]))).toEqual([])
    await expect.poll(findOverflow).toEqual([])
    await expect.poll(() => findOverlaps()).toEqual([])
  })
})
