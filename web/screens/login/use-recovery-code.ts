import { useRef, useState } from 'react'
import { callProduct } from '../../client/call-product.ts'

export type RecoveryCode = {
  /** A passkey check has failed, so the recovery code is offered. */
  readonly isOffered: boolean
  readonly isOpen: boolean
  readonly offer: () => void
  readonly open: () => void
  /** Uses the code instead of the organisation's passkey. Rejects with the server's refusal. */
  readonly passesCheck: (organisationId: string, code: string) => Promise<boolean>
}

/** At the login of an organisation: a recovery code instead of the passkey. */
export function useRecoveryCode(): RecoveryCode {
  const [isOffered, setOffered] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const spent = useRef('')
  return {
    isOffered,
    isOpen,
    offer: () => setOffered(true),
    open: () => setOpen(true),
    async passesCheck(organisationId, code) {
      // Each code works once; a mistyped password after it must not cost another one.
      const wanted = `${organisationId} ${code}`
      if (spent.current !== wanted) await callProduct('POST /recovery-codes/use', {}, { userId: organisationId, code })
      spent.current = wanted
      return true
    },
  }
}
