import type { OwnData } from '#contract/own-data.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { Problem } from '../problem.ts'

/**
 * Everything about the calling student as one file, at all institutes. It leaves the browser, so it needs a step-up (rules §5.7), and the
 * log names it. Throws step-up-needed; document_not_found without a profile.
 */
export async function takeOwnData({ storage }: Pick<Deps, 'storage'>, door: Door<'own-data.take'>): Promise<OwnData> {
  const { account } = door.caller
  const now = await storage.now()
  const confirmed = door.stepUp(now)
  const student = await storage.students.find(account.id)
  if (!student) throw new Problem('document_not_found')
  const passkeys = await storage.passkeys.listOf(account.id)
  const logins = await storage.sessions.listLive(account.id)
  const browsers = await storage.pushSubscriptions.idsOf([account.id])
  const byEmail = await storage.receipts.wantsEmail(account.id)
  const records = await storage.readOwnRecords(account.id)
  await event(storage, confirmed, 'own-data.take', {})
  const { firstName, lastName, phoneNumber, rollNumber } = student
  return {
    format: 'rollkey own data v1',
    writtenAt: now,
    account: {
      ...{ id: account.id, email: account.email, isEmailVerified: account.isEmailVerified },
      ...{ firstName, lastName, phoneNumber, rollNumber, createdAt: account.createdAt },
      passkeys: passkeys.map(({ name, credentialId, createdAt, lastUsedAt }) => {
        return { name, credentialId, createdAt, lastUsedAt }
      }),
    },
    ...records,
    receipts: { byEmail, browsers: browsers.length },
    logins: logins.map(({ createdAt, lastSeenAt, expiresAt, addressPrefix: address, userAgent: browser }) => {
      return { createdAt, lastSeenAt, expiresAt, address, browser }
    }),
  }
}
