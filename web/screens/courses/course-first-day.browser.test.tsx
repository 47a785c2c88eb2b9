import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { defaultCoursePolicy } from '#contract/course-policy.ts'
import type { CourseRegister } from '#contract/course-sessions.ts'
import type { CoursePerson, Course as CourseSummary } from '#contract/courses.ts'
import { paths } from '#contract/paths.ts'
import { answerCalls, refuse } from '../../testing/answer-calls.ts'
import { noPasskeys, office, officeDocument } from '../../testing/people.ts'
import { showScreen } from '../../testing/show-screen.tsx'

const named = (id: string, code: string): CourseSummary => ({
  ...{ id, kind: 'course', code, title: `Course ${code}`, department: '', term: '', parentId: null },
  ...{ teachers: [], people: 1, sessions: 0, lastStartedAt: null, closedAt: null },
})
const begun = Date.UTC(2026, 10, 20, 9)
const asha: CoursePerson = {
  ...{ personId: 'asha', rollNumber: 'R1', given: 'Asha', family: 'Rao', section: '', studentId: null },
  passkey: 'none',
  enrolments: [{ beginsAt: begun, endsAt: null, countsFrom: begun, enteredAt: begun, courseId: 'maths' }],
  isEnrolled: true,
}
const noOne = { all: 0, 'not-registered': 0, 'not-verified': 0, 'no-passkey': 0, held: 0 }
const ownLogin = { readsOnlySince: null, canClose: false, hasPasskey: true, held: [] }
const detail = {
  ...named('maths', 'M1'),
  policy: defaultCoursePolicy,
  firstDay: '2026-11-20',
  sections: [],
}

const noFigures = {
  ...{ people: 1, before: 0, held: 0, notTaken: 0, below: 0, goal: 75, counted: 0, points: 0, percentage: null },
}

const noRegister: CourseRegister = {
  ...{ course: { id: 'maths', code: 'M1', title: 'Course M1' }, policy: defaultCoursePolicy },
  ...{ sessions: [], people: [], enrolled: { people: 1, before: 0 }, serverTime: begun },
}

/** The page of a course: what it asks. `calls`: what the office changes, and the answer. */
function open(tab: 'coursePeople' | 'courseSettings', calls: Parameters<typeof answerCalls>[0]) {
  const asked = answerCalls({
    'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': { ...officeDocument, passKey: true },
    'GET /institute': { ...officeDocument, passKey: true },
    'GET /settings': { timeZone: 'Asia/Kolkata', displayNames: 'short', ways: ['screen'] },
    'GET /passkeys': noPasskeys,
    'GET /staff': { ownLogin, people: [], invitations: [] },
    'GET /people': { people: [], counts: noOne, sections: [] },
    'GET /courses': { courses: [named('maths', 'M1'), named('physics', 'P1')] },
    'GET /courses/:courseId': detail,
    'GET /groups/:groupId/figures': noFigures,
    'GET /groups/:groupId/register': noRegister,
    'GET /today': { running: [], notTaken: [], courses: [], rooms: [], serverTime: begun },
    'GET /courses/:courseId/people': { people: [asha], newOfSection: [] },
    ...calls,
  })
  showScreen(tab, office, paths[tab](office.$id, 'maths'))
  return asked
}

const firstDay = () => page.getByLabelText('First day')
const save = () => page.getByRole('button', { name: 'Save' }).click()

test('the office sets an earlier first day with the details of a course', async () => {
  const asked = open('courseSettings', { 'PATCH /courses/:courseId': { ...detail, firstDay: '2026-11-02' } })
  await expect.element(firstDay()).toHaveValue('2026-11-20')
  await firstDay().fill('2026-11-02')
  await save()
  const sent = () => asked.filter(({ call }) => call === 'PATCH /courses/:courseId').map(({ body }) => body)
  await expect.poll(sent).toEqual([{ firstDay: '2026-11-02' }])
})

test('a first day that is too late is refused at its field', async () => {
  open('courseSettings', { 'PATCH /courses/:courseId': refuse('first-day-too-late', '2026-11-20') })
  await firstDay().fill('2026-11-25')
  await save()
  await expect.element(firstDay()).toHaveAccessibleDescription(/The first day can be 2026-11-20 or an earlier one/)
})

test('a move from before the first day is refused at the field of its time', async () => {
  open('coursePeople', { 'POST /courses/:courseId/people/:personId/move': refuse('before-first-day', '2026-11-20') })
  await page.getByRole('button', { name: 'Move Asha Rao' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText('To the course').selectOptions('physics')
  await dialog.getByLabelText(/^From/).fill('2026-11-10T09:00')
  await dialog.getByRole('button', { name: 'Move' }).click()
  const from = dialog.getByLabelText(/^From/)
  await expect.element(from).toHaveAccessibleDescription(/This course begins on 2026-11-20\./)
  await from.fill('2026-11-20T09:00')
  await expect.element(from).not.toHaveAccessibleDescription(/This course begins/)
})

test('an enrolment ends at once, and the end is undone in its row', async () => {
  const ended = {
    ...asha,
    isEnrolled: false,
    enrolments: asha.enrolments.map((one) => ({ ...one, endsAt: begun + 60_000 })),
  }
  let isEnded = false
  const asked = open('coursePeople', {
    'GET /courses/:courseId/people': () => ({ people: [isEnded ? ended : asha], newOfSection: [] }),
    'POST /courses/:courseId/people/:personId/end': () => {
      isEnded = true
      return undefined
    },
    'POST /courses/:courseId/people': () => {
      isEnded = false
      return { enrolled: 1, already: 0, elsewhere: [] }
    },
  })
  await page.getByRole('button', { name: 'End the enrolment of Asha Rao' }).click()
  await page.getByRole('button', { name: 'Undo the end of Asha Rao' }).click()
  await expect.element(page.getByRole('button', { name: 'End the enrolment of Asha Rao' })).toBeInTheDocument()
  const sent = asked.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body)
  expect(sent).toEqual([{ from: 0 }, { people: ['asha'], meanwhile: 'left-out' }])
})
