import type { EndedStaff, StaffChange, StaffList } from '#contract/staff.ts'
import { type StaffRole, staffRights } from '#contract/staff-rights.ts'
import { publishSessionEnds } from '../accounts/publish-account-change.ts'
import { passkeyIdOf } from '../audit/passkey-id.ts'
import { written, writtenStaff } from '../audit/written-rows.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { mailAtOnce } from '../mail/mail-at-once.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import { endScreensOf } from './end-screens.ts'
import { endWhatWasSent } from './end-what-was-sent.ts'
import { sentAt } from './invite.ts'
import { holdsGroups } from './roles.ts'
import type { FormerCourse, Staff } from './stores.ts'

/** Who may have screens of the own sessions. */
const mayApprove: readonly StaffRole[] = staffRights.inClass

/** Who does one of these is shown all of the staff then. */
type SeesStaff =
  | 'staff.view'
  | 'staff.ask'
  | 'staff.manage'
  | 'staff.passkey-link'
  | 'staff.confirm-passkey'
  | 'own-login.change'
  | 'courses.manage'

/** All who act or acted for the institute, and who is invited. */
export async function listStaff({ storage }: Pick<Deps, 'storage'>, door: Door<SeesStaff>): Promise<StaffList> {
  const { organisationId, by } = door.actor
  const people = await storage.staff.list(organisationId)
  const invitations = await storage.staff.listInvitations(organisationId)
  const held = await storage.staff.listHeldPasskeys(organisationId)
  const former = await storage.staff.listFormerCourses(organisationId)
  const hasPasskey = await storage.staff.hasOwnPasskey(organisationId)
  const heldBy = (id: string) =>
    held
      .filter(({ accountId }) => accountId === id)
      .map(({ credentialId, createdAt, heldUntil }) => ({ id: passkeyIdOf({ credentialId }), createdAt, heldUntil }))
  return {
    ownLogin: {
      readsOnlySince: await storage.accounts.findReadsOnly(organisationId),
      canClose: hasPasskey && (await storage.staff.hasOwnerWithPasskey(organisationId)),
      hasPasskey,
      held: heldBy(organisationId),
    },
    people: people.map(({ organisationId: _, accountId, ...person }) => ({
      ...person,
      isYou: accountId === by.id,
      held: person.until === null ? heldBy(accountId) : [],
      ...describeFormer(former.filter(({ staffId }) => staffId === person.id)),
    })),
    invitations: invitations.map(({ isSpent, ...invitation }) => {
      const { id, email, role, title, holdsWhole, invitedAt, expiresAt } = invitation
      const mails = { sentAt: sentAt(invitation), canSend: !isSpent }
      const asker = invitation.mails === 0 && people.find(({ accountId }) => accountId === invitation.invitedBy)
      return {
        ...{ id, email, role, title, holdsWhole, invitedAt, expiresAt, ...mails },
        ...(invitation.mails === 0 && { askedBy: asker ? asker.name : '' }),
      }
    }),
  }
}

function describeFormer(courses: readonly FormerCourse[]): Pick<StaffList['people'][number], 'formerCourses'> {
  if (courses.length === 0) return {}
  return { formerCourses: courses.map(({ id, code, title }) => ({ id, code, title })) }
}

/**
 * Gives a person another role or title, from now on: what was done before keeps the former ones. The courses stay. What
 * the person has sent out and could not send in the new role ends, and is returned. Needs a step-up (rules §5.7). Throws document_not_found, last-owner, step-up-needed.
 */
export async function changeStaff(
  { storage, random }: Pick<Deps, 'storage' | 'random'>,
  door: Door<'staff.manage'>,
  { staffId: id, ...change }: StaffChange & { readonly staffId: string },
): Promise<Pick<EndedStaff, 'ended'>> {
  const { organisationId } = door.actor
  return storage.transaction(async (stores) => {
    const confirmed = door.stepUp(await stores.now())
    const former = await lockOne(stores, organisationId, id, change.role === 'owner')
    const now = await stores.now()
    const next = { ...former, id: random.id(), title: change.title, ...holdsGroups(change), since: now }
    // First: after the end of the own row, the log would refuse the entry.
    await event(stores, confirmed, 'staff.change', {
      subject: former.accountId,
      facts: { organisationId, from: former.role, to: change.role, ...(await replacedRows(stores, former, next)) },
      at: now,
    })
    if (!mayApprove.includes(change.role)) await endScreensOf(stores, former)
    const ended = await endWhatWasSent(stores, confirmed, former, change.role)
    await stores.staff.replace(id, next)
    return { ended }
  })
}

/**
 * Ends a person's work for the institute. Their sessions that act for it, the screens that they approved as a teacher, and
 * what they have sent out end in the same transaction; other screens that they approved stay. What ended of it and these
 * screens are returned, and the person is mailed. Needs a step-up (rules §5.7). Throws document_not_found, last-owner, step-up-needed.
 */
export async function endStaff(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'staff.manage'>,
  { staffId: id }: { readonly staffId: string },
): Promise<Pick<EndedStaff, 'ended' | 'screens'>> {
  const { organisationId } = door.actor
  return storage.transaction(async (stores) => {
    const confirmed = door.stepUp(await stores.now())
    const former = await lockOne(stores, organisationId, id, false)
    const now = await stores.now()
    // First, as above.
    await event(stores, confirmed, 'staff.end', {
      subject: former.accountId,
      facts: { organisationId, role: former.role, ...written(await endedRows(stores, former, now)) },
    })
    const ended = await endWhatWasSent(stores, confirmed, former, undefined)
    const screens = await endScreensOf(stores, former)
    await stores.staff.end(id, now)
    await publishSessionEnds(stores, await stores.sessions.removeActing(former.accountId, organisationId), now)
    const told = await stores.accounts.find(former.accountId)
    if (told) await mailAtOnce(stores, 'staff-ended', told)
    return { ended, screens }
  })
}

/** A person's row and groups, as their end at `now` leaves them. */
async function endedRows({ staff }: Pick<Stores, 'staff'>, person: Staff, now: number) {
  const groups = await staff.listGroups(person.id)
  return {
    staff: writtenStaff({ ...person, until: now }).staff,
    staffGroups: groups.map((group) => ({ ...group, until: now })),
  }
}

/** The same, with the next row of the person, which takes the courses over. */
async function replacedRows(stores: Pick<Stores, 'staff'>, former: Staff, next: Staff) {
  const { id: staffId, since } = next
  const ended = await endedRows(stores, former, since)
  const begun = writtenStaff(next)
  const courses = ended.staffGroups.filter(({ groupId }) => groupId !== next.organisationId)
  const takenOver = courses.map(({ groupId }) => ({ staffId, groupId, since, until: null }))
  return written({
    staff: [...ended.staff, ...begun.staff],
    staffGroups: [...ended.staffGroups, ...begun.staffGroups, ...takenOver],
  })
}

/** An institute that has owners keeps one. Two owners who end each other queue here, and the second is none any more. */
async function lockOne(stores: Stores, organisationId: string, id: string, staysOwner: boolean): Promise<Staff> {
  const owners = await stores.staff.lockOwners(organisationId)
  const found = await stores.staff.lock(organisationId, id)
  if (!found) throw new Problem('document_not_found')
  if (!staysOwner && owners.length === 1 && owners[0] === id) throw new Problem('last-owner')
  return found
}
