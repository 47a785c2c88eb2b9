import {
  addCourseImportPart,
  applyCourseImport,
  beginCourseImport,
  listCourseImports,
  planCourseImport,
  readCourseImport,
  readPlannedCourses,
  undoCourseImport,
} from '../../domain/course-imports/course-imports.ts'
import type { ProductHandlers } from './product-handlers.ts'

/** Imports of courses, with their people and teachers. */
export const courseImportCalls = {
  'GET /course-imports': listCourseImports,
  'POST /course-imports': beginCourseImport,
  'POST /course-imports/:importId/parts': addCourseImportPart,
  'POST /course-imports/:importId/plan': planCourseImport,
  'GET /course-imports/:importId': readCourseImport,
  'GET /course-imports/:importId/courses': readPlannedCourses,
  'POST /course-imports/:importId/apply': applyCourseImport,
  'POST /course-imports/:importId/undo': undoCourseImport,
} satisfies Partial<ProductHandlers>
