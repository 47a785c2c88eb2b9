import { teacherLockMs } from '#contract/course-rules.ts'
import type { GroupKind } from './group-kind.ts'

/** A course or a section. Its numbers are worked out of its cells (decision 63). */
export const course: GroupKind = { name: 'course', teacherLockMs, afterMark: () => undefined }
