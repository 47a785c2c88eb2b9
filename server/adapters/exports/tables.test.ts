import { expect, test } from 'vitest'
import type { CourseReader } from '#server/domain/groups/stores.ts'
import type { ReportStore, SessionScope, StudentFacts } from '#server/domain/register/report-stores.ts'
import { createLocalTime } from './local-time.ts'
import { openTable } from './tables.ts'

const noCourses = {} as CourseReader

const students = Array.from(
  { length: 600 },
  (_, index): StudentFacts => ({
    id: `student-${index}`,
    rollNumber: `R${String(index).padStart(3, '0')}`,
    firstName: 'Asha',
    lastName: 'Rao',
    joinedAt: 0,
    email: 'asha@students.example',
    phoneNumber: '+91 98900 31257',
    marks: 1,
    classes: 1,
    attended: 1,
    counted: 1,
    before: 0,
    total: 1,
  }),
)

/** An organisation of these students, each of whom was in the first of its sessions. */
function holdSessions(sessions: number) {
  const reports: Partial<ReportStore> = {
    listSessionTimes: async () =>
      Array.from({ length: sessions }, (_, index) => ({ number: index + 1, startedAt: index, endsAt: index + 1 })),
    countStudents: async () => students.length,
    listStudents: async (_scope, _selection, _order, { limit, ...slice }) => {
      const after = 'after' in slice ? slice.after.rollNumber : ''
      return students.filter(({ rollNumber }) => rollNumber > after).slice(0, limit)
    },
    listAway: async () => new Map(),
    listAttended: async (_scope, ids) => new Map(ids.map((id) => [id, [1]])),
  }
  const scope: SessionScope = {
    organisationId: 'K7QF3M9T',
    groupId: 'K7QF3M9T',
    members: students.length,
    classes: sessions,
    firstNumber: 1,
    lastNumber: sessions,
    lastEnded: sessions,
    firstEndsAt: 1,
    running: undefined,
  }
  return { reports: reports as ReportStore, scope }
}

test.each([200, 16_000])(
  'the attendance book of %d sessions has every student once, and holds no more at once than fits in memory',
  async (sessions) => {
    const { reports, scope } = holdSessions(sessions)
    const order = { report: 'attendance-book', format: 'xlsx', zone: 'UTC', now: 0, scope } as const
    const table = await openTable({ store: reports, courseReads: noCourses }, order, createLocalTime('UTC'))
    const rollNumbers: unknown[] = []
    for await (const batch of table.batches()) {
      expect(batch.length * table.columns.length).toBeLessThan(600_000)
      rollNumbers.push(...batch.map(([rollNumber]) => rollNumber))
    }
    expect(rollNumbers).toEqual(students.map(({ rollNumber }) => rollNumber))
  },
)
