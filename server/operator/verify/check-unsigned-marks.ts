import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../storage/schema.ts'
import { madeBy } from '../../storage/stores/ruled-marks.ts'
import type { Finding, OpenedDatabase } from './check-invariant.ts'
import { readEndOfDropped } from './check-mark-seals.ts'
import { readAtOneMoment } from './read-in-batches.ts'
import { isSignedByHand } from './signed-by-hand.ts'

/** The ways in which the student signs. The names are those of the signed challenge, too. */
export const signedMethods = ['room-code', 'screen'] as const

/**
 * A mark has the signature behind it, or a reason to have none: it was made at the screen before signatures, or it is past
 * EVIDENCE_DAYS. Counts the marks of each reason; names those without one, and signatures without a mark. Whether a
 * signature fits is `checkSignatures`' part.
 */
export function checkUnsignedMarks(opened: OpenedDatabase): Promise<Finding> {
  return readAtOneMoment(opened, async (db) => {
    const endOfDropped = await readEndOfDropped(db)
    const { rows, early, newest } = await db
      .selectFrom('marks')
      .select(({ fn }) => [
        fn.countAll<number>().as('rows'),
        fn.countAll<number>().filterWhere('method', '=', 'kiosk').as('early'),
        fn.max<number | null>('marked_at').filterWhere('method', '=', 'kiosk').as('newest'),
      ])
      .executeTakeFirstOrThrow()
    const { past } = await selectMarks(db)
      .where('marks.method', 'in', signedMethods)
      .where('s.nonce', 'is', null)
      .where('started_at', '<', endOfDropped)
      .select(({ fn }) => fn.countAll<number>().as('past'))
      .executeTakeFirstOrThrow()
    const last = newest === null ? '' : `, the last of ${new Date(Number(newest)).toISOString()}`
    return {
      rule: 'Each mark has its signature, or a reason to have none',
      rows: Number(rows),
      wrong: [...(await nameUnsigned(db, endOfDropped)), ...(await nameSignaturesWithoutMark(db))],
      note: `${early} at the screen are from before signatures${last}; ${past} have evidence past EVIDENCE_DAYS`,
    }
  })
}

/** The marks, with the student's signature `s` and the institute's `h`. */
function selectMarks(db: Kysely<Schema>) {
  return db
    .selectFrom('marks')
    .leftJoin('mark_signatures as s', (join) =>
      join
        .onRef('s.attendance_session_id', '=', 'marks.attendance_session_id')
        .on('s.student_id', '=', madeBy('marks')),
    )
    .leftJoin('hand_check_ins as h', 'h.id', 'marks.proof_id')
    .leftJoin('attendance_sessions', 'attendance_sessions.id', 'marks.attendance_session_id')
}

/** Marks without a signature and without a reason, and those of a way that the server does not write. */
async function nameUnsigned(db: Kysely<Schema>, endOfDropped: number): Promise<string[]> {
  const marks = await selectMarks(db)
    .where(({ and, eb, not, or }) =>
      or([
        and([
          eb('marks.method', 'in', signedMethods),
          eb('s.nonce', 'is', null),
          or([eb('started_at', 'is', null), eb('started_at', '>=', endOfDropped)]),
        ]),
        and([eb('marks.method', '=', 'hand'), not(isSignedByHand)]),
        and([eb('marks.method', '=', 'office'), not(hasRuling)]),
        eb('marks.method', 'not in', ['kiosk', 'hand', 'office', ...signedMethods]),
      ]),
    )
    .select(['marks.attendance_session_id as session', 'marks.student_id', 'marks.method'])
    .orderBy('marks.attendance_session_id')
    .orderBy('marks.student_id')
    .execute()
  return marks.map(({ session, student_id, method }) => {
    if (method === 'hand')
      return `mark by hand of student ${student_id} in session ${session}: the institute’s signature is missing`
    if (method === 'office')
      return `mark by the office of student ${student_id} in session ${session}: its ruling is missing`
    const fault = signedMethods.some((signed) => signed === method)
      ? 'its signature is missing'
      : `there is no way ${method}`
    return `mark of student ${student_id} in session ${session}: ${fault}`
  })
}

/** SQL: what a person of the office has said. */
const hasRuling = sql<boolean>`exists (select 1 from rulings r where r.attendance_session_id = marks.attendance_session_id
  and r.student_id = marks.student_id and r.sequence = 1 and r.status = 'present')`

async function nameSignaturesWithoutMark(db: Kysely<Schema>): Promise<string[]> {
  const rows = await db
    .selectFrom('mark_signatures as s')
    .leftJoin('marks', (join) =>
      join
        .onRef('marks.attendance_session_id', '=', 's.attendance_session_id')
        .on(madeBy('marks'), '=', (expression) => expression.ref('s.student_id'))
        .on('marks.method', 'in', signedMethods),
    )
    .where('marks.student_id', 'is', null)
    .select(['s.attendance_session_id as session', 's.student_id'])
    .execute()
  return rows.map(
    ({ session, student_id }) => `signature of student ${student_id} in session ${session}: it has no mark`,
  )
}
