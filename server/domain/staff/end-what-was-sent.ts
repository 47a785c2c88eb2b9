import { longestFinishMs } from '#contract/day-pass.ts'
import type { EndedSendings } from '#contract/staff.ts'
import type { StaffRole } from '#contract/staff-rights.ts'
import type { Act } from '../acts.ts'
import { record } from '../audit/record.ts'
import { writtenPass } from '../audit/written-rows.ts'
import { verdictOf } from '../permissions.ts'
import type { Stores } from '../ports.ts'
import type { Confirmed } from '../step-up-asked.ts'
import type { Staff } from './stores.ts'

/**
 * Ends what a person has sent out, and could not send any more: invitations of people, links for a lost passkey, day
 * passes. Invitations of students and whom a desk has called stay: they make a student of whom the roster has, and give no
 * right. `next`: the role from now on; undefined at the end of the work. Runs while the person's row is locked, so that
 * nothing is sent meanwhile.
 */
export async function endWhatWasSent(
  stores: Stores,
  context: Confirmed,
  { organisationId, accountId }: Staff,
  next: StaffRole | undefined,
): Promise<EndedSendings> {
  const may = (act: Act) => next !== undefined && verdictOf(act, next) === 'allowed'
  const now = await stores.now()
  const invitations = may('staff.manage') ? [] : await stores.staff.lockInvitationsBy(organisationId, accountId)
  for (const { id } of invitations) await stores.staff.endInvitation(id, 'withdrawn', now)
  const linked = may('staff.passkey-link') ? [] : await stores.tokens.voidSentBy(accountId, organisationId)
  const names = linked.length === 0 ? [] : await stores.staff.listOf(organisationId, linked)
  const made = may('day-passes.make') ? [] : await stores.dayPasses.list(organisationId, now - longestFinishMs)
  // One that is over and was opened may still finish what it began.
  const passes = made.filter((pass) => pass.madeBy === accountId && (pass.endsAt > now || pass.openedAt !== null))
  for (const { id } of passes) await stores.dayPasses.revoke(id, now)
  const facts = { organisationId }
  await record(
    stores,
    context,
    ...invitations.map(({ id }) => ({ action: 'staff.withdraw', outcome: 'done', subject: id, facts }) as const),
    ...passes.map((pass) => {
      const ended = { ...facts, ...writtenPass({ ...pass, revokedAt: now }) }
      return { action: 'day-pass.end', outcome: 'done', subject: pass.id, facts: ended } as const
    }),
  )
  return {
    invitations: invitations.map(({ email }) => email),
    passkeyLinks: linked.map((id) => names.find((one) => one.accountId === id)?.name ?? ''),
    dayPasses: passes.map(({ name }) => name),
  }
}
