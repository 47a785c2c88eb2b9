import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { defaultCoursePolicy } from '#contract/course-policy.ts'
import type { Course, CoursePerson } from '#contract/courses.ts'
import { paths } from '#contract/paths.ts'
import type { RosterPerson } from '#contract/roster.ts'
import { answerCalls } from '../../testing/answer-calls.ts'
import { noPasskeys, office, officeDocument } from '../../testing/people.ts'
import { showScreen } from '../../testing/show-screen.tsx'

const begun = Date.UTC(2026, 10, 20, 9)
const named = (id: string, code: string): Course => ({
  ...{ id, kind: 'course', code, title: `Course ${code}`, department: '', term: '', parentId: null },
  ...{ teachers: [], people: 3, sessions: 0, lastStartedAt: null, closedAt: null },
})
const person = (id: string, given: string, passkey: CoursePerson['passkey']): CoursePerson => ({
  ...{ personId: id, rollNumber: id, given, family: 'Rao', section: 'A', passkey },
  studentId: passkey === 'none' ? null : `student-${id}`,
  enrolments: [{ beginsAt: begun, endsAt: null, countsFrom: begun, enteredAt: begun, courseId: 'maths' }],
  isEnrolled: true,
})
const onRoster = (id: string, given: string): RosterPerson => ({
  ...{ id, rollNumber: id, name: { given, family: 'Rao' }, email: '', section: 'A', studentId: null },
  ...{ isVerified: false, passkey: 'none', isNumberTaken: false },
})

/** The people of a course, which keeps what is sent. */
function open() {
  let people = [person('R1', 'Asha', 'ready'), person('R2', 'Bela', 'none'), person('R3', 'Chitra', 'held')]
  const leave = ({ address }: { address: string }) => {
    const id = address.split('/people/')[1]?.split('/')[0]
    people = people.map((one) =>
      one.personId === id
        ? { ...one, isEnrolled: false, enrolments: one.enrolments.map((when) => ({ ...when, endsAt: begun + 1 })) }
        : one,
    )
    return undefined
  }
  const asked = answerCalls({
    'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': { ...officeDocument, passKey: true },
    'GET /settings': { timeZone: 'Asia/Kolkata', displayNames: 'short', ways: ['screen'] },
    'GET /passkeys': noPasskeys,
    'GET /people': {
      people: [onRoster('R1', 'Asha'), onRoster('R4', 'Dina')],
      counts: { all: 2, 'not-registered': 2, 'not-verified': 0, 'no-passkey': 0, held: 0 },
      sections: ['A', 'B'],
    },
    'GET /courses': { courses: [named('maths', 'M1'), named('physics', 'P1')] },
    'GET /courses/:courseId': {
      ...named('maths', 'M1'),
      ...{ policy: defaultCoursePolicy, firstDay: '2026-11-20', sections: [] },
    },
    'GET /groups/:groupId/figures': {
      ...{ people: 3, before: 0, held: 0, notTaken: 0, below: 0, goal: 75, counted: 0, points: 0, percentage: null },
    },
    'GET /groups/:groupId/register': {
      ...{ sessions: [], people: [], enrolled: { people: 3, before: 0 }, serverTime: begun },
    },
    'GET /today': { running: [], notTaken: [], courses: [], rooms: [], serverTime: begun },
    'GET /courses/:courseId/people': () => ({ people, newOfSection: ['R6', 'R7'] }),
    'POST /courses/:courseId/people': { enrolled: 1, already: 0, elsewhere: [] },
    'POST /courses/:courseId/people/from-section': {
      ...{ enrolled: 0, already: 2 },
      elsewhere: [{ personId: 'R5', given: 'Esha', family: 'Rao', courseId: 'physics', code: 'P1' }],
    },
    'POST /courses/:courseId/people/:personId/end': leave,
    'POST /courses/:courseId/people/:personId/move': leave,
  })
  showScreen('coursePeople', office, paths.coursePeople(office.$id, 'maths'))
  return () => asked.filter(({ call }) => call.startsWith('POST')).map(({ address, body }) => ({ address, body }))
}

const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
const choose = (name: string) => page.getByRole('checkbox', { name: `Choose ${name} Rao` }).click()

test('each row says what keeps a person from checking in', async () => {
  open()
  await expect.element(rowOf('Asha Rao').getByText('Ready')).toBeVisible()
  await expect.element(rowOf('Bela Rao').getByText('Not registered')).toBeVisible()
  await expect.element(rowOf('Chitra Rao').getByText('New passkey waits')).toBeVisible()
})

test('the chosen end together, and each end is undone in its row', async () => {
  const sent = open()
  await choose('Asha')
  await choose('Bela')
  await page.getByRole('button', { name: 'End the chosen (2)' }).click()
  await expect.element(page.getByRole('button', { name: 'Undo the end of Bela Rao' })).toBeVisible()
  await expect.element(page.getByText('Enrolments ended: 2')).toBeVisible()
  expect(page.getByRole('button', { name: /the chosen/ }).elements()).toHaveLength(0)
  expect(sent().map(({ address }) => address.split('/people/')[1])).toEqual(['R1/end', 'R2/end'])
})

test('the chosen move together', async () => {
  const sent = open()
  await choose('Asha')
  await choose('Chitra')
  await page.getByRole('button', { name: 'Move the chosen (2)' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move the chosen (2)' })
  await dialog.getByLabelText('To the course').selectOptions('physics')
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent().map(({ address }) => address.split('/people/')[1])).toEqual(['R1/move', 'R3/move'])
})

test('a person who is found is enrolled over the list, and a section by its menu', async () => {
  const sent = open()
  await page.getByRole('searchbox').fill('rao')
  const region = page.getByRole('region', { name: 'Enrol people' })
  await expect.element(region.getByText('enrolled', { exact: true })).toBeVisible()
  await region.getByRole('button', { name: 'Enrol people: Dina Rao' }).click()
  await page.getByRole('searchbox').fill('')
  await region.getByText('Enrol a section').click()
  await region.getByLabelText('Section').selectOptions('B')
  await region.getByRole('button', { name: 'Enrol people', exact: true }).click()
  await expect
    .poll(() => sent().map(({ body }) => body))
    .toEqual([
      { people: ['R4'], meanwhile: 'left-out' },
      { section: 'B', meanwhile: 'left-out' },
    ])
})

test('who is in another section is named, and moves by one press', async () => {
  const sent = open()
  await page.getByText('Enrol a section').click()
  await page.getByLabelText('Section').selectOptions('B')
  await page.getByRole('button', { name: 'Enrol people', exact: true }).click()
  await expect.element(page.getByText('Esha Rao is in P1: move here?')).toBeVisible()
  await page.getByRole('button', { name: 'Move Esha Rao' }).click()
  await expect.element(page.getByText('Esha Rao is in P1: move here?')).not.toBeInTheDocument()
  expect(sent().at(-1)).toEqual({
    address: expect.stringMatching('/courses/physics/people/R5/move$'),
    body: { to: 'maths', meanwhile: 'left-out' },
  })
})

test('who is new in the section of the course is proposed, and enrolled by one press', async () => {
  const sent = open()
  await expect.element(page.getByText('New in section M1, not in this course: 2')).toBeVisible()
  await page.getByRole('button', { name: 'Enrol them' }).click()
  await expect.poll(() => sent().map(({ body }) => body)).toEqual([{ people: ['R6', 'R7'], meanwhile: 'left-out' }])
})
