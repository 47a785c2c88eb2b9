import type { CheckInOffer } from '#contract/check-in.ts'
import type { SessionNow } from '#contract/sessions.ts'
import { enter } from '#server/domain/doors.ts'
import { beginRollCall } from '#server/domain/marks/begin-roll-call.ts'
import { disputeCell } from '#server/domain/register/dispute-cell.ts'
import { ruleOnCell } from '#server/domain/register/rule-on-cell.ts'
import { moveSession } from '#server/domain/sessions/change-session.ts'
import { countHeads } from '#server/domain/sessions/count-heads.ts'
import { startSession } from '#server/domain/sessions/start-session.ts'
import { beginHand, contextOf, finishHand, sign } from '#testing/room-world.ts'
import { type Cell, type CoursePerson, drawCell, fillSession } from './fill-session.ts'
import type { Course, Term } from './term-of-courses.ts'

const minute = 60_000
const day = 24 * 60 * minute

export type Held = SessionNow['session'] & {
  readonly course: Course
  readonly cells: readonly (readonly [CoursePerson, Cell])[]
}

/** Starts a session at `at`, epoch ms, and takes the attendance. Notes in `lastMarks` who was marked. */
export async function holdSession(
  term: Term,
  course: Course,
  at: number,
  lastMarks: Map<string, number>,
): Promise<Held> {
  const { deps, chance, now, origin, storage } = term
  const number = ++course.held
  const listed = await storage.courses.listRooms(term.organisationId)
  const roomId = listed.find(({ name }) => name === course.room)?.id ?? ''
  const wanted = { groupId: course.id, expected: number, minutes: 60, roomId }
  const { session } = await startSession(deps, await term.as(course.teacher, 'sessions.start'), wanted)
  const other = listed.find(({ name }) => name === 'L 2')?.id
  if (course.code === 'CS201' && number === 12 && other !== undefined) {
    await moveSession(deps, await term.as(course.teacher, 'sessions.move'), { sessionId: session.id, roomId: other })
  }
  const turnout = course.turnout - 0.06 * Math.sin(number / 2)
  const cells = [...course.enrolled].map((person) => [person, drawCell(chance, person, turnout)] as const)
  const held = { ...session, course, cells }
  // No one took it.
  if (course.code === 'CS218' && number === course.sessions) return { ...held, cells: [] }
  if (course.isByRoll) {
    term.setClock(at + 4 * minute)
    await takeRoll(term, held)
    return held
  }
  const teacherId = term.colleagues[course.teacher].staff.accountId
  const filled = { ...session, organisationId: term.organisationId, teacherId }
  const marked = await storage.transaction((stores) => fillSession(stores, filled, cells, now, origin))
  term.setClock(at + 20 * minute)
  await markByHand(term, held)
  const heads = { sessionId: session.id, counted: marked.size }
  if (number % 5 === 0) await countHeads(deps, await term.as(course.teacher, 'head-count.set'), heads)
  for (const [id, markedAt] of marked) lastMarks.set(id, Math.max(markedAt, lastMarks.get(id) ?? 0))
  return held
}

/** The teacher signs for those whose phones did not work. */
async function markByHand(term: Term, { id: session, course, cells }: Held): Promise<void> {
  const students = cells.flatMap(([{ studentId }, { isByHand }]) => (isByHand && studentId !== null ? [studentId] : []))
  if (students.length === 0) return
  const phone = await term.phoneOf(course.teacher)
  const offer = await beginHand(term.deps, phone, { session, students })
  await finishHand(term.deps, phone, offer, sign(term.colleagues[course.teacher].passkey, offer))
}

/** The teacher signs what holds for everyone. */
async function takeRoll(term: Term, { id, course, cells }: Held): Promise<void> {
  const phone = await term.phoneOf(course.teacher)
  const statuses = cells.map(([{ personId: person }, { begins = 99, isByHand, ruling }]) => {
    const came = isByHand ? 'present' : begins > 30 ? 'absent' : begins > 10 ? 'late' : 'present'
    return { person, status: ruling?.status ?? came }
  })
  const roll = { way: 'roll-call', session: id, statuses, reason: '' } as const
  const offer = await beginRollCall(term.deps, await enter('check-in.hand', contextOf(phone)), roll)
  const asked = offer as CheckInOffer
  await finishHand(term.deps, phone, asked, sign(term.colleagues[course.teacher].passkey, asked))
}

/** Students dispute cells of Data Structures; the teacher has answered two of them. */
export async function answerDisputes(term: Term, held: readonly Held[]): Promise<void> {
  const sessions = held.filter(({ course }) => course.code === 'CS201')
  const words = ['The phone was empty, I sat in row 2.', 'I came by the side door.', 'I was at the blackboard.']
  for (const [place, number] of [25, 24, 22, 21].entries()) {
    const session = sessions.find((one) => one.number === number)
    const absent = session?.cells.find(
      ([, { begins, isByHand, ruling }]) => !ruling && !isByHand && begins === undefined,
    )
    if (!session || !absent) continue
    await dispute(term, session, absent[0], { reason: 'was-there', words: words[place % words.length] ?? '' })
    if (place < 2) continue
    term.setClock(session.endsAt + day)
    const status = place === 2 ? 'present' : 'absent'
    const reason = place === 2 ? 'Two others confirm it.' : 'No one in row 2 has seen you.'
    const said = { sessionId: session.id, personId: absent[0].personId, status, reason, after: 0 } as const
    await ruleOnCell(term.deps, await term.as('teacher', 'cells.rule'), said)
  }
  const session = sessions.find((one) => one.number === 25)
  const present = session?.cells.findLast(([, { begins = 99, ruling }]) => !ruling && begins < 9)
  if (session && present) await dispute(term, session, present[0], { reason: 'not-me' })
}

type Said = { readonly reason: 'was-there'; readonly words: string } | { readonly reason: 'not-me' }

async function dispute(term: Term, session: Held, { studentId }: CoursePerson, said: Said): Promise<void> {
  const at = session.endsAt + 3 * 60 * minute
  term.setClock(at)
  const caller = { id: studentId ?? '', label: 'STD', sessionId: 'filled-in', authenticatedAt: at } as const
  const door = await enter('mark.flag', contextOf({ caller }))
  await disputeCell(term.deps, door, { attendanceSessionId: session.id, ...said })
}
