import type { LinkPeople, PersonDetail } from '#contract/roster.ts'
import { linkUndoMs } from '#contract/roster-rules.ts'
import { canonicalRollNumber } from '#contract/text-fields.ts'
import { refuseOwnRecord } from '../acting-for.ts'
import { written } from '../audit/written-rows.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { moveRollNumber } from '../institutes/correct-roll-number.ts'
import { describePlace, mailWhenQuiet } from '../mail/notices.ts'
import { statusOf } from '../mail/told-cell.ts'
import { lockOwnSession } from '../own-session.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import { accountOf, type Both, findBoth, haveTwoIds, isId, link } from '../roster/link-people.ts'
import { readPerson } from '../roster/people.ts'
import type { CellBefore, KnownPerson } from '../roster/stores.ts'
import type { Confirmed } from '../step-up-asked.ts'
import { ruleOnOne } from './rule.ts'

/**
 * Makes two rows of the roster one person. Where both have an account, `account` says whose stays; where both have an entry in
 * one session, `entries` says whose counts: what it changes is a ruling, and the other entry stays in the history. Answers the row that
 * stays. Where one has an account, its number is the roster's. Needs a step-up (rules §5.7). Throws document_not_found,
 * own-record, people-registered, people-left, people-two-ids, people-share-sessions, document_unique_constraint_violation.
 */
export async function linkPeople(
  { storage, random }: Pick<Deps, 'storage' | 'random'>,
  door: Door<'people.link'>,
  { personId, other: otherId, reason, entries, ...choice }: LinkPeople & { readonly personId: string },
): Promise<PersonDetail> {
  const { organisationId, by } = door.actor
  const { stays } = await storage.transaction(async (stores) => {
    await stores.organisations.lockMembers(organisationId)
    const now = await stores.now()
    const confirmed = door.stepUp(now)
    const [one, other] = await findBoth(stores, organisationId, personId, otherId)
    refuseOwnRecord(by, [accountOf(one), accountOf(other)].filter(isId))
    if (haveTwoIds(one, other)) throw new Problem('people-two-ids')
    const both = chooseStaying(one, other, choice)
    const { stays, goes } = both
    const shared = await lockShared(stores, door, both)
    if (shared.length > 0 && entries === undefined) throw new Problem('people-share-sessions')
    const cells: CellBefore[] = []
    for (const id of shared) cells.push(await readCell(stores, id, stays), await readCell(stores, id, goes))
    const ended = accountOf(stays) === null ? null : goes.studentId
    const member = ended === null ? undefined : await stores.memberships.lockMember(organisationId, ended)
    await link(stores, random, confirmed, organisationId, both, { linkedBy: 'choice', decidedBy: by.id, reason }, cells)
    if (member) {
      const { role: actedAs } = door.actor
      const to = {
        kind: 'membership-taken-out',
        accountId: member.student.id,
        senderId: organisationId,
        actedAs,
      } as const
      await mailWhenQuiet(stores, to, describePlace({ rollNumber: member.student.rollNumber, hasLeft: false }), now)
    }
    const countsOf = (entries === 'this') === (stays.id === personId) ? stays : goes
    await ruleOnCells(stores, door, confirmed, decide(cells, both, countsOf), { reason, now })
    const studentId = goes.studentId
    if (stays.studentId === null && studentId !== null && stays.rollKey !== goes.rollKey) {
      await moveRollNumber(stores, confirmed, { organisationId, studentId, rollNumber: stays.rollNumber ?? '' }, now)
    }
    return both
  })
  return readPerson({ storage }, door, { personId: stays.id })
}

/** The row of the roster stays, and of two accounts the one that is chosen. Throws people-registered, people-left. */
function chooseStaying(one: KnownPerson, other: KnownPerson, { account }: Pick<LinkPeople, 'account'>): Both {
  const haveBoth = accountOf(one) !== null && accountOf(other) !== null
  if (haveBoth && account === undefined) throw new Problem('people-registered')
  const isFirst = haveBoth ? account === 'this' : accountOf(one) === null
  const both = isFirst ? { stays: one, goes: other } : { stays: other, goes: one }
  const owner = haveBoth ? both.stays : both.goes
  if (owner.formerStudentId !== null) throw new Problem('people-left')
  return both
}

/** The sessions in which both have an entry. As for a ruling, the students are locked first, and then the sessions. */
async function lockShared(
  stores: Stores,
  door: Door<'people.link'>,
  { stays, goes }: Both,
): Promise<readonly string[]> {
  const { organisationId } = door.actor
  for (const id of [stays.studentId, goes.studentId].filter(isId).sort())
    await stores.memberships.lockMember(organisationId, id)
  const shared = await stores.personLinks.listShared(organisationId, stays, goes)
  for (const id of shared) await lockOwnSession(stores, door, id)
  return shared
}

async function readCell({ rulings }: Stores, sessionId: string, person: KnownPerson): Promise<CellBefore> {
  const cell = await rulings.findCellOf(sessionId, person.id)
  const status = cell ? statusOf(cell) : 'absent'
  const last = (await rulings.listOf(sessionId, person.id)).at(-1)
  const minutes = last?.status === status ? last.minutes : null
  return { sessionId, personId: person.id, studentId: accountOf(person), status, minutes }
}

/** What holds in these sessions from now on: the person's cell says what is chosen, and what went counts nowhere. */
function decide(cells: readonly CellBefore[], { stays, goes }: Both, countsOf: KnownPerson): CellBefore[] {
  // One account of both rows names no ruling of this kind: an undo gives it back to the row that went.
  const isOfAccounts = accountOf(stays) !== null && accountOf(goes) !== null
  return cells.map((cell) => {
    const studentId = isOfAccounts ? cell.studentId : null
    if (cell.personId === goes.id) return { ...cell, studentId, status: 'absent', minutes: null }
    const chosen = cells.find(({ sessionId, personId }) => sessionId === cell.sessionId && personId === countsOf.id)
    return { ...cell, ...chosen, personId: stays.id, studentId }
  })
}

/** Rules where another status holds than these cells have. */
async function ruleOnCells(
  stores: Stores,
  door: Door<'people.link'>,
  request: Confirmed,
  cells: readonly CellBefore[],
  { reason, now }: { readonly reason: string; readonly now: number },
): Promise<void> {
  for (const { sessionId, personId, studentId, status, minutes } of cells) {
    const held = await lockOwnSession(stores, door, sessionId)
    const cell = await stores.rulings.findCellOf(sessionId, personId)
    if ((cell ? statusOf(cell) : 'absent') === status) continue
    const sequence = ((await stores.rulings.listOf(sessionId, personId)).at(-1)?.sequence ?? 0) + 1
    const key = { personId, studentId, sequence }
    const said = { ...key, status, reason, note: null, minutes, decidedBy: door.actor.by.id, decidedAt: now }
    await ruleOnOne(stores, door.actor, held, said, { cause: 'staff', request, reason, note: null, minutes, now })
  }
}

/**
 * Makes the two rows again that were one person, for a day, while that person was neither marked, ruled about nor changed.
 * They are said to be two people.
 * Needs a step-up (rules §5.7). Throws document_not_found, own-record, people-link-kept,
 * document_unique_constraint_violation.
 */
export async function unlinkPeople(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'people.link'>,
  { personId }: { readonly personId: string },
): Promise<void> {
  const { organisationId, by } = door.actor
  await storage.transaction(async (stores) => {
    await stores.organisations.lockMembers(organisationId)
    const now = await stores.now()
    const confirmed = door.stepUp(now)
    const person = await stores.roster.find(organisationId, personId)
    const link = await stores.personLinks.find(organisationId, personId)
    if (!person || !link) throw new Problem('document_not_found')
    const { studentId, formerStudentId, linkedAt, formerNumber } = link
    refuseOwnRecord(by, [studentId, formerStudentId].filter(isId))
    const isSame = accountOf(person) === studentId && now < linkedAt + linkUndoMs
    if (!isSame || (await stores.personLinks.isUsed(link))) throw new Problem('people-link-kept')
    await refuseTakenNumber(stores, organisationId, formerStudentId)
    const { written: enrolments, cells } = await stores.personLinks.undo(link, now)
    await stores.personLinks.keepApart(organisationId, personId, link.formerId)
    if (studentId !== null && formerNumber !== null) {
      await moveRollNumber(stores, confirmed, { organisationId, studentId, rollNumber: formerNumber }, now)
    }
    await ruleOnCells(stores, door, confirmed, cells, { reason: link.reason ?? '', now })
    await stores.students.touch([studentId, formerStudentId].filter(isId), now)
    const facts = { organisationId }
    await event(
      stores,
      confirmed,
      'person.unlink',
      { subject: personId, facts: { ...facts, ...written({ enrolments }) }, at: now, student: studentId },
      ...(formerStudentId === null
        ? []
        : [{ subject: link.formerId, facts: { ...facts, ...written({}) }, at: now, student: formerStudentId }]),
    )
  })
}

/** The account is a member again, with its number. */
async function refuseTakenNumber(
  { memberships }: Stores,
  organisationId: string,
  formerStudentId: string | null,
): Promise<void> {
  if (formerStudentId === null) return
  const place = await memberships.findPlace(organisationId, formerStudentId)
  // An account that was never verified may be gone.
  if (!place) throw new Problem('people-link-kept')
  if (await memberships.findHolder(organisationId, canonicalRollNumber(place.rollNumber)))
    throw new Problem('document_unique_constraint_violation')
}
