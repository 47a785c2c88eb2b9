import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { UserModel } from '#contract/account.ts'
import { noteLoginEnd } from '../client/login-end.ts'
import { refusals } from '../client/refusals.ts'
import { accountKey, leaveSession, loginKindOf } from './session.ts'

/**
 * Notices, from any refused call, that the session has ended or that the email is no longer verified; then the guards
 * act.
 */
export function SessionWatch() {
  const queries = useQueryClient()
  useEffect(
    () =>
      refusals.subscribe(({ type }) => {
        const account = queries.getQueryData<UserModel | null>(accountKey)
        if (!account) return
        if (type === 'general_unauthorized_scope') {
          noteLoginEnd(loginKindOf(account))
          leaveSession(queries)
        }
        if (type === 'user_email_not_verified') void queries.invalidateQueries({ queryKey: accountKey })
      }),
    [queries],
  )
  return null
}
