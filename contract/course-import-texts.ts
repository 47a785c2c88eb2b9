import type { CourseImportCounts, CourseProblem } from './course-imports.ts'
import { countInEnglish, type Widened } from './languages.ts'

/** The sentences about the import of courses from a bundle. The steps and the ways to read a file are those of the roster. */
export const courseImportTexts = {
  title: 'Import courses',
  back: 'Courses',
  noMail: 'An import sends no mail.',
  steps: { label: 'Steps', columns: 'Files', 'dry-run': 'Dry run', result: 'Result' },
  file: {
    hint: 'The files of OneRoster or School Data Sync: classes, enrolments and teachers. They can be chosen together, or as one ZIP.',
    noCourses:
      'These files have no classes. Choose classes.csv and enrollments.csv, or Section.csv, StudentEnrollment.csv and TeacherRoster.csv.',
    courses: 'Courses',
    students: 'Enrolments of students',
    teachers: 'Teachers',
    isWholeHint: 'Courses and enrolments that came from this source and are not in the files would end.',
    isWhole: 'These files have all courses and enrolments',
    peopleFirst: 'Import the people first: only who is on the roster can be enrolled.',
    toPeople: 'Import students',
    sending: (done: string, all: string) => `${done} of ${all} lines are sent`,
    comparing: 'The files are compared with your courses…',
    tooMany: 'An import takes 5,000 courses at most. Split the files.',
  },
  /** What was noticed in the files, how often, and where first. */
  warnings: {
    'course-unknown': (count: string, place: string) =>
      `Enrolments in classes that no file has, left out: ${count}. ${place}`,
    'person-unknown': (count: string, place: string) =>
      `Enrolments of people whom no file has: ${count}. They count if the roster has them. ${place}`,
    'course-parent-unknown': (count: string, place: string) =>
      `Classes of a course that no file has, which keep their own title: ${count}. ${place}`,
    'term-unknown': (count: string, place: string) => `Classes with a term that no file has: ${count}. ${place}`,
    'school-unknown': (count: string, place: string) => `Classes with a school that no file has: ${count}. ${place}`,
    'other-role': (count: string, place: string) =>
      `Enrolments of people who are neither student nor teacher, left out: ${count}. ${place}`,
    'enrolled-twice': (count: string, place: string) => `Enrolments that stand twice: ${count}. ${place}`,
    'begins-later': (count: string, place: string, day: string) =>
      `Enrolments that begin later, the first on ${day}: ${count}. They are left out; import the files again by then. ${place}`,
    'term-over': (count: string, place: string) =>
      `Classes of a term that is over, which close or are not made: ${count}. ${place}`,
    incomplete: (count: string, place: string) => `Lines without an id or a title, left out: ${count}. ${place}`,
    'course-twice': (count: string, place: string) =>
      `Classes whose id an earlier line has, left out: ${count}. ${place}`,
  },
  place: (count: number, file: string, line: string) => `${countInEnglish(count, '', 'First: ')}${file}, line ${line}.`,

  plan: {
    counts: {
      newCourses: 'new courses',
      changedCourses: 'courses changed',
      sameCourses: 'courses as they are',
      newEnrolments: 'enrolments begin',
      sameEnrolments: 'enrolments stay',
      newTeachers: 'teachers begin',
      goneCourses: 'courses would close',
      goneEnrolments: 'enrolments would end',
      goneTeachers: 'teachers would end',
      leftOutCourses: 'courses left alone',
      unknownPeople: 'enrolments of unknown people',
      toInvite: 'teachers to invite first',
    } satisfies Record<keyof CourseImportCounts, string>,
    partsLabel: 'What would happen',
    parts: {
      'left-out': 'Left alone',
      gone: 'Would close',
      changed: 'Changed',
      new: 'New',
      people: 'People',
    },
    course: 'Course',
    people: 'People',
    teachers: 'Teachers',
    begin: (count: string) => `${count} begin`,
    end: (count: string) => `${count} end`,
    stay: (count: string) => `${count} stay`,
    unknown: (count: string, ids: string) => `${count} not on the roster: ${ids}`,
    ownLeftOut: 'You are left out: another person imports it.',
    andMore: (ids: string) => `${ids} …`,
    teacherBegins: (name: string) => `${name} begins`,
    teacherEnds: (name: string) => `${name} ends`,
    teacherToInvite: (name: string) => `${name}: invite first`,
    codeTaken: (code: string) => `Another open course has the code ${code}.`,
    invite: 'Invite these teachers first',
    inviteHint:
      'They do not act for the institute yet, or their email is not verified. Invite them as teachers. After they have joined, import the same files again: they get their courses.',
    toStaff: 'Staff',
    unknownHint:
      'Enrolments of people who are not on the roster are left out. Import the people, then the same files again.',
    onHold: (courses: string, ofCourses: string, enrolments: string, ofEnrolments: string) =>
      `These files would close ${courses} of ${ofCourses} courses and end ${enrolments} of ${ofEnrolments} enrolments. Nothing was changed.`,
    onHoldEmpty: 'These files have no course that can be imported. Nothing was changed.',
    onHoldHint: 'Look at what would end, then say so.',
    reviewed: 'I have looked at them: end them',
    moved: 'Someone changed courses or the roster meanwhile.',
    allSame: 'Everything is as in the files.',
    backToFiles: 'Back to the files',
    apply: 'Import these courses',
    closes: 'The course keeps its register and takes no more sessions.',
  },
  problems: {
    'closed-here': 'It is closed here. Open it again on its page, or leave it.',
    'session-runs': 'It would close, but a session runs. Run it again after the session.',
    'has-sections': 'It has sections here, and the people belong there. Enrol them by hand.',
    'course-full': 'It would have more than 5,000 people.',
    'title-invalid': 'The title or the code is missing, or has a character that cannot be seen.',
    'id-invalid': 'The id in the files is too long, or has a character that cannot be seen.',
  } satisfies Record<CourseProblem, string>,

  result: {
    done: 'The courses are imported',
    nothing: 'Everything is as in the files',
    list: {
      newCourses: 'New courses',
      changedCourses: 'Courses changed',
      sameCourses: 'Courses as they were',
      goneCourses: 'Courses closed',
      leftOutCourses: 'Courses left alone',
      newEnrolments: 'Enrolments begun',
      sameEnrolments: 'Enrolments that stay',
      goneEnrolments: 'Enrolments ended',
      unknownPeople: 'Enrolments of unknown people, left out',
      newTeachers: 'Teachers who began',
      goneTeachers: 'Teachers who ended',
      toInvite: 'Teachers to invite first',
    } satisfies Record<keyof CourseImportCounts, string>,
    undoneAll: (count: string) => `Courses taken back: ${count}`,
    undoneKept: (count: string, kept: string) =>
      `Courses taken back: ${count}. Used or changed since, so they stay: ${kept}.`,
    undoneOwn: 'A course with your own enrolment stays: another person takes it back.',
    undoHint: 'A course with a session since stays as it is.',
    another: 'Import other files',
    toCourses: 'To the courses',
  },
  earlier: 'Earlier imports of courses',
} as const

/** The shape that every language fills. */
export type CourseImportTexts = Widened<typeof courseImportTexts>
