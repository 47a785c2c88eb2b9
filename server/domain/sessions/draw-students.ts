import type { Draws } from '#contract/attendance-sheet.ts'
import { drawMs, drawSize } from '#contract/rules.ts'
import { refuseOwnRecord } from '../acting-for.ts'
import { drawFacts } from '../audit/compared-facts.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { assertUnlocked, lockOwnSession } from '../own-session.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import { answerDraws } from '../register/describe-spot-checks.ts'
import type { DrawNote } from '../register/sheet-stores.ts'
import type { RequestContext } from '../request-context.ts'
import { chooseForDraw } from './choose-for-draw.ts'
import type { AttendanceSession } from './stores.ts'

/** Draws change no mark: a person looks each student up, and decides about the mark by a ruling. */

/**
 * Draws five marked students of one of the calling organisation's sessions, to be looked up in the room: fewer where fewer
 * are marked. Throws document_not_found; draw-too-late from ten minutes after the end on; draw-empty.
 */
export async function drawStudents(
  { storage, random }: Pick<Deps, 'storage' | 'random'>,
  door: Door<'draws.make'>,
  { sessionId }: { readonly sessionId: string },
): Promise<Draws> {
  const { organisationId, by } = door.actor
  return storage.transaction(async (stores) => {
    // Two people who draw at once queue here: the second one draws other students.
    const held = await lockOwnSession(stores, door, sessionId)
    const now = await stores.now()
    if (now >= held.endsAt + drawMs) throw new Problem('draw-too-late')
    const drawable = await stores.spotChecks.listDrawable(sessionId)
    if (drawable.length === 0) throw new Problem('draw-empty')
    const notes = await stores.spotChecks.listDrawNotes(sessionId)
    const students = drawable.map((studentId) => ({ studentId, times: countDraws(notes, studentId) }))
    const drawn: DrawNote[] = []
    for (const [place, studentId] of chooseForDraw(students, drawSize, random.index).entries()) {
      const note = {
        sequence: notes.length + place + 1,
        studentId,
        status: 'drawn',
        notedBy: by.id,
        notedAt: now,
      } as const
      drawn.push(note)
    }
    await add(stores, door, held, 'draw.make', ...drawn)
    return answerDraws(stores, organisationId, await stores.spotChecks.listDrawNotes(sessionId))
  })
}

/**
 * Notes whether a drawn student is here; the last note holds. Throws document_not_found, also for a student who was not
 * drawn; session-locked; draw-too-late for another answer once students can be drawn no more.
 */
export async function answerDraw(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'draws.answer'>,
  {
    sessionId,
    studentId,
    here: isHere,
  }: { readonly sessionId: string; readonly studentId: string; readonly here: boolean },
): Promise<Draws> {
  const { organisationId, by } = door.actor
  refuseOwnRecord(by, [studentId])
  return storage.transaction(async (stores) => {
    const held = await lockOwnSession(stores, door, sessionId)
    const now = await stores.now()
    assertUnlocked(door.actor, held, now)
    const notes = await stores.spotChecks.listDrawNotes(sessionId)
    const last = notes.findLast((note) => note.studentId === studentId)
    if (!last) throw new Problem('document_not_found')
    const status = isHere ? 'here' : 'not-here'
    if (last.status === status) {
      const facts = { organisationId, sessionId, number: held.number }
      await event(stores, door, 'draw.answer', { outcome: 'unchanged', subject: studentId, facts, at: now })
      return answerDraws(stores, organisationId, notes)
    }
    if (last.status !== 'drawn' && now >= held.endsAt + drawMs) throw new Problem('draw-too-late')
    const note = { sequence: notes.length + 1, studentId, status, notedBy: by.id, notedAt: now } as const
    await add(stores, door, held, 'draw.answer', note)
    return answerDraws(stores, organisationId, await stores.spotChecks.listDrawNotes(sessionId))
  })
}

const countDraws = (notes: readonly DrawNote[], of: string): number =>
  notes.filter(({ studentId, status }) => studentId === of && status === 'drawn').length

async function add(
  stores: Pick<Stores, 'audit' | 'staff' | 'changes' | 'spotChecks'>,
  context: RequestContext,
  session: AttendanceSession,
  action: 'draw.make' | 'draw.answer',
  ...notes: readonly DrawNote[]
): Promise<void> {
  for (const note of notes) await stores.spotChecks.addDrawNote(session.id, note)
  const said = notes.map((note) => ({ subject: note.studentId, facts: drawFacts(session, note), at: note.notedAt }))
  await event(stores, context, action, ...said)
}
