import type { Storage } from '../ports.ts'
import { noticesPerDay } from './notice-store.ts'
import { readNews } from './notices.ts'

const day = 24 * 60 * 60_000
const noticesPerPass = 100

/**
 * Queues the mails of the notices that have waited, each in a transaction of its own; of several decisions about one
 * person one mail tells all. What stands as it was last told needs no mail, and beyond five a day from one sender to one
 * recipient it is read on the dashboard. Returns true when more may be due.
 */
export async function queueDueNotices(storage: Pick<Storage, 'notices' | 'transaction'>): Promise<boolean> {
  const due = await storage.notices.listDue(noticesPerPass)
  for (const { id, accountId } of due) {
    await storage.transaction(async (stores) => {
      // First: two processes that count the mails of one recipient do so one after the other.
      const account = await stores.accounts.lock(accountId)
      const about = await stores.notices.takeDue(id)
      if (!about) return
      await stores.notices.takeToldWith(about)
      if (!account?.isEmailVerified) return
      const [first] = await readNews(stores, about)
      if (!first || (await stores.notices.countMails(about, (await stores.now()) - day)) >= noticesPerDay) return
      const { id: noticeId, kind, senderId, topic, attendanceSessionId } = first.notice
      await stores.outbox.queue({
        kind,
        accountId,
        recipient: account.email,
        noticeId,
        senderId,
        isOnlyNews: true,
        ...(topic !== 'passkeys' && { organisationId: kind === 'member-renamed' ? accountId : senderId }),
        ...((topic === 'mark' || topic === 'cell') && { attendanceSessionId }),
      })
    })
  }
  return due.length === noticesPerPass
}
