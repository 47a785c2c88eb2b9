import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { messageOf } from '../../client/request-error.ts'
import { StepUpCancelled, withStepUp } from '../../kit/step-up.ts'
import { useTextsOf } from '../../language/texts.ts'
import { Button, Hint, Stack, showError, showSuccess } from '../../ui/index.ts'
import { rulingTexts } from './ruling-texts.ts'

/** Saves the evidence file of a mark for its institute, after a step-up where the server wants one. */
export function MarkEvidence(mark: { sessionId: string; personId: string }) {
  const { evidence: words } = useTextsOf(rulingTexts)
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      withStepUp('GET /sessions/:sessionId/people/:personId/evidence', async () => {
        const { saveEvidence } = await import('../../client/save-evidence.ts')
        await saveEvidence(mark)
      }),
    onSuccess: () => showSuccess(words.taken),
    onError: (error) => {
      if (!(error instanceof StepUpCancelled)) showError(messageOf(error))
    },
  })
  return (
    <Stack as="section" gap={12} start>
      <Hint>{words.hint}</Hint>
      <Button
        icon={<IconDownload size={20} stroke={1.9} aria-hidden="true" />}
        busy={isPending}
        onClick={() => {
          if (!isPending) mutate()
        }}
      >
        {words.take}
      </Button>
    </Stack>
  )
}
