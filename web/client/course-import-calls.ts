import type {
  ApplyCourseImport,
  BeginCourseImport,
  CourseImport,
  CourseImportList,
  CourseImportPage,
  CourseImportPart,
  CourseImportView,
  UndoneCourseImport,
} from '#contract/course-imports.ts'
import { callProduct } from './call-product.ts'
import { readProduct } from './read-product.ts'

/** The import of courses. They throw RequestError. */

export function beginCourseImport(input: BeginCourseImport): Promise<CourseImport> {
  return callProduct('POST /course-imports', {}, input)
}

export async function sendCourseImportPart(importId: string, part: CourseImportPart): Promise<void> {
  await callProduct('POST /course-imports/:importId/parts', { importId }, part)
}

export function planCourseImport(importId: string): Promise<CourseImport> {
  return callProduct('POST /course-imports/:importId/plan', { importId }, {})
}

export function readCourseImport(importId: string): Promise<CourseImport> {
  return callProduct('GET /course-imports/:importId', { importId })
}

export function listCourseImports(): Promise<CourseImportList> {
  return callProduct('GET /course-imports', {})
}

/** A part of the plan, fifty courses at a time. `after`: the `next` of the page before. */
export function readPlannedCourses(importId: string, part: CourseImportView, after: string): Promise<CourseImportPage> {
  return readProduct('GET /course-imports/:importId/courses', { importId }, { part, after })
}

export function applyCourseImport(importId: string, input: ApplyCourseImport): Promise<CourseImport> {
  return callProduct('POST /course-imports/:importId/apply', { importId }, input)
}

export function undoCourseImport(importId: string): Promise<UndoneCourseImport> {
  return callProduct('POST /course-imports/:importId/undo', { importId }, {})
}
