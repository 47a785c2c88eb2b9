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
  async 'GET /course-imports'(deps, { context }) {
    return listCourseImports(deps, context)
  },
  async 'POST /course-imports'(deps, { context, input }) {
    return beginCourseImport(deps, context, input)
  },
  async 'POST /course-imports/:importId/parts'(deps, { context, params, input }) {
    await addCourseImportPart(deps, context, params.importId, input)
    return undefined
  },
  async 'POST /course-imports/:importId/plan'(deps, { context, params }) {
    return planCourseImport(deps, context, params.importId)
  },
  async 'GET /course-imports/:importId'(deps, { context, params }) {
    return readCourseImport(deps, context, params.importId)
  },
  async 'GET /course-imports/:importId/courses'(deps, { context, params, query }) {
    return readPlannedCourses(deps, context, params.importId, query)
  },
  async 'POST /course-imports/:importId/apply'(deps, { context, params, input }) {
    return applyCourseImport(deps, context, params.importId, input)
  },
  async 'POST /course-imports/:importId/undo'(deps, { context, params }) {
    return undoCourseImport(deps, context, params.importId)
  },
} satisfies Partial<ProductHandlers>
