import { IconKey } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import type { UserModel } from '#contract/account.ts'
import { paths } from '#contract/paths.ts'
import { callProduct } from '../../client/call-product.ts'
import { isUnconfirmed } from '../../client/passkey-ceremony.ts'
import { messageOf } from '../../client/request-error.ts'
import { useTextsOf } from '../../language/texts.ts'
import { enterInstitute } from '../../parts/acting/enter-institute.ts'
import { registerFor } from '../../parts/passkey/use-register-passkey.ts'
import { enterSession } from '../../session/session.ts'
import { useLeaveSignal } from '../../session/use-leave-signal.ts'
import { Button, PageHeading, showError } from '../../ui/index.ts'
import styles from './join.module.css'
import { joinTexts } from './join-texts.ts'

/** `isNew`: the account was made by the invitation, and has no passkey yet. */
export type Joined = {
  readonly institute: string
  readonly account: UserModel
  readonly isNew: boolean
  readonly isStudent: boolean
}

/** After joining: a new person adds a passkey and is in, or is `onReady`. Of the others, students are in; who works there chooses the institute. */
export function PasskeyStep({ joined, onReady }: { joined: Joined; onReady?: () => void }) {
  const join = useTextsOf(joinTexts)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const makeSignal = useLeaveSignal()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (signal: AbortSignal) => {
      const { $id } = joined.account
      const outcome = await registerFor($id, joined.isStudent ? 'STD' : 'STF', signal)
      if (outcome.kind !== 'registered') throw new Error(outcome.message)
      if (joined.isStudent) return paths.studentDashboard($id)
      const [first] = (await callProduct('GET /acting', {})).institutes
      return first && (await enterInstitute(queries, first.institute))
    },
    onSuccess: async (home) => {
      if (onReady) onReady()
      else await navigate(home ?? paths.acting, { replace: true })
    },
    onError: (error, signal) => {
      // Ended because the person left the page, so no message is needed.
      if (error !== signal.reason) showError(messageOf(error))
    },
  })
  const begin = useEffectEvent(() => {
    if (!joined.isNew) {
      if (onReady) onReady()
      else if (joined.isStudent) void navigate(paths.studentDashboard(joined.account.$id), { replace: true })
      else void navigate(paths.acting, { replace: true, state: { begins: true } })
      return
    }
    enterSession(queries, joined.account)
    mutate(makeSignal())
  })
  useEffect(() => {
    // In a task of its own: an effect that runs twice asks once.
    const timer = setTimeout(begin)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <PageHeading className={styles.heading}>{join.joined(joined.institute)}</PageHeading>
      <p className={styles.text}>{join.passkeyLater}</p>
      <div className={styles.body}>
        {isUnconfirmed(error) && <p className={styles.text}>{join.keyPin}</p>}
        <Button
          kind="primary"
          size="large"
          wide
          icon={<IconKey size={20} stroke={1.9} aria-hidden="true" />}
          busy={isPending}
          onClick={() => mutate(makeSignal())}
        >
          {join.retryPasskey}
        </Button>
      </div>
    </>
  )
}
