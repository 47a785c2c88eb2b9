import { expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import type { StaffRole } from '#contract/staff-rights.ts'
import { type FirstAccount, pageAt, readsOfInstitute, rowsOfInstitute } from './list-first-reads.ts'

const institute = 'K7QF3M9T'
const acting = (role: StaffRole): FirstAccount => ({
  ...{ $id: 'person', labels: ['STF'], emailVerification: true },
  prefs: { acting: { institute, name: 'College', title: '', role, holdsWhole: false } },
})
const rows = (role: StaffRole, pathname: string, search = '') =>
  rowsOfInstitute(pageAt({ pathname, search }), acting(role)).map((address) => address.replace('/api/v1', ''))

test('only who may read a register asks for it', () => {
  const course = paths.course(institute, 'cs')
  expect(rows('teacher', course)).toEqual(['/groups/cs/register'])
  expect(rows('desk', course)).toEqual(['/courses/cs/people'])
  expect(rows('desk', paths.courses(institute))).toEqual(['/courses'])
  expect(readsOfInstitute(pageAt({ pathname: course, search: '' }), acting('desk'))).not.toContain(
    '/api/v1/groups/cs/figures',
  )
})

test('a list that its address filters is left to the screen', () => {
  const sheet = paths.attendanceSheet(institute, 'class')
  expect(rows('teacher', sheet)).toEqual(['/sessions/class?filter=missing&limit=50&offset=0'])
  expect(rows('teacher', sheet, '?show=all')).toEqual([])
  expect(rows('teacher', paths.courseSession(institute, 'session'), '?roll')).toEqual(['/sessions/session'])
})
