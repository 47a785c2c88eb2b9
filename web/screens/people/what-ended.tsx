import type { EndedSendings } from '#contract/staff.ts'
import { useTextsOf } from '../../language/texts.ts'
import { Button } from '../../ui/index.ts'
import styles from './people.module.css'
import { staffTexts } from './staff-texts.ts'

/** True where the person had sent out nothing that ended. */
export function isNothing({ invitations, passkeyLinks, dayPasses }: EndedSendings): boolean {
  return invitations.length + passkeyLinks.length + dayPasses.length === 0
}

/** What a person had sent out that ended with the work, or with the role. */
export function WhatEnded({ name, ended }: { name: string; ended: EndedSendings }) {
  const { people: words } = useTextsOf(staffTexts)
  const lines = [
    ...ended.invitations.map(words.endedInvitation),
    ...ended.passkeyLinks.map(words.endedLink),
    ...ended.dayPasses.map(words.endedPass),
  ]
  return (
    <>
      <p>{words.endedSendings(name)}</p>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  )
}

/** The same as all that a dialog says. */
export function EndedAlone({ onClose, ...rest }: { name: string; ended: EndedSendings; onClose: () => void }) {
  const { people: words } = useTextsOf(staffTexts)
  return (
    <div className={styles.left}>
      <WhatEnded {...rest} />
      <Button kind="primary" onClick={onClose}>
        {words.done}
      </Button>
    </div>
  )
}
