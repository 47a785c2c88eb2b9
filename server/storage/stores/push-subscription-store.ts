import type { Selectable } from 'kysely'
import type { PushSubscription, PushSubscriptionStore } from '../../domain/receipts/stores.ts'
import { prepareForRows } from '../given-rows.ts'
import type { Handle } from '../handle.ts'
import type { PushSubscriptionsTable } from '../schema.ts'

function toSubscription(row: Selectable<PushSubscriptionsTable>): PushSubscription {
  return {
    id: row.id,
    studentId: row.student_id,
    loginSessionId: row.login_session_id,
    endpoint: row.endpoint,
    p256dh: row.p256dh,
    auth: row.auth,
    language: row.language,
    confirmedAt: row.confirmed_at,
  }
}

const idsOf = prepareForRows<
  { readonly given_id: string },
  Readonly<Record<never, never>>,
  Pick<PushSubscription, 'id' | 'studentId'>
>({ given_id: 'text' }, ({ db }, given) =>
  db
    .selectFrom('push_subscriptions')
    .select(['id', 'student_id as studentId'])
    .where('student_id', 'in', (inner) => inner.selectFrom(given).select('given_id')),
)

export function pushSubscriptionStore(handle: Handle): PushSubscriptionStore {
  const { db } = handle
  return {
    async save(subscription) {
      const row = {
        student_id: subscription.studentId,
        login_session_id: subscription.loginSessionId,
        p256dh: subscription.p256dh,
        auth: subscription.auth,
        language: subscription.language,
        confirmed_at: subscription.confirmedAt,
      }
      const { id } = await db
        .insertInto('push_subscriptions')
        .values({ ...row, id: subscription.id, endpoint: subscription.endpoint })
        .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(row))
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
    async find(id) {
      const row = await db.selectFrom('push_subscriptions').selectAll().where('id', '=', id).executeTakeFirst()
      return row && toSubscription(row)
    },
    idsOf: (studentIds) =>
      idsOf(
        handle,
        studentIds.map((id) => ({ given_id: id })),
        {},
      ),
    async remove(id) {
      await db.deleteFrom('push_subscriptions').where('id', '=', id).execute()
    },
    async removeOwn(id, studentId) {
      const { numDeletedRows } = await db
        .deleteFrom('push_subscriptions')
        .where('id', '=', id)
        .where('student_id', '=', studentId)
        .executeTakeFirst()
      return numDeletedRows === 1n
    },
    async trim(studentId, keep) {
      const kept = db
        .selectFrom('push_subscriptions')
        .select('id')
        .where('student_id', '=', studentId)
        .orderBy('confirmed_at', 'desc')
        .orderBy('id')
        .limit(keep)
      await db
        .deleteFrom('push_subscriptions')
        .where('student_id', '=', studentId)
        .where('id', 'not in', kept)
        .execute()
    },
  }
}
