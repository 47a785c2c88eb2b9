import { written, writtenStaff } from '#server/domain/audit/written-rows.ts'
import type { Stores } from '#server/domain/ports.ts'
import type { Staff } from '#server/domain/staff/stores.ts'
import { logAct } from './log-act.ts'

/** As if the person had joined. */
export async function insertStaff(stores: Pick<Stores, 'staff' | 'audit'>, staff: Staff): Promise<void> {
  await stores.staff.insert(staff)
  const { organisationId, role } = staff
  const facts = { organisationId, role, ...written(writtenStaff(staff)) }
  await logAct(stores, { action: 'staff.join', outcome: 'done', accountId: null, facts })
}

/** As if an owner had ended the person. */
export async function endStaffRow(stores: Pick<Stores, 'staff' | 'audit'>, staff: Staff, until: number): Promise<void> {
  const groups = await stores.staff.listGroups(staff.id)
  await stores.staff.end(staff.id, until)
  const { organisationId, role } = staff
  const ended = writtenStaff({ ...staff, until }).staff
  const facts = {
    organisationId,
    role,
    ...written({ staff: ended, staffGroups: groups.map((group) => ({ ...group, until })) }),
  }
  await logAct(stores, { action: 'staff.end', outcome: 'done', accountId: null, facts })
}
