import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CellStatus } from '#contract/course-cells.ts'
import type { CourseSheet } from '#contract/course-sessions.ts'
import { courseTexts } from '#contract/course-texts.ts'
import { paths } from '#contract/paths.ts'
import { callProduct, type ProductAnswer, type ProductInput } from '../../client/call-product.ts'
import { signAndFinish } from '../../client/check-in-calls.ts'
import { messageOf, RequestError } from '../../client/request-error.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { readsBelow } from '../../live/live-keys.ts'
import { movedPeople } from '../../parts/courses/moved-people.ts'
import { draftOf, forgetTaps } from '../../parts/courses/roll-draft.ts'
import { RollSheet } from '../../parts/courses/roll-sheet.tsx'
import { ownIdOf, useAccount } from '../../session/session.ts'
import { useLeaveSignal } from '../../session/use-leave-signal.ts'
import { BackLink, showError, showSuccess } from '../../ui/index.ts'

/** The roll of a session, in the place of its sheet. One gesture of the person's own passkey signs all of it. */
export function RollCall({ sheet, onClose }: { sheet: CourseSheet; onClose: () => void }) {
  const words = useTextsOf(courseTexts).session
  const { number } = useFormat()
  const account = useAccount()
  const { session } = sheet
  const draft = draftOf(account.$id, session.id)
  const signing = useSigning(session.id, draft)
  return (
    <RollSheet
      session={session}
      // No one acts on the own record, and who is a guest or left out is on no roll.
      people={sheet.people.filter(
        ({ studentId, cell }) => studentId !== account.$id && !cell.isGuest && !cell.isLeftOut,
      )}
      isBegun={sheet.people.some(({ cell }) => cell.mark ?? cell.ruling)}
      back={
        <BackLink to={paths.courseSession(ownIdOf(account, 'ORG'), session.id)}>
          {words.title(session.course.title, number(session.number))}
        </BackLink>
      }
      save={words.saveRoll}
      busy={signing.isPending}
      draft={draft}
      moved={signing.moved}
      movedHint={words.movedHint}
      onClose={onClose}
      onSave={(statuses, reason) => signing.sign(statuses, reason, onClose)}
    />
  )
}

type Statuses = readonly { readonly person: string; readonly status: CellStatus }[]

/** Begin, the gesture, finish. What was tapped is kept until the server has it. */
function useSigning(session: string, draft: string) {
  const words = useTextsOf(courseTexts).session
  const queries = useQueryClient()
  const makeSignal = useLeaveSignal()
  const [moved, setMoved] = useState<ReadonlySet<string>>(new Set())
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ statuses, reason }: { statuses: Statuses; reason: string }) => {
      const offer = await begin({ way: 'roll-call', session, statuses: [...statuses], reason })
      if (offer !== 'saved') await signAndFinish(offer, makeSignal())
    },
    onSuccess: () => {
      forgetTaps(draft)
      showSuccess(words.signed)
    },
    onError: (error) => {
      setMoved(movedPeople(error))
      showError(messageOf(error))
    },
    // What others said meanwhile is on the sheet before the roll is sent again.
    onSettled: () => queries.invalidateQueries(readsBelow('/sessions', '/groups', '/courses', '/today')),
  })
  return {
    isPending,
    moved,
    /** `onSigned` is not called once the page was left. */
    sign: (statuses: Statuses, reason: string, onSigned: () => void) => {
      if (!isPending) mutate({ statuses, reason }, { onSuccess: onSigned })
    },
  }
}

/** 'saved': all of it stands already, such as by a finish whose answer was lost for good. */
async function begin(roll: ProductInput<'POST /check-ins'>): Promise<ProductAnswer<'POST /check-ins'> | 'saved'> {
  try {
    return await callProduct('POST /check-ins', {}, roll)
  } catch (error) {
    if (error instanceof RequestError && error.reason === 'roll-call-empty') return 'saved'
    throw error
  }
}
