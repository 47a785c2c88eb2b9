import { expect, type Page } from '@playwright/test'
import type { CourseImport, CourseImportPage } from '../../contract/course-imports.ts'
import { codes } from '../picture-people.ts'
import type { PictureWorld } from '../picture-world.ts'
import { openSessionIn } from '../prepared-people.ts'
import type { PictureScreen } from './picture-screen.ts'

const address = `/admin/dashboard/${codes.vidyasagar}/courses/import`

const files = {
  'manifest.csv': ['propertyName,value', 'file.classes,bulk', 'file.enrollments,bulk'],
  'users.csv': [
    'sourcedId,role,givenName,familyName,email',
    't1,teacher,Meera,Kulkarni,meera.k@vit-pune.example',
    't2,teacher,Wihongi,Te Aroha-Paterson,w.paterson@vit-pune.example',
  ],
  'classes.csv': [
    'sourcedId,title,classCode,termSourcedIds',
    'c1,Data Structures,CS201,a26',
    'c2,Data Structures,CS201,a26',
    `c3,${'Fundamentals of Environmental Engineering and Sustainable Water Resources'},CE310-AUTUMN-2026-PUNE-CAMPUS-B,a26`,
    'c4,,,',
  ],
  'enrollments.csv': [
    'sourcedId,classSourcedId,userSourcedId,role',
    ...Array.from({ length: 12 }, (_, at) => `e${at},c${(at % 3) + 1},s${at},student`),
    'e20,c1,t1,teacher',
    'e21,c3,t2,teacher',
    'e22,c9,s1,student',
  ],
}

async function open(page: Page, { organisations: { vidyasagar } }: PictureWorld, path = address): Promise<void> {
  await openSessionIn(page.context(), vidyasagar)
  await page.goto(path)
}

async function chooseFiles(page: Page): Promise<void> {
  const chosen = Object.entries(files).map(([name, lines]) => ({
    ...{ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) },
  }))
  await page.getByLabel('Choose a file').setInputFiles(chosen)
  await expect(page.getByRole('button', { name: 'Try it without saving' })).toBeEnabled()
}

const importOf = (now: number): CourseImport => ({
  id: 'courses0000000000001',
  ...{ source: 'School system', fileName: 'autumn-2026.zip', isWhole: true, state: 'planned' },
  counts: {
    ...{ newCourses: 2, changedCourses: 1, sameCourses: 18, goneCourses: 6, leftOutCourses: 1 },
    ...{ newEnrolments: 64, sameEnrolments: 1_204, goneEnrolments: 9, unknownPeople: 13 },
    ...{ newTeachers: 2, goneTeachers: 1, toInvite: 2 },
  },
  ofSource: { courses: 26, enrolments: 1_213 },
  isOnHold: true,
  ...{ begunAt: now, appliedAt: null, undoUntil: null, undoneAt: null, seal: 'seal' },
  by: { name: 'Rosa Jiménez', title: '', role: 'registrar' },
  invite: [
    { name: 'Meera Kulkarni', email: 'meera.k@vit-pune.example' },
    { name: 'Wihongi Te Aroha-Paterson', email: 'w.paterson@vit-pune.example' },
  ],
})

const nothing = { begin: 0, end: 0, stay: 0, unknown: 0, unknownIds: [] }
const noTeachers = { teachersBegin: [], teachersEnd: [], teachersToInvite: [] }
const planned: CourseImportPage = {
  courses: [
    {
      ...{ outcome: 'new', problem: null, before: null, codeInFile: 'CS201', ...nothing, ...noTeachers },
      course: { code: 'CS201-2', title: 'Data Structures', term: 'Autumn 2026' },
      ...{ begin: 31, unknown: 13, unknownIds: ['s9', 's10', 's11', 's12', 's13'] },
      teachersToInvite: ['Meera Kulkarni'],
    },
    {
      ...{ outcome: 'changed', problem: null, codeInFile: null, ...nothing, ...noTeachers },
      course: {
        code: 'CE310-AUTUMN-2026-PUNE-CAMPUS-B',
        title: 'Fundamentals of Environmental Engineering and Sustainable Water Resources',
        term: 'Autumn 2026',
      },
      before: { code: 'CE310-AUTUMN-2026-PUNE-CAMPUS-B', title: 'Environmental Engineering', term: 'Autumn 2026' },
      ...{ begin: 2, end: 9, stay: 51, teachersBegin: ['Asha Rao'], teachersEnd: ['Dev Nair'] },
    },
  ],
  next: 'more',
}

export const ofCourseImports: readonly PictureScreen[] = [
  {
    name: 'import-courses-files',
    whole: true,
    open: async (page, world) => {
      await open(page, world)
      await chooseFiles(page)
    },
  },
  {
    name: 'import-courses-dry-run',
    whole: true,
    open: async (page, world) => {
      const json = importOf(world.now())
      await page.route('**/api/v1/course-imports/*/plan', (route) => route.fulfill({ json }))
      await page.route('**/api/v1/course-imports/*/courses?*', (route) => route.fulfill({ json: planned }))
      await open(page, world)
      await chooseFiles(page)
      await page.getByRole('button', { name: 'Try it without saving' }).click()
      await page.getByRole('button', { name: 'People', exact: true }).click()
      await expect(page.getByRole('row').filter({ hasText: 'CS201-2' })).toBeVisible()
    },
  },
  {
    name: 'import-courses-result',
    whole: true,
    open: async (page, world) => {
      const now = world.now()
      const done = { state: 'applied', isOnHold: false, appliedAt: now, undoUntil: now + 24 * 3_600_000 } as const
      const json = { ...importOf(now), ...done }
      await page.route('**/api/v1/course-imports/courses*', (route) => route.fulfill({ json }))
      await open(page, world, `${address}?import=${json.id}`)
      await expect(page.getByText('The courses are imported')).toBeVisible()
    },
  },
]
