import { IconPrinter } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { OwnData } from '#contract/own-data.ts'
import { paths } from '#contract/paths.ts'
import { readProduct } from '../../client/read-product.ts'
import { messageOf } from '../../client/request-error.ts'
import { StepUpCancelled, withStepUp } from '../../kit/step-up.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { studentDashboardTexts } from '../../parts/attendance-record/student-dashboard-texts.ts'
import { ownDataTexts } from '../../parts/profile/own-data-texts.ts'
import { SignedInPage } from '../../parts/profile/signed-in-page.tsx'
import { useAccount } from '../../session/session.ts'
import { BackLink, Button, PageHeading, Stack, showError, Table } from '../../ui/index.ts'
import styles from './own-data-page.module.css'
import { type Part, usePartsOfData } from './use-parts-of-data.ts'

const call = 'GET /own/data'

/** /dashboard/{userId}/data: everything that is kept of the student, to read and to print. It is read when it is asked for. */
export function OwnDataPage() {
  const studentDashboard = useTextsOf(studentDashboardTexts)
  const words = useTextsOf(ownDataTexts)
  const { $id } = useAccount()
  const { mutate, isPending, data } = useMutation({
    mutationFn: () => withStepUp(call, () => readProduct(call, {}, {})),
    onError: (refusal) => {
      if (!(refusal instanceof StepUpCancelled)) showError(messageOf(refusal))
    },
  })
  return (
    <SignedInPage banner={null}>
      <BackLink to={paths.studentDashboard($id)}>{studentDashboard.title}</BackLink>
      <PageHeading>{words.title}</PageHeading>
      <div className={styles.screen}>
        <p className={styles.lead}>{words.lead}</p>
        {data ? (
          <Button
            kind="primary"
            icon={<IconPrinter size={20} stroke={1.9} aria-hidden="true" />}
            onClick={() => window.print()}
          >
            {words.print}
          </Button>
        ) : (
          <Button kind="primary" busy={isPending} onClick={() => mutate()}>
            {words.show}
          </Button>
        )}
      </div>
      {data && <Everything data={data} />}
    </SignedInPage>
  )
}

function Everything({ data }: { data: OwnData }) {
  const { asOf } = useTextsOf(ownDataTexts)
  const { dateTime } = useFormat()
  const parts = usePartsOfData(data)
  return (
    <Stack gap={24}>
      <p>{asOf(dateTime(data.writtenAt))}</p>
      {parts.map((part) => (
        <OnePart key={part.title} part={part} />
      ))}
    </Stack>
  )
}

function OnePart({ part: { title, heads, rows } }: { part: Part }) {
  const { heads: labels, nothing } = useTextsOf(ownDataTexts)
  return (
    <div>
      <h2 className={styles.title}>{title}</h2>
      {rows.length === 0 ? (
        <p>{nothing}</p>
      ) : (
        <Table
          label={title}
          scrollClassName={styles.scroll}
          busy={false}
          outdated={false}
          foot={null}
          head={heads.map((head) => (
            <th key={head} scope="col">
              {labels[head]}
            </th>
          ))}
        >
          {rows.map((cells, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are never moved
            <tr key={at}>
              {heads.map((head, place) => (
                <td key={head} data-label={labels[head]}>
                  {cells[place]}
                </td>
              ))}
            </tr>
          ))}
        </Table>
      )}
    </div>
  )
}
