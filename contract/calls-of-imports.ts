import type { Calls } from './calls.ts'
import {
  courseImport,
  courseImportList,
  courseImportPage,
  courseImportPartInput,
  courseImportQuery,
  undoneCourseImport,
} from './course-imports.ts'
import {
  applyImportInput,
  applyInput,
  beginImportInput,
  beginInput,
  importDoubles,
  importLinesInput,
  importLinesPage,
  importLinesQuery,
  importList,
  importPlan,
  importSummary,
  undoneImport,
} from './imports.ts'

/** Files of a roster and of courses. */
export const callsOfImports = {
  'GET /imports': { isCompressed: true, act: 'imports.view', answers: { 200: importList } },
  'POST /imports': {
    act: 'imports.plan',
    input: beginImportInput,
    example: {
      source: 'Office',
      fileName: 'students.csv',
      columns: ['rollNumber', 'givenName', 'familyName'],
      isWhole: false,
    },
    answers: { 200: importSummary },
  },
  'POST /imports/:importId/lines': {
    act: 'imports.plan',
    input: importLinesInput,
    example: { importId: '$import', lines: [[1, '21CS1001', 'Aarav', 'Mehta']] },
    answers: { 204: 'nothing' },
  },
  'POST /imports/:importId/plan': {
    act: 'imports.plan',
    example: { importId: '$import' },
    answers: { 200: importPlan },
  },
  'GET /imports/:importId': { act: 'imports.view', example: { importId: '$import' }, answers: { 200: importPlan } },
  'GET /imports/:importId/lines': {
    isCompressed: true,
    act: 'imports.view',
    query: importLinesQuery,
    example: { importId: '$import', part: 'new' },
    answers: { 200: importLinesPage },
  },
  'GET /imports/:importId/doubles': {
    act: 'imports.view',
    example: { importId: '$import' },
    answers: { 200: importDoubles },
  },
  'POST /imports/:importId/apply': {
    act: 'imports.apply',
    input: applyImportInput,
    example: { importId: '$import', seal: 'none', same: [], isReviewed: false },
    answers: { 200: importPlan },
  },
  'POST /imports/:importId/undo': {
    act: 'imports.apply',
    example: { importId: '$import' },
    answers: { 200: undoneImport },
  },
  'GET /course-imports': { isCompressed: true, act: 'course-imports.view', answers: { 200: courseImportList } },
  'POST /course-imports': {
    act: 'course-imports.plan',
    input: beginInput,
    example: { source: 'SIS', fileName: 'term.zip', isWhole: false },
    answers: { 200: courseImport },
  },
  'POST /course-imports/:importId/parts': {
    act: 'course-imports.plan',
    input: courseImportPartInput,
    example: { importId: '$course-import', part: 1, courses: [], enrolments: [], teachers: [] },
    answers: { 204: 'nothing' },
  },
  'POST /course-imports/:importId/plan': {
    act: 'course-imports.plan',
    example: { importId: '$course-import' },
    answers: { 200: courseImport },
  },
  'GET /course-imports/:importId': {
    act: 'course-imports.view',
    example: { importId: '$course-import' },
    answers: { 200: courseImport },
  },
  'GET /course-imports/:importId/courses': {
    isCompressed: true,
    act: 'course-imports.view',
    query: courseImportQuery,
    example: { importId: '$course-import', part: 'new' },
    answers: { 200: courseImportPage },
  },
  'POST /course-imports/:importId/apply': {
    act: 'course-imports.apply',
    input: applyInput,
    example: { importId: '$course-import', seal: 'none', isReviewed: false },
    answers: { 200: courseImport },
  },
  'POST /course-imports/:importId/undo': {
    act: 'course-imports.apply',
    example: { importId: '$course-import' },
    answers: { 200: undoneCourseImport },
  },
} as const satisfies Calls
