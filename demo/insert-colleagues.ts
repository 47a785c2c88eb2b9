import { systemRandom } from '#server/adapters/random/system-random.ts'
import type { Stores } from '#server/domain/ports.ts'
import type { Staff } from '#server/domain/staff/stores.ts'
import { insertAccount } from '#testing/insert-people.ts'
import { insertStaff } from '#testing/insert-staff.ts'
import { insertPasskey, type MadePasskey, makePasskey } from '#testing/make-passkey.ts'
import { type Colleague, colleagues } from './course-plans.ts'

export type MadeColleague = { readonly staff: Staff; readonly passkey: MadePasskey }
export type Colleagues = Readonly<Record<Colleague, MadeColleague>>

/** As if they had joined at this time, each with a passkey. `at`: epoch ms. */
export async function insertColleagues(
  stores: Stores,
  organisationId: string,
  origin: string,
  at: number,
): Promise<Colleagues> {
  const made: [string, MadeColleague][] = []
  for (const [key, { name, title, role }] of Object.entries(colleagues)) {
    const passkey = await makePasskey(origin)
    const email = `${key}@staff.cauvery.example`
    const account = { name, email, passwordHash: '', userHandle: passkey.userHandle }
    const accountId = await insertAccount(stores, 'STF', account, at)
    await insertPasskey(stores, accountId, passkey, at)
    const term = { organisationId, since: at, until: null }
    const staff = { ...term, id: systemRandom.id(), accountId, name, title, role, holdsWhole: role === 'teacher' }
    await insertStaff(stores, staff)
    made.push([key, { staff, passkey }])
  }
  return Object.fromEntries(made) as Colleagues
}
