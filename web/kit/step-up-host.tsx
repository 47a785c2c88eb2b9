import { useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { AccountContext } from '../session/session.ts'
import { Dialog } from '../ui/index.ts'
import { stepUpQuestions } from './step-up.ts'

const loadModal = async () => (await import('./step-up-modal.tsx')).StepUpModal

/** The one place that asks for a password or a passkey. Stands beside the screens of a person who is signed in. */
export function StepUpHost() {
  const isSignedIn = useContext(AccountContext) !== null
  const question = useSyncExternalStore(stepUpQuestions.subscribe, stepUpQuestions.first)
  // The last one stays while the dialog closes.
  const [asked, setAsked] = useState(question)
  if (question !== undefined && question !== asked) setAsked(question)
  // No one is left who could answer.
  useEffect(() => stepUpQuestions.cancel, [])
  if (!isSignedIn) return null
  return (
    <Dialog
      of={{ isOpen: question !== undefined, close: stepUpQuestions.cancel }}
      load={loadModal}
      props={{ need: asked?.need ?? 'anything', onConfirmed: stepUpQuestions.confirm }}
    />
  )
}
