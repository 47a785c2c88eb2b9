import { courseImports, readPlannedCourses } from '../../domain/course-imports/course-imports.ts'
import type { ProductHandlers } from './product-handlers.ts'

/** Imports of courses, with their people and teachers. */
export const courseImportCalls = {
  'GET /course-imports': courseImports.list,
  'POST /course-imports': courseImports.begin,
  'POST /course-imports/:importId/parts': courseImports.add,
  'POST /course-imports/:importId/plan': courseImports.plan,
  'GET /course-imports/:importId': courseImports.read,
  'GET /course-imports/:importId/courses': readPlannedCourses,
  'POST /course-imports/:importId/apply': courseImports.apply,
  'POST /course-imports/:importId/undo': courseImports.undo,
} satisfies Partial<ProductHandlers>
