import type { Account } from '#server/domain/accounts/stores.ts'

/** An account whose id is unique, with email and user handle made from it. */
export function makeAccount(id: string, changes: Partial<Account> = {}): Account {
  return {
    id,
    email: `${id}@Example.org`,
    emailCanonical: `${id.toLowerCase()}@example.org`,
    name: `Name of ${id}`,
    passwordHash: 'no hash',
    isEmailVerified: false,
    label: null,
    hasProfile: false,
    userHandle: `handle-${id}`,
    passwordUpdatedAt: 1,
    createdAt: 1,
    updatedAt: 1,
    ...changes,
  }
}
