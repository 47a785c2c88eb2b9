import type { Storage, Stores } from '../ports.ts'
import { type Notice, noticesPerDay } from './notice-store.ts'
import { readWhatStands } from './notices.ts'

const day = 24 * 60 * 60_000
const noticesPerPass = 20

/**
 * Queues the mails of the notices that have waited, each in a transaction of its own. What stands as it was last told
 * needs no mail, and beyond five a day from one sender to one recipient it is read on the dashboard. Returns true when
 * more may be due.
 */
export async function queueDueNotices(storage: Pick<Storage, 'notices' | 'transaction'>): Promise<boolean> {
  const due = await storage.notices.listDue(noticesPerPass)
  for (const { id, accountId } of due) {
    await storage.transaction(async (stores) => {
      // First: two processes that count the mails of one recipient do so one after the other.
      const account = await stores.accounts.lock(accountId)
      const notice = await stores.notices.takeDue(id)
      if (!notice || !account?.isEmailVerified || !(await isNews(stores, notice))) return
      const { kind, senderId, topic, attendanceSessionId } = notice
      await stores.outbox.queue({
        kind,
        accountId,
        recipient: account.email,
        noticeId: id,
        isOnlyNews: true,
        ...(topic !== 'passkeys' && { organisationId: senderId }),
        ...((topic === 'mark' || topic === 'cell') && { attendanceSessionId }),
      })
    })
  }
  return due.length === noticesPerPass
}

async function isNews(stores: Stores, notice: Notice): Promise<boolean> {
  const stands = await readWhatStands(stores, notice)
  if (stands === undefined || stands === notice.told) return false
  return (await stores.notices.countMails(notice, (await stores.now()) - day)) < noticesPerDay
}
