import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CellStatus } from '#contract/course-cells.ts'
import type { CourseSheet } from '#contract/course-sessions.ts'
import { courseTexts } from '#contract/course-texts.ts'
import { callProduct } from '../../client/call-product.ts'
import { finishByHand } from '../../client/hand-calls.ts'
import { CeremonyError, getAssertion } from '../../client/passkey-ceremony.ts'
import { messageOf } from '../../client/request-error.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { readsBelow } from '../../live/live-keys.ts'
import { movedPeople } from '../../parts/courses/moved-people.ts'
import { RollSheet } from '../../parts/courses/roll-sheet.tsx'
import { useAccount } from '../../session/session.ts'
import { useLeaveSignal } from '../../session/use-leave-signal.ts'
import { showError, showSuccess } from '../../ui/index.ts'

/** All are present; a touch says otherwise. One gesture of the person's own passkey signs the whole roll. */
export function RollCall({ sheet, onClose }: { sheet: CourseSheet; onClose: () => void }) {
  const words = useTextsOf('course', courseTexts).session
  const { $id: ownId } = useAccount()
  const signing = useSigning(sheet.session.id, () => {
    showSuccess(words.signed)
    onClose()
  })
  return (
    <RollSheet
      // No one acts on the own record, and a guest is on no roll.
      people={sheet.people.filter(({ studentId, cell }) => studentId !== ownId && !cell.isGuest)}
      hint={words.rollCallHint}
      save={words.saveRoll}
      busy={signing.isPending}
      moved={signing.moved}
      movedHint={words.movedHint}
      onClose={onClose}
      onSave={signing.sign}
    />
  )
}

type Statuses = readonly { readonly person: string; readonly status: CellStatus }[]

/** Begin, the gesture, finish. */
function useSigning(sessionId: string, onSigned: () => void) {
  const texts = useTexts()
  const queries = useQueryClient()
  const makeSignal = useLeaveSignal()
  const [moved, setMoved] = useState<ReadonlySet<string>>(new Set())
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ statuses, reason }: { statuses: Statuses; reason: string }) => {
      const { ceremony } = await callProduct(
        'POST /check-ins',
        {},
        {
          way: 'roll-call',
          session: sessionId,
          statuses: [...statuses],
          reason,
        },
      )
      if (ceremony === null) throw new CeremonyError('authentication-incomplete')
      const assertion = await getAssertion(ceremony.options, makeSignal())
      return finishByHand(ceremony.id, assertion)
    },
    onSuccess: onSigned,
    onError: (error) => {
      setMoved(movedPeople(error))
      showError(messageOf(error, texts))
    },
    // What others said meanwhile is on the sheet before the roll is sent again.
    onSettled: () => queries.invalidateQueries(readsBelow('/sessions', '/groups', '/courses', '/today')),
  })
  return {
    isPending,
    moved,
    sign: (statuses: Statuses, reason: string) => {
      if (!isPending) mutate({ statuses, reason })
    },
  }
}
