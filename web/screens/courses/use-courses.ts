import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CataloguedReason } from '#contract/problems.ts'
import { messageOf, RequestError } from '../../client/request-error.ts'
import { useTexts } from '../../language/texts.ts'
import { coursesKey, rosterKey } from '../../live/live-keys.ts'
import { StepUpCancelled, useStepUp } from '../../parts/step-up/use-step-up.tsx'
import { useInstitute, useInstituteProfile } from '../../session/session.ts'
import { showError, showSuccess } from '../../ui/index.ts'

/** While something runs, a screen reads it again after so many ms: the marks of others come in between. */
const runningPollMs = 3_000

/** Reads something about courses. `name`: of what is read, below the institute's courses. */
export function useCourseRead<Answer>(
  name: readonly string[],
  read: () => Promise<Answer>,
  isRunning: (answer: Answer) => boolean = () => false,
) {
  const { $id } = useInstitute()
  return useQuery({
    queryKey: [...coursesKey($id), ...name],
    queryFn: read,
    refetchInterval: ({ state }) => (state.data !== undefined && isRunning(state.data) ? runningPollMs : false),
  })
}

/** `done`: what is said then. `field`: what shows the sentence of this one refusal. */
type CourseAct<Answer> = {
  readonly act: () => Promise<Answer>
  readonly done?: (answer: Answer) => string
  readonly field?: { readonly reason: CataloguedReason; readonly fail: (sentence: string) => void }
}

/** Does one act on courses, after a step-up where the server wants one, and reads everything about them again. */
export function useCourseActs() {
  const texts = useTexts()
  const { $id } = useInstitute()
  const queries = useQueryClient()
  const stepUp = useStepUp('ORG', useInstituteProfile().data?.passKey === true)
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (act: () => Promise<unknown>) => stepUp.run(act),
    onSettled: () => {
      for (const queryKey of [coursesKey($id), rosterKey($id)]) void queries.invalidateQueries({ queryKey })
    },
  })
  /** The answer; undefined where it was refused: the reason is shown then. */
  async function run<Answer>({ act, done, field }: CourseAct<Answer>): Promise<Answer | undefined> {
    try {
      const answer = (await mutateAsync(act)) as Answer
      if (done) showSuccess(done(answer))
      return answer
    } catch (error) {
      if (error instanceof StepUpCancelled) return undefined
      const isOfField = field !== undefined && error instanceof RequestError && error.reason === field.reason
      const show = isOfField ? field.fail : showError
      show(messageOf(error, texts))
      return undefined
    }
  }
  return { run, isBusy: isPending, dialog: stepUp.dialog }
}
