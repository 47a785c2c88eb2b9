import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { coverTexts } from '#contract/cover-texts.ts'
import { paths } from '#contract/paths.ts'
import { callProduct } from '../../client/call-product.ts'
import { useTakeOver } from '../../forms/take-over-shell.ts'
import { useKeptError } from '../../forms/use-kept-error.ts'
import { useTextsOf } from '../../language/texts.ts'
import { getMailLink, type MailLink } from '../../session/mail-link.ts'
import { useSession } from '../../session/session.ts'
import { Cover } from '../../ui/index.ts'
import { InvitationView } from './invitation-view.tsx'
import { joinTexts } from './join-texts.ts'
import { type Joined, PasskeyStep } from './passkey-step.tsx'
import { Ending, UnopenedLink } from './unopened-link.tsx'

/** /join, reached by the mailed invitation: a person becomes one of the people of an institute. */
export function Join() {
  useTakeOver()
  const cover = useTextsOf(coverTexts)
  const join = useTextsOf(joinTexts)
  const link = getMailLink()
  const [joined, setJoined] = useState<Joined | undefined>()
  return (
    <Cover
      title={cover.title}
      rows={[
        { label: cover.institute, value: joined?.institute ?? '' },
        { label: cover.passkey, value: cover.notYet, pending: true },
      ]}
      note={cover.ownLogins}
      steady
      homeHref={paths.landing}
    >
      {joined !== undefined ? (
        <PasskeyStep joined={joined} />
      ) : link === undefined ? (
        <Ending title={join.missing} hint={join.missingHint} />
      ) : (
        <Opened link={link} onJoined={setJoined} />
      )}
    </Cover>
  )
}

function Opened({ link, onJoined }: { link: MailLink; onJoined: (joined: Joined) => void }) {
  const join = useTextsOf(joinTexts)
  const { data: account } = useSession()
  const invitation = useQuery({
    // What the link offers depends on who is logged in.
    queryKey: ['invitation', link.id, account?.$id],
    queryFn: () => callProduct('POST /invitation/look-up', {}, { invitationId: link.id, secret: link.secret }),
    enabled: account !== undefined,
  })
  const error = useKeptError(invitation)
  if (invitation.data) {
    return <InvitationView link={link} invitation={invitation.data} account={account ?? null} onJoined={onJoined} />
  }
  return <UnopenedLink words={join} error={error} of={invitation} />
}
