import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type { OwnPasskey, OwnPasskeys } from '#contract/passkey.ts'
import { listPasskeys } from '../../client/passkey-calls.ts'
import { signalOwner } from '../../client/signal-passkeys.ts'
import { useAccount } from '../../session/session.ts'

/** The passkeys of the signed-in account. */
export const passkeysKey = (accountId: string): readonly [string, string] => ['passkeys', accountId]

/** The passkeys of the signed-in account. Providers of this browser hear of the owner's name. */
export function usePasskeys(): UseQueryResult<OwnPasskeys> {
  const { $id, name, email } = useAccount()
  const passkeys = useQuery({ queryKey: passkeysKey($id), queryFn: listPasskeys })
  useEffect(() => {
    if (passkeys.data) signalOwner(passkeys.data, { name, email })
  }, [passkeys.data, name, email])
  return passkeys
}

/** Updates the number of recovery codes: the answer to making them has only the codes. */
export function useSetRecoveryCodesLeft(): (left: number) => void {
  const { $id } = useAccount()
  const queries = useQueryClient()
  return useCallback(
    (recoveryCodes) =>
      queries.setQueryData<OwnPasskeys>(passkeysKey($id), (own) => (own ? { ...own, recoveryCodes } : own)),
    [queries, $id],
  )
}

/** Replaces the cached passkeys by the answer of a change. */
export function useSetPasskeys(): (passkeys: OwnPasskeys) => void {
  const { $id } = useAccount()
  const queries = useQueryClient()
  return useCallback((passkeys) => queries.setQueryData(passkeysKey($id), passkeys), [queries, $id])
}

/** True where it can vouch for its owner, and so for another passkey: it is not held, and was not refused as a copy. */
export function isUsable({ isSuspect, heldUntil }: OwnPasskey): boolean {
  return !isSuspect && heldUntil === null
}
