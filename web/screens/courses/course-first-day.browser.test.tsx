import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { defaultCoursePolicy } from '#contract/course-policy.ts'
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

/** The page of a course: what it asks. `calls`: what the office changes, and the answer. */
function open(calls: Parameters<typeof answerCalls>[0]) {
  const asked = answerCalls({
    'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': { ...officeDocument, passKey: true },
    'GET /institute': { ...officeDocument, passKey: true },
    'GET /settings': { timeZone: 'Asia/Kolkata', displayNames: 'short', ways: ['screen'] },
    'GET /passkeys': noPasskeys,
    'GET /staff': { ownLogin, people: [], invitations: [] },
    'GET /people': { people: [], counts: noOne, sections: [] },
    'GET /courses': { courses: [named('maths', 'M1'), named('physics', 'P1')] },
    'GET /courses/:courseId': detail,
    'GET /courses/:courseId/people': { people: [asha] },
    ...calls,
  })
  showScreen('course', office, paths.course(office.$id, 'maths'))
  return asked
}

const firstDay = () => page.getByLabelText('First day')
const save = () => page.getByRole('region', { name: 'Details' }).getByRole('button', { name: 'Save' }).click()

test('the office sets an earlier first day with the details of a course', async () => {
  const asked = open({ 'PATCH /courses/:courseId': { ...detail, firstDay: '2026-11-02' } })
  await expect.element(firstDay()).toHaveValue('2026-11-20')
  await firstDay().fill('2026-11-02')
  await save()
  const details = { code: 'M1', title: 'Course M1', department: '', term: '' }
  const sent = () => asked.filter(({ call }) => call === 'PATCH /courses/:courseId').map(({ body }) => body)
  await expect.poll(sent).toEqual([{ ...details, firstDay: '2026-11-02' }])
})

test('a first day that is too late is refused at its field', async () => {
  open({ 'PATCH /courses/:courseId': refuse('first-day-too-late', '2026-11-20') })
  await firstDay().fill('2026-11-25')
  await save()
  await expect.element(firstDay()).toHaveAccessibleDescription(/The first day can be 2026-11-20 or an earlier one/)
})

test('a move from before the first day is refused at the field of its time', async () => {
  open({ 'POST /courses/:courseId/people/:personId/move': refuse('before-first-day', '2026-11-20') })
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
