import { truthOf } from '#contract/course-cells.ts'
import { latestReceipts, type ReceiptList } from '#contract/receipts.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'

/** The newest marks of the calling student, at all institutes, what runs, the running classes without one, where classes were over at the joining, and whether there are courses. */
export async function readReceipts(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'receipts.list'>,
): Promise<ReceiptList> {
  const { id } = door.caller.account
  return {
    receipts: await storage.receipts.listOf(id, latestReceipts),
    unmarked: await storage.receipts.listUnmarked(id),
    running: await Promise.all((await storage.receipts.listRunning(id)).map((one) => withStatus(storage, id, one))),
    joinedAfter: await storage.receipts.listJoinedAfter(id),
    ...((await storage.courses.hasEnrolled(id)) && { hasCourses: true }),
  }
}

/** A roll call says what holds in a cell, and makes no mark. */
async function withStatus(
  { rulings }: Pick<Deps['storage'], 'rulings'>,
  studentId: string,
  session: NonNullable<ReceiptList['running']>[number],
): Promise<NonNullable<ReceiptList['running']>[number]> {
  if (session.courseTitle === undefined) return session
  const cell = await rulings.findCell(session.attendanceSessionId, studentId)
  const truth = cell ? truthOf({ ...cell, session: cell }) : null
  return truth ? { ...session, status: truth.status } : session
}
