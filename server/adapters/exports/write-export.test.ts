import { expect, test } from 'vitest'
import { type ExportFormat, exportFormats } from '#contract/report-requests.ts'
import type { CourseReader } from '#server/domain/groups/stores.ts'
import type { ReportStore, SessionScope, StudentFacts } from '#server/domain/register/report-stores.ts'
import { writeExport } from './write-export.ts'

const noCourses = {} as CourseReader

const sessions = 30

/** An organisation with this many students, four of five of whom were in each session. */
function hold(students: number) {
  const facts = Array.from(
    { length: students },
    (_, index): StudentFacts => ({
      id: `student-${index}`,
      rollNumber: `R${String(index).padStart(6, '0')}`,
      firstName: 'Asha',
      lastName: `Rao ${index}`,
      joinedAt: 0,
      email: 'asha@students.example',
      phoneNumber: '+91 98900 31257',
      marks: 24,
      classes: sessions,
      attended: 24,
      counted: sessions,
      before: 0,
      total: 24,
    }),
  )
  const numbers = Array.from({ length: sessions }, (_, index) => index + 1)
  const reports: Partial<ReportStore> = {
    listSessionTimes: async () => numbers.map((number) => ({ number, startedAt: number, endsAt: number + 1 })),
    countStudents: async () => students,
    listStudents: async (_scope, _selection, _order, { limit, ...slice }) => {
      const after = 'after' in slice ? slice.after.rollNumber : ''
      const from = facts.findIndex(({ rollNumber }) => rollNumber > after)
      return from < 0 ? [] : facts.slice(from, from + limit)
    },
    listAway: async () => new Map(),
    listAttended: async (_scope, ids) =>
      new Map(ids.map((id) => [id, numbers.filter((number) => (Number(id.slice(8)) * 7919 + number * 104_729) % 5)])),
  }
  const scope: SessionScope = {
    organisationId: 'K7QF3M9T',
    groupId: 'K7QF3M9T',
    members: students,
    classes: sessions,
    firstNumber: 1,
    lastNumber: sessions,
    lastEnded: sessions,
    firstEndsAt: 1,
    running: undefined,
  }
  return { reports: reports as ReportStore, scope }
}

async function announceAndCount(students: number, format: ExportFormat) {
  const { reports, scope } = hold(students)
  const { estimatedBytes, chunks } = await writeExport(
    { store: reports, courseReads: noCourses },
    {
      report: 'attendance-book',
      format,
      zone: 'UTC',
      now: 0,
      scope,
    },
  )
  let bytes = 0
  for await (const chunk of chunks) bytes += chunk.length
  return estimatedBytes / bytes
}

// Cell addresses get longer further down, so the first rows alone would give too small an estimate.
test.each(exportFormats.flatMap((format) => [500, 2_000, 12_000].map((students) => [format, students] as const)))(
  'the estimated size of a book as %s of %d students is close to the real one',
  async (format, students) => {
    const share = await announceAndCount(students, format)
    expect(share).toBeGreaterThan(0.97)
    expect(share).toBeLessThan(1.04)
  },
)
