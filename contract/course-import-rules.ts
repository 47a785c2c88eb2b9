/** The bounds of an import of courses, without a schema: the browser reads the files by them. */

export const maxImportedCourses = 5_000
/** Lines of enrolments: those of 20,000 people in eight courses each. */
export const maxEnrolmentLines = 160_000
/** How many one call may send: they stay within its body (rules R3.1). */
export const maxCourseLinesACall = 250
export const maxEnrolmentLinesACall = 1_000
