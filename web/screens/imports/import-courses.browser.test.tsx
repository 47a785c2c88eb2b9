import { afterEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { courseImportTexts } from '#contract/course-import-texts.ts'
import type { CourseImport, CourseImportView, PlannedCourseAnswer } from '#contract/course-imports.ts'
import { importTexts } from '#contract/import-texts.ts'
import { paths } from '#contract/paths.ts'
import { speakLanguage } from '../../language/language.ts'
import { answerCalls, refuse } from '../../testing/answer-calls.ts'
import { findOverflow } from '../../testing/find-overflow.ts'
import { noPasskeys, office, officeDocument } from '../../testing/people.ts'
import { expectCount, toast } from '../../testing/show-part.tsx'
import { showScreen } from '../../testing/show-screen.tsx'

const at = Date.parse('2026-11-25T10:31:00Z')
const none: CourseImport['counts'] = {
  ...{ newCourses: 0, changedCourses: 0, sameCourses: 0, goneCourses: 0, leftOutCourses: 0 },
  ...{ newEnrolments: 0, sameEnrolments: 0, goneEnrolments: 0, unknownPeople: 0 },
  ...{ newTeachers: 0, goneTeachers: 0, toInvite: 0 },
}
const planned = (counts: Partial<CourseImport['counts']>, more: Partial<CourseImport> = {}): CourseImport => ({
  ...{ id: 'courses0000000000001', source: 'Office', fileName: 'classes.csv', isWhole: false, state: 'planned' },
  counts: { ...none, ...counts },
  ofSource: { courses: 0, enrolments: 0 },
  isOnHold: false,
  ...{ begunAt: at, appliedAt: null, undoUntil: null, undoneAt: null, seal: 'seal-1', invite: [] },
  ...more,
})
const applied = (plan: CourseImport): CourseImport => ({
  ...plan,
  ...{ state: 'applied', appliedAt: at, undoUntil: Date.now() + 3_600_000 },
})
const course = (code: string, more: Partial<PlannedCourseAnswer> = {}): PlannedCourseAnswer => ({
  ...{ outcome: 'new', problem: null, before: null, codeInFile: null },
  course: { code, title: `Title of ${code}`, term: 'Autumn' },
  ...{ begin: 0, end: 0, stay: 0, unknown: 0, unknownIds: [] },
  ...{ teachersBegin: [], teachersEnd: [], teachersToInvite: [] },
  ...more,
})

type Given = Partial<Record<CourseImportView, readonly PlannedCourseAnswer[]>>
type Answers = Parameters<typeof answerCalls>[0]

function open(plan: CourseImport, parts: Given = {}, answers: Answers = {}, query = '') {
  const asked = answerCalls({
    'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': officeDocument,
    'GET /settings': { timeZone: 'UTC', displayNames: 'short', ways: ['screen'] },
    'GET /passkeys': noPasskeys,
    'GET /course-imports': { imports: [] },
    'POST /course-imports': plan,
    'POST /course-imports/:importId/parts': () => undefined,
    'POST /course-imports/:importId/plan': plan,
    'GET /course-imports/:importId': plan,
    'GET /course-imports/:importId/courses': ({ address }: { address: string }) => {
      const part = new URL(address, 'http://x').searchParams.get('part') as CourseImportView
      return { courses: [...(parts[part] ?? [])], next: null }
    },
    ...answers,
  })
  showScreen('importCourses', office, paths.importCourses(office.$id) + query)
  return asked
}

const users = 'sourcedId,role,givenName,familyName,email\ns1,student,Asha,Mehta,\nt1,teacher,Tara,Bose,t@x.example'
const files: Readonly<Record<string, string>> = {
  'classes.csv': 'sourcedId,title,classCode\nc1,Physics,PHY\nc2,,',
  'users.csv': users,
  'enrollments.csv': 'classSourcedId,userSourcedId,role\nc1,s1,student\nc1,s9,student\nc1,t1,teacher',
  'demographics.csv': 'sourcedId,birthDate\ns1,2008-01-02',
}
const choose = (chosen = files) =>
  userEvent.upload(
    page.getByLabelText(importTexts.file.choose),
    Object.entries(chosen).map(([name, text]) => new File([text], name)),
  )
const button = (name: string) => page.getByRole('button', { name, exact: true })
const tryIt = () => button(importTexts.columns.tryIt)
const apply = () => button(courseImportTexts.plan.apply)
const sent = (asked: ReturnType<typeof open>, call: string) => asked.filter((one) => one.call === call)

afterEach(() => {
  localStorage.clear()
  vi.restoreAllMocks()
  vi.spyOn(console, 'error')
})

describe('the files', () => {
  test('are read in the browser, and only courses, enrolments and teachers are sent', async () => {
    const asked = open(planned({ newCourses: 1 }), { new: [course('PHY')] })
    await choose()
    await expect
      .element(page.getByText('Lines without an id or a title, left out: 1. classes.csv, line 3.'))
      .toBeVisible()
    await tryIt().click()
    await expect.element(page.getByText(importTexts.plan.nothingSaved)).toBeVisible()
    expect(sent(asked, 'POST /course-imports')[0]?.body).toEqual({
      ...{ source: 'OneRoster', fileName: 'classes.csv', isWhole: false },
    })
    const parts = sent(asked, 'POST /course-imports/:importId/parts').map(({ body }) => body)
    expect(parts).toEqual([
      {
        ...{ part: 1, teachers: [], enrolments: [] },
        courses: [{ id: 'c1', code: 'PHY', title: 'Physics', term: '', isHomeroom: false, isEnded: false }],
      },
      { part: 2, courses: [], enrolments: [], teachers: [{ id: 't1', name: 'Tara Bose', email: 't@x.example' }] },
      {
        ...{ part: 3, courses: [], teachers: [] },
        enrolments: [
          { course: 'c1', person: 't1', isTeacher: true, isEnded: false },
          { course: 'c1', person: 's1', isTeacher: false, isEnded: false },
          { course: 'c1', person: 's9', isTeacher: false, isEnded: false },
        ],
      },
    ])
  })

  test('without classes are told so, and a bundle that cannot be read, too', async () => {
    open(planned({}))
    await choose({ 'users.csv': users })
    await expect.element(page.getByRole('alert')).toHaveTextContent(courseImportTexts.file.noCourses)
    await choose({ 'classes.csv': 'sourcedId,title\nc1,"Physics' })
    await expect.element(page.getByRole('alert')).toHaveTextContent(importTexts.openQuote('2'))
  })

  test('that could not be sent are told so, and nothing is planned', async () => {
    const asked = open(planned({}), {}, { 'POST /course-imports/:importId/parts': () => refuse('import-over') })
    await choose()
    await tryIt().click()
    await expect.element(toast('This import cannot be changed any more. Please begin a new one.')).toBeVisible()
    expect(sent(asked, 'POST /course-imports/:importId/plan')).toHaveLength(0)
    await expect.element(tryIt()).toBeEnabled()
  })
})

describe('the dry run', () => {
  test('shows people, teachers, what changes and what is left alone', async () => {
    const changed = course('PHY', {
      outcome: 'changed',
      before: { code: 'PHY', title: 'Before', term: 'Autumn' },
      ...{ begin: 3, end: 1, stay: 1_200, unknown: 12, unknownIds: ['s8', 's9'] },
      ...{ teachersBegin: ['Asha Rao'], teachersEnd: ['Dev Nair'], teachersToInvite: ['Tara Bose'] },
    })
    const left = course('OLD', { outcome: 'left-out', problem: 'closed-here' })
    const invite = [{ name: 'Tara Bose', email: 't@x.example' }]
    open(planned({ changedCourses: 1, leftOutCourses: 1, unknownPeople: 12, toInvite: 1 }, { invite }), {
      ...{ changed: [changed], 'left-out': [left], people: [changed] },
    })
    await choose()
    await tryIt().click()
    await expect.element(page.getByText(courseImportTexts.problems['closed-here'])).toBeVisible()
    await page.getByRole('button', { name: 'Changed 1' }).click()
    const row = page.getByRole('row').filter({ hasText: 'PHY' })
    for (const fact of ['3 begin', '1 end', '1,200 stay', '12 not on the roster: s8, s9 …'])
      await expect.element(row.getByText(fact, { exact: true })).toBeVisible()
    for (const fact of ['Asha Rao begins', 'Dev Nair ends', 'Tara Bose: invite first'])
      await expect.element(row.getByText(fact, { exact: true })).toBeVisible()
    expect((await row.getByText('Before').findElement()).closest('del')).not.toBeNull()
    await expect
      .element(page.getByRole('region', { name: courseImportTexts.plan.invite }).getByText('t@x.example'))
      .toBeVisible()
    await expect.element(page.getByText(courseImportTexts.plan.unknownHint)).toBeVisible()
  })

  test('on hold is applied only after a look at what would end', async () => {
    const held = planned(
      { goneCourses: 2, goneEnrolments: 9 },
      { isOnHold: true, ofSource: { courses: 5, enrolments: 40 } },
    )
    const asked = open(
      held,
      { gone: [course('OLD', { outcome: 'gone' })] },
      {
        'POST /course-imports/:importId/apply': applied(held),
      },
    )
    await choose()
    await tryIt().click()
    await expect
      .element(
        page.getByText('These files would close 2 of 5 courses and end 9 of 40 enrolments. Nothing was changed.'),
      )
      .toBeVisible()
    await expect.element(apply()).toBeDisabled()
    await button(importTexts.plan.review).click()
    await expect.element(page.getByRole('row').filter({ hasText: 'OLD' })).toBeVisible()
    await page.getByLabelText(courseImportTexts.plan.reviewed).click()
    await apply().click()
    await expect.element(page.getByText(courseImportTexts.result.done)).toBeVisible()
    expect(sent(asked, 'POST /course-imports/:importId/apply')[0]?.body).toEqual({ seal: 'seal-1', isReviewed: true })
  })

  test('is run again after someone changed courses', async () => {
    let seal = 'seal-1'
    open(
      planned({ newCourses: 1 }),
      { new: [course('PHY')] },
      {
        'POST /course-imports/:importId/plan': () => planned({ newCourses: 1 }, { seal }),
        'POST /course-imports/:importId/apply': ({ body }) => {
          if ((body as { seal: string }).seal === 'seal-2') return applied(planned({ newCourses: 1 }))
          seal = 'seal-2'
          return refuse('courses-moved')
        },
      },
    )
    await choose()
    await tryIt().click()
    await apply().click()
    await expect.element(page.getByText(courseImportTexts.plan.moved)).toBeVisible()
    await expect.element(apply()).toBeDisabled()
    await button(importTexts.plan.runAgain).click()
    await apply().click()
    await expect.element(page.getByText(courseImportTexts.result.done)).toBeVisible()
  })

  test('that would change nothing cannot be applied', async () => {
    open(planned({ sameCourses: 4, sameEnrolments: 90 }))
    await choose()
    await tryIt().click()
    await expect.element(page.getByText(courseImportTexts.plan.allSame)).toBeVisible()
    await expect.element(apply()).toBeDisabled()
  })

  test.each([320, 390, 1440])('fits in %i px with long names, in Hindi', async (width) => {
    await page.viewport(width, 800)
    const long = course('C'.repeat(32), {
      course: { code: 'C'.repeat(32), title: 'Fundamentals '.repeat(9), term: 'Autumn' },
      ...{ begin: 31, unknown: 13, unknownIds: Array.from({ length: 10 }, (_, at) => `${at}`.repeat(36)) },
      teachersToInvite: ['N'.repeat(80)],
    })
    const invite = [{ name: 'N'.repeat(80), email: `${'a'.repeat(60)}@school.example` }]
    open(planned({ newCourses: 1, toInvite: 1, unknownPeople: 13 }, { invite }), { new: [long] })
    await speakLanguage('hi')
    await userEvent.upload(
      page.getByLabelText('फ़ाइल चुनें'),
      Object.entries(files).map(([name, text]) => new File([text], name)),
    )
    await page.getByRole('button', { name: 'बिना सहेजे जाँचें' }).click()
    await expect.element(page.getByRole('row').filter({ hasText: 'Fundamentals' })).toBeVisible()
    expect(findOverflow()).toEqual([])
  })
})

describe('the result', () => {
  const query = '?import=courses0000000000001'

  test('says what was done, and is taken back', async () => {
    const done = applied(planned({ newCourses: 2, newEnrolments: 60 }))
    open(
      done,
      {},
      { 'POST /course-imports/:importId/undo': { ...done, state: 'undone', undoneAt: at, undone: 1, kept: 1 } },
      query,
    )
    await expect.element(page.getByText(courseImportTexts.result.done)).toBeVisible()
    await button(importTexts.result.undo).click()
    await button(importTexts.result.undoNow).click()
    await expect.element(toast(courseImportTexts.result.undoneKept('1', '1'))).toBeVisible()
  })

  test('says that the person who imports is left out, and keeps the course at an undo', async () => {
    const done = { ...applied(planned({ newCourses: 1 })), ownLeftOut: true as const }
    const undone = { ...done, state: 'undone', undoneAt: at, undone: 0, kept: 1, ownKept: true } as const
    open(done, {}, { 'POST /course-imports/:importId/undo': undone }, query)
    await expect.element(page.getByText(courseImportTexts.plan.ownLeftOut)).toBeVisible()
    await button(importTexts.result.undo).click()
    await button(importTexts.result.undoNow).click()
    const { undoneKept, undoneOwn } = courseImportTexts.result
    await expect.element(toast(`${undoneKept('0', '1')} ${undoneOwn}`)).toBeVisible()
  })

  test('of an earlier import is found again', async () => {
    const done = applied(planned({ newCourses: 2 }))
    open(done, {}, { 'GET /course-imports': { imports: [done, planned({})] } })
    await expectCount(page.getByRole('row'), 2)
    await page.getByRole('button', { name: /^Show the import of classes\.csv/ }).click()
    await expect.element(page.getByText(courseImportTexts.result.done)).toBeVisible()
  })
})

test.each([
  ['registrar', 1],
  ['teacher', 0],
] as const)('a %s opens it or is led away', async (role, headings) => {
  const acting = { institute: office.$id, name: 'Meera Iyer', title: '', role, holdsWhole: true }
  answerCalls({
    'GET /institute': officeDocument,
    'GET /settings': { timeZone: 'UTC', displayNames: 'short', ways: ['screen'] },
    'GET /course-imports': { imports: [] },
  })
  const account = { ...office, labels: ['STF'], prefs: { acting } } satisfies typeof office
  showScreen('importCourses', account, paths.importCourses(office.$id))
  await expectCount(page.getByRole('heading', { level: 1 }), headings)
})
