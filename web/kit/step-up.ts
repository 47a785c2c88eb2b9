import { followsAct } from '../client/presence.ts'
import { RequestError } from '../client/request-error.ts'
import { createStore } from '../language/store.ts'

/** The person cancelled. No message is needed. */
export class StepUpCancelled extends Error {}

/** `anything`: the password or a passkey. `passkey`: the password alone is not enough. */
export type StepUpNeed = 'anything' | 'passkey'

/** `act`: the name of the call that waits for the answer. */
type Question = {
  readonly act: string
  readonly need: StepUpNeed
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

/** The first one is asked, the others wait. */
const questions = createStore<readonly Question[]>([])

/**
 * Sends an act. If the server wants a step-up (rules §5.7) for what a person has just pressed, the host asks for it, and the act
 * is sent once more. Rejects as the act does, and with StepUpCancelled when the person cancels.
 */
export async function withStepUp<Answer>(act: string, send: () => Promise<Answer>): Promise<Answer> {
  const isPressed = followsAct()
  try {
    return await send()
  } catch (error) {
    const need = needOf(error)
    if (need === undefined || !isPressed || !questions.hasListeners()) throw error
    await new Promise<void>((resolve, reject) => questions.set([...questions.get(), { act, need, resolve, reject }]))
    return send()
  }
}

function needOf(error: unknown): StepUpNeed | undefined {
  if (!(error instanceof RequestError)) return undefined
  if (error.reason === 'step-up-needed' || error.reason === 'step-up-needed-to-export') return 'anything'
  return error.reason === 'passkey-step-up-needed' ? 'passkey' : undefined
}

/** For the host. */
export const stepUpQuestions = {
  first: (): Question | undefined => questions.get()[0],
  subscribe: questions.subscribe,
  /** Sends all acts for which this answer is enough. */
  confirm(): void {
    const [first, ...others] = questions.get()
    const isEnough = ({ need }: Question) => need === 'anything' || need === first?.need
    questions.set(others.filter((other) => !isEnough(other)))
    for (const one of [first, ...others]) if (one && isEnough(one)) one.resolve()
  },
  /** Gives up every act that waits. */
  cancel(): void {
    const given = questions.get()
    questions.set([])
    for (const { reject } of given) reject(new StepUpCancelled())
  },
}
