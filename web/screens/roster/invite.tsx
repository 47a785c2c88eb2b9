import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { InvitedPeople } from '#contract/roster.ts'
import { maxPeopleAtOnce } from '#contract/roster-rules.ts'
import { rosterTexts } from '#contract/roster-texts.ts'
import { maxPageSize } from '#contract/rules.ts'
import { callProduct } from '../../client/call-product.ts'
import { readProduct } from '../../client/read-product.ts'
import { messageOf } from '../../client/request-error.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { readsBelow } from '../../live/live-keys.ts'
import { ConfirmButton, Hint, showError, showInfo, showSuccess } from '../../ui/index.ts'
import { useRosterAddress } from './use-roster.ts'

/** Invites those who are chosen; asks once more. */
export function InviteChosen({ chosen, onDone }: { chosen: ReadonlySet<string>; onDone: () => void }) {
  const { invitation } = useTextsOf(rosterTexts)
  const { number } = useFormat()
  const label = invitation.chosen(number(chosen.size))
  return <InviteButton label={label} list={async () => [...chosen]} onDone={onDone} />
}

/**
 * Invites all without an account whom search and section leave; asks once more. Of the `count` a mail goes to `mails`, and
 * `noEmail` have none.
 */
export function InviteAll({ count, mails, noEmail }: { count: number; mails: number; noEmail: number }) {
  const { invitation } = useTextsOf(rosterTexts)
  const { number } = useFormat()
  const { search, section } = useRosterAddress()
  async function list(): Promise<readonly string[]> {
    const ids: string[] = []
    for (let offset = 0; offset < count; offset += maxPageSize) {
      const { people } = await readProduct(
        'GET /people',
        {},
        {
          show: 'not-registered',
          search,
          section,
          limit: maxPageSize,
          offset,
        },
      )
      ids.push(...people.filter(({ noMail }) => noMail === undefined).map(({ id }) => id))
    }
    return ids
  }
  return (
    <>
      {mails > 0 && <InviteButton label={invitation.all(number(mails))} list={list} />}
      <Hint>
        {mails > 0 && <span>{invitation.hint}</span>}{' '}
        {noEmail > 0 && <span>{invitation.noEmail(number(noEmail))}</span>}
      </Hint>
    </>
  )
}

type InviteButtonProps = {
  label: string
  list: () => Promise<readonly string[]>
  onDone?: () => void
}

/** The same button asks and acts, so that it keeps the focus. */
function InviteButton({ label, list, onDone }: InviteButtonProps) {
  const { invitation } = useTextsOf(rosterTexts)
  const { number } = useFormat()
  const queries = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: async () => inviteInParts(await list()),
    onSuccess: ({ queued, left }) => {
      if (queued > 0) showSuccess(invitation.queued(number(queued)))
      for (const [why, people] of Map.groupBy(left, (one) => one.why)) {
        showInfo(invitation.left[why](number(people.length)))
      }
      onDone?.()
    },
    onError: (error) => showError(messageOf(error)),
    onSettled: () => {
      setAsked(false)
      void queries.invalidateQueries(readsBelow('/people'))
    },
  })
  return (
    <ConfirmButton isAsking={isAsked} busy={isPending} onClick={() => (isAsked ? mutate() : setAsked(true))}>
      {isAsked ? invitation.confirm : label}
    </ConfirmButton>
  )
}

async function inviteInParts(ids: readonly string[]): Promise<InvitedPeople> {
  let queued = 0
  const left: InvitedPeople['left'][number][] = []
  for (let from = 0; from < ids.length; from += maxPeopleAtOnce) {
    const answer = await callProduct('POST /people/invite', {}, { people: ids.slice(from, from + maxPeopleAtOnce) })
    queued += answer.queued
    left.push(...answer.left)
  }
  return { queued, left }
}
