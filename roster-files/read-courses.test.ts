import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { maxEnrolmentLines } from '#contract/course-import-rules.ts'
import type { BundleCourses } from './bundle-courses.ts'
import { readCourses } from './read-courses.ts'
import type { NamedBytes } from './read-result.ts'

const file = (name: string, ...lines: readonly string[]): NamedBytes => ({ name, bytes: strToU8(lines.join('\n')) })

function read(...files: readonly NamedBytes[]): BundleCourses {
  const courses = readCourses(files, '2026-11-27')
  if (courses === undefined) throw new Error('There are no classes')
  return courses
}
const pairs = (those: BundleCourses['students']) => those.map(({ course, person }) => [course, person])
const kinds = ({ warnings }: BundleCourses) =>
  warnings.map(({ kind, file: name, line, count }) => [kind, name, line, count])

const oneRoster = [
  file('manifest.csv', 'propertyName,value', 'file.classes,bulk', 'file.enrollments,bulk'),
  file('orgs.csv', 'sourcedId,name', 'o1,School'),
  file('academicSessions.csv', 'sourcedId,title', 't1,Autumn', 't2,Spring'),
  file('courses.csv', 'sourcedId,title,courseCode', 'k1,Physics,PHY1'),
  file(
    'classes.csv',
    'sourcedId,status,title,classType,classCode,courseSourcedId,schoolSourcedId,termSourcedIds',
    'c1,active,Physics A,scheduled,PHY1-A,k1,o1,"t1,t2"',
    'c2,,,homeroom,,k1,o1,t1',
    'c3,tobedeleted,History,,H1,,,',
  ),
  file(
    'users.csv',
    'sourcedId,role,givenName,familyName,email,password',
    'u1,teacher,Asha,Mehta,asha@school.example,hunter2',
    'u2,student,Ravi,Rao,,hunter3',
    'u3,student,Jo,Li,,hunter4',
  ),
  file(
    'enrollments.csv',
    'sourcedId,status,classSourcedId,userSourcedId,role',
    'e1,active,c1,u1,teacher',
    'e2,,c1,u2,student',
    'e3,inactive,c2,u3,Student',
  ),
]

describe('the courses of a bundle', () => {
  test.each([
    ['OneRoster, school o1', oneRoster],
    [
      'OneRoster, school 4711',
      [...oneRoster, file('orgs.csv', 'sourcedId,type,identifier', 'd,district,1', 'o1,school,4711')],
    ],
    ['OneRoster', [...oneRoster, file('orgs.csv', 'sourcedId,type', 'o1,school', 'o2,school')]],
    ['School Data Sync, school o1', [...oneRoster.slice(1), file('roles.csv', 'userSourcedId,role', 'u1,teacher')]],
    [
      'School Data Sync, school 9',
      [
        file('School.csv', 'SIS ID,Name', '9,North'),
        file('Section.csv', 'SIS ID,School SIS ID,Section Name', 's,9,Physics'),
      ],
    ],
  ])('name their source %s', (source, files) => {
    expect(read(...files).source).toBe(source)
  })

  test('of OneRoster: one of each class, by its own code and title, else those of its course', () => {
    const { courses, isWhole, warnings } = read(...oneRoster)
    expect(courses).toEqual([
      {
        file: 'classes.csv',
        line: 2,
        externalId: 'c1',
        code: 'PHY1-A',
        title: 'Physics A',
        term: 'Autumn, Spring',
        isHomeroom: false,
        isEnded: false,
      },
      {
        file: 'classes.csv',
        line: 3,
        externalId: 'c2',
        code: 'PHY1',
        title: 'Physics',
        term: 'Autumn',
        isHomeroom: true,
        isEnded: false,
      },
      {
        file: 'classes.csv',
        line: 4,
        externalId: 'c3',
        code: 'H1',
        title: 'History',
        term: '',
        isHomeroom: false,
        isEnded: true,
      },
    ])
    expect([isWhole, warnings]).toEqual([true, []])
  })

  test('have their students and teachers by external ids; a blank status is an active one', () => {
    const { students, teaching, teachers } = read(...oneRoster)
    expect(students).toEqual([
      { file: 'enrollments.csv', line: 3, course: 'c1', person: 'u2', isEnded: false },
      { file: 'enrollments.csv', line: 4, course: 'c2', person: 'u3', isEnded: true },
    ])
    expect(pairs(teaching)).toEqual([['c1', 'u1']])
    expect(teachers).toEqual([{ externalId: 'u1', name: 'Asha Mehta', email: 'asha@school.example' }])
  })

  test('of School Data Sync 1, also with the British titles', () => {
    const bundle = ([id, school, section]: readonly string[]) => [
      file('School.csv', `${school},Name`, '10,School'),
      file(
        'Section.csv',
        `${id},${school},Section Name,Section Number,Term Name,Status`,
        '11,10,Algebra,A-1,2026,Active',
      ),
      file('Student.csv', `${id},${school},First Name,Last Name,Password`, '13,10,Ora,Klein,P@ss'),
      file('Teacher.csv', `${id},${school},First Name,Last Name,Password`, '14,10,Craig,Beane,P@ss'),
      file('StudentEnrollment.csv', `${section},${id}`, '11,13'),
      file('TeacherRoster.csv', `${section},${id}`, '11,14'),
    ]
    for (const titles of [
      ['SIS ID', 'School SIS ID', 'Section SIS ID'],
      ['ID', 'School DfE Number', 'Section ID'],
    ]) {
      const found = read(...bundle(titles))
      expect(found.courses).toMatchObject([{ externalId: '11', code: 'A-1', title: 'Algebra', term: '2026' }])
      expect([pairs(found.students), pairs(found.teaching)]).toEqual([[['11', '13']], [['11', '14']]])
      expect(found.teachers).toMatchObject([{ externalId: '14', name: 'Craig Beane' }])
      expect(found.isWhole).toBeUndefined()
    }
  })

  test('of School Data Sync 2.1: a professor teaches, and a proctor does not', () => {
    const found = read(
      file('classes.csv', 'sourcedId,orgSourcedId,title,sessionSourcedIds,courseSourcedId', '112,11,Computing,F21,C1'),
      file('courses.csv', 'sourcedId,title,code', 'C1,Computing,CS101'),
      file('academicSessions.csv', 'sourcedId,title', 'F21,Fall'),
      file('orgs.csv', 'sourcedId,name', '11,University'),
      file('users.csv', 'sourcedId,givenName,familyName', '1,A,B', '2,C,D', '3,E,F'),
      file('enrollments.csv', 'classSourcedId,userSourcedId,role', '112,1,student', '112,2,professor', '112,3,proctor'),
    )
    expect(found.courses).toMatchObject([{ code: 'CS101', term: 'Fall' }])
    expect([pairs(found.students), pairs(found.teaching)]).toEqual([[['112', '1']], [['112', '2']]])
    expect(kinds(found)).toEqual([['other-role', 'enrollments.csv', 4, 1]])
  })

  test('may be packed; passwords and demographics are kept nowhere', () => {
    const packed = zipSync({
      ...Object.fromEntries(oneRoster.map(({ name, bytes }) => [`export/${name}`, bytes])),
      'export/demographics.csv': strToU8('userSourcedId,sex\nu2,female\n'),
    })
    const found = read({ name: 'bundle.zip', bytes: packed })
    expect(found).toEqual(read(...oneRoster))
    expect(JSON.stringify(found)).not.toMatch(/hunter|female/)
  })
})

test('what the files name and do not hold is counted, with its first line', () => {
  const found = read(
    file(
      'classes.csv',
      'sourcedId,title,courseSourcedId,schoolSourcedId,termSourcedIds',
      'c1,Physics,k9,o9,t9',
      'c2,History,k9,,',
      'c1,Physics again,,,',
      ',Nameless,,,',
    ),
    file('users.csv', 'sourcedId,givenName,familyName', 'u1,A,B'),
    file(
      'enrollments.csv',
      'classSourcedId,userSourcedId,role',
      'c1,u1,student',
      'c1,u1,student',
      'c9,u1,student',
      'c9,u1,teacher',
      'c2,u9,student',
      'c2,,student',
    ),
  )
  expect(found.courses.map(({ title }) => title)).toEqual(['Physics', 'History'])
  expect(pairs(found.students)).toEqual([
    ['c1', 'u1'],
    ['c2', 'u9'],
  ])
  expect(kinds(found)).toEqual([
    ['course-parent-unknown', 'classes.csv', 2, 2],
    ['school-unknown', 'classes.csv', 2, 1],
    ['term-unknown', 'classes.csv', 2, 1],
    ['incomplete', 'classes.csv', 5, 1],
    ['course-twice', 'classes.csv', 4, 1],
    ['incomplete', 'enrollments.csv', 7, 1],
    ['course-unknown', 'enrollments.csv', 4, 2],
    ['enrolled-twice', 'enrollments.csv', 3, 1],
    ['person-unknown', 'enrollments.csv', 6, 1],
  ])
})

describe('the dates of a bundle say who is in:', () => {
  const classes = file(
    'classes.csv',
    'sourcedId,title,termSourcedIds',
    'c1,Physics,now',
    'c2,Biology,old',
    'c3,Art,"old,now"',
  )
  const terms = file(
    'academicSessions.csv',
    'sourcedId,title,startDate,endDate',
    'old,2025,2025-08-20,2025-12-19',
    'now,2026,2026-08-20,2026-12-18',
  )
  const readDated = (...lines: readonly string[]) =>
    read(
      classes,
      terms,
      file('users.csv', 'sourcedId,givenName,familyName', 'u1,A,B'),
      file('enrollments.csv', 'status,classSourcedId,userSourcedId,role,beginDate,endDate', ...lines),
    )
  const states = (those: BundleCourses['students']) => those.map(({ line, isEnded }) => [line, isEnded])

  test('an enrolment that is over ends, and its last day counts', () => {
    const found = readDated(
      ',c1,u1,student,2026-08-20,2026-11-27',
      ',c1,u2,student,2026-08-20,2026-11-26',
      ',c1,u3,student,,',
    )
    expect(states(found.students)).toEqual([
      [2, false],
      [3, true],
      [4, false],
    ])
  })

  test('one that begins later is left out until its day, which is named', () => {
    const found = readDated(',c1,u1,student,2026-12-14,', ',c3,u1,student,2026-12-07,', ',c2,u1,student,11/27/2026,')
    expect(states(found.students)).toEqual([[4, false]])
    expect(found.warnings).toContainEqual({
      ...{ kind: 'begins-later', file: 'enrollments.csv', line: 2, count: 2, day: '2026-12-07' },
    })
  })

  test('of several lines of a person the one that is in now counts: who left and came back is in', () => {
    const found = readDated(
      ',c1,u1,student,2026-08-20,2026-09-30',
      ',c1,u1,student,2026-11-01,2026-12-18',
      'inactive,c3,u1,student,,',
      'active,c3,u1,student,,',
      'tobedeleted,c3,u1,student,,',
    )
    expect(states(found.students)).toEqual([
      [3, false],
      [5, false],
    ])
    expect(found.warnings.map(({ kind }) => kind)).toEqual(['term-over'])
  })

  test('a class is over when each of its terms is', () => {
    const { courses, warnings } = readDated()
    expect(courses.map(({ title, isEnded }) => [title, isEnded])).toEqual([
      ['Physics', false],
      ['Biology', true],
      ['Art', false],
    ])
    expect(warnings).toEqual([{ kind: 'term-over', file: 'classes.csv', line: 3, count: 1 }])
  })
})

test('a bundle that changes a part alone is not whole', () => {
  const classes = file('classes.csv', 'sourcedId,title', 'c1,Physics')
  const whole = (...ways: readonly string[]) => read(classes, file('manifest.csv', ...ways)).isWhole
  expect(whole('file.classes,bulk', 'file.enrollments,bulk')).toBe(true)
  expect(whole('file.classes,bulk', 'file.enrollments,delta')).toBe(false)
  expect(whole('file.classes,delta', 'file.enrollments,absent')).toBe(false)
})

test('a list of people has no courses', () => {
  expect(readCourses([file('students.csv', 'Roll,Name', '7,Asha')], '2026-11-27')).toBeUndefined()
})

test('the enrolments of 20,000 people in eight courses are read, and one more is refused', () => {
  const classes = file('classes.csv', 'sourcedId,title', 'c1,Physics')
  const enrolments = (count: number) => {
    const lines = Array.from({ length: count }, (_, n) => `c1,u${n},student`).join('\n')
    return file('enrollments.csv', 'classSourcedId,userSourcedId,role', lines)
  }
  expect(read(classes, enrolments(maxEnrolmentLines)).students).toHaveLength(maxEnrolmentLines)
  expect(() => read(classes, enrolments(maxEnrolmentLines + 1))).toThrow('too-many-rows')
})
