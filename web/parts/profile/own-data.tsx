import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { productAddress } from '#contract/addresses.ts'
import { paths } from '#contract/paths.ts'
import { saveFile } from '../../client/download-report.ts'
import { messageOf } from '../../client/request-error.ts'
import { StepUpCancelled, withStepUp } from '../../kit/step-up.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useAccount } from '../../session/session.ts'
import { Button, buttonClass, Dialog, showError, useDialog } from '../../ui/index.ts'
import styles from './drawer-section.module.css'
import { ownDataTexts } from './own-data-texts.ts'

const call = 'GET /own/data'
const loadDelete = async () => (await import('./delete-modal.tsx')).DeleteModal
const loadLeave = async () => (await import('./leave-modal.tsx')).LeaveModal

/** In the student's drawer: everything that the institutes and this installation keep of the student, as one file. */
export function OwnData() {
  const words = useTextsOf(ownDataTexts)
  const leaving = useDialog()
  const deleting = useDialog()
  const { mutate, isPending } = useMutation({
    mutationFn: () => withStepUp(call, () => saveFile(productAddress(call, {}))),
    onError: (refusal) => {
      if (!(refusal instanceof StepUpCancelled)) showError(messageOf(refusal))
    },
  })
  return (
    <>
      <p className={styles.hint}>{words.hint}</p>
      <div className={styles.acts}>
        <Button wide busy={isPending} onClick={() => mutate()}>
          {words.download}
        </Button>
        <Link className={buttonClass('secondary', undefined, true)} to={paths.ownData(useAccount().$id)}>
          {words.page}
        </Link>
        <Button wide kind="quiet" onClick={() => leaving.open()}>
          {words.leave.action}
        </Button>
        <Button wide kind="quiet" onClick={() => deleting.open()}>
          {words.deletion.action}
        </Button>
      </div>
      <Dialog of={leaving} load={loadLeave} props={{}} />
      <Dialog of={deleting} load={loadDelete} props={{}} />
    </>
  )
}
