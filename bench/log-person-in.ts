import { systemRandom } from '#server/adapters/random/system-random.ts'
import { openStorage } from '#server/storage/open-storage.ts'
import { insertLogin } from '#testing/insert-login.ts'

/** Lets an owner act for the institute. Returns the token of the session. */
export async function logPersonIn(url: string, organisationId: string): Promise<string> {
  const storage = await openStorage({ database: { url } })
  try {
    const [now, id, token] = [await storage.now(), systemRandom.accountId(), systemRandom.secret()]
    const email = `${id.toLowerCase()}@staff.example`
    const name = 'Meera Iyer'
    await storage.accounts.insert({
      id,
      name,
      email,
      emailCanonical: email,
      passwordHash: '',
      isEmailVerified: true,
      label: 'STF',
      hasProfile: true,
      userHandle: systemRandom.secret(),
      passwordUpdatedAt: now,
      createdAt: now,
      updatedAt: now,
    })
    const role = { role: 'owner', title: '', holdsWhole: false } as const
    const staff = { id: systemRandom.id(), organisationId, accountId: id, name, ...role, since: now, until: null }
    await storage.staff.insert(staff)
    await insertLogin(storage, id, ['password', 'passkey'], token, now, organisationId)
    return token
  } finally {
    await storage.close()
  }
}
