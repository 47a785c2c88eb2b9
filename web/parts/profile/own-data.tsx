import { useMutation } from '@tanstack/react-query'
import { productAddress } from '#contract/addresses.ts'
import { saveFile } from '../../client/download-report.ts'
import { messageOf } from '../../client/request-error.ts'
import { StepUpCancelled, withStepUp } from '../../kit/step-up.ts'
import { useTexts } from '../../language/texts.ts'
import { Button, showError } from '../../ui/index.ts'
import styles from './drawer-section.module.css'

const call = 'GET /own/data'

/** In the student's drawer: everything that the institutes and this installation keep of the student, as one file. */
export function OwnData() {
  const texts = useTexts()
  const { mutate, isPending } = useMutation({
    mutationFn: () => withStepUp(call, () => saveFile(productAddress(call, {}))),
    onError: (refusal) => {
      if (!(refusal instanceof StepUpCancelled)) showError(messageOf(refusal, texts))
    },
  })
  return (
    <>
      <p className={styles.hint}>{texts.ownData.hint}</p>
      <Button wide busy={isPending} onClick={() => mutate()}>
        {texts.ownData.download}
      </Button>
    </>
  )
}
