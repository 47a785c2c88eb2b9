import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { pathPatterns, paths } from '#contract/paths.ts'
import type { StudentReport as Report } from '#contract/reports.ts'
import { answerCalls } from '../../testing/answer-calls.ts'
import { office, officeDocument } from '../../testing/people.ts'
import { showPart, toast } from '../../testing/show-part.tsx'
import { StudentReport } from './student-report.tsx'

const id = 'ravi0000000000000000'
const working = { attended: 1, counted: 1, percentage: 100, mayMiss: 0, mustAttend: 0 }
const report: Report = {
  student: {
    id,
    firstName: 'Ravi',
    lastName: 'Menon',
    rollNumber: '21CS002',
    joinedAt: 0,
    total: 1,
    classes: 1,
    official: working,
    working,
    differences: [],
  },
  history: { total: 0, entries: [] },
}

function open(answers: Parameters<typeof answerCalls>[0]) {
  const asked = answerCalls({
    'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': officeDocument,
    'GET /reports/students/:studentId/report': report,
    ...answers,
  })
  showPart(
    <Routes>
      <Route path={pathPatterns.studentReport} element={<StudentReport />} />
      <Route path={pathPatterns.studentsReport} element={<p>The list</p>} />
    </Routes>,
    { account: office, path: paths.studentReport(office.$id, id) },
  )
  return asked
}

const dialog = page.getByRole('dialog', { name: 'Ravi Menon' })
const openActions = () => page.getByRole('button', { name: 'Correct or remove' }).click()

test('the roll number is corrected in the report of the student', async () => {
  const asked = open({
    'PATCH /members/:studentId': {
      $id: id,
      firstName: 'Ravi',
      lastName: 'Menon',
      email: 'ravi@students.example',
      phoneNumber: '+91 98900 31257',
      rollNumber: '21CS003',
      organisation: [office.$id],
      attendance: '{}',
    },
  })
  await openActions()
  await dialog.getByLabelText('Roll number').fill('21CS003')
  await dialog.getByRole('button', { name: 'Correct', exact: true }).click()
  await expect.element(toast('Ravi Menon now has the roll number 21CS003')).toBeVisible()
  expect(asked.find(({ call }) => call.startsWith('PATCH'))?.body).toEqual({ rollNumber: '21CS003' })
})

test('a student is removed there, and the list follows', async () => {
  open({ 'DELETE /members/:studentId': () => undefined })
  await openActions()
  await dialog.getByRole('button', { name: 'Remove student' }).click()
  await dialog.getByRole('button', { name: 'Yes, remove Ravi Menon' }).click()
  await expect.element(toast('Ravi Menon was removed')).toBeVisible()
  await expect.element(page.getByText('The list')).toBeVisible()
})
