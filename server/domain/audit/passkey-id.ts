import { hashSecret } from '../secret-hash.ts'

/** Identifies a passkey in an address: short, however long its credential ID is, and without meaning to a reader. */
export function passkeyIdOf({ credentialId }: { readonly credentialId: string }): string {
  return hashSecret(credentialId)
}
