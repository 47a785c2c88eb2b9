import type { UseQueryResult } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type { OwnPasskeys } from '#contract/passkey.ts'
import { signalOwner } from '../../client/signal-passkeys.ts'
import { useRead } from '../../kit/use-read.ts'
import { useAccount } from '../../session/session.ts'

/** The passkeys of the signed-in account. Providers of this browser hear of the owner's name. */
export function usePasskeys(): UseQueryResult<OwnPasskeys> {
  const { name, email } = useAccount()
  const passkeys = useRead('GET /passkeys', {})
  useEffect(() => {
    if (passkeys.data) signalOwner(passkeys.data, { name, email })
  }, [passkeys.data, name, email])
  return passkeys
}

/** Updates the number of recovery codes: the answer to making them has only the codes. */
export function useSetRecoveryCodesLeft(): (left: number) => void {
  const queries = useQueryClient()
  return useCallback(
    (recoveryCodes) =>
      queries.setQueriesData<OwnPasskeys>({ queryKey: ['GET /passkeys'] }, (own) => own && { ...own, recoveryCodes }),
    [queries],
  )
}
