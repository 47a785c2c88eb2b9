import { hashSecret } from '../secret-hash.ts'

/** Names a passkey in an address: short, however long its credential ID is, and telling nothing to whom it is shown. */
export function passkeyIdOf({ credentialId }: { readonly credentialId: string }): string {
  return hashSecret(credentialId)
}
