import { reportTexts } from '#contract/report-texts.ts'
import { useDraft } from '../../kit/use-draft.ts'
import { useTextsOf } from '../../language/texts.ts'
import { Choice, FieldError, Row, Stack, TextField } from '../../ui/index.ts'
import { defaultPeriod, periodKinds } from './period.ts'
import styles from './period-picker.module.css'
import { useReportAddress } from './use-report-address.ts'

/** The period of the report; kept in the address. */
export function PeriodPicker() {
  const words = useTextsOf(reportTexts)
  const { period, change } = useReportAddress()
  return (
    <div className={styles.picker}>
      <Choice
        label={words.period}
        options={periodKinds.map((kind) => ({ value: kind, label: words.periods[kind] }))}
        value={period.kind}
        onChoose={(kind) => change({ period: kind === defaultPeriod ? null : kind, first: null, last: null })}
      />
      {period.kind === 'own' && (
        <Stack gap={6}>
          <Row>
            <Day label={words.firstDay} value={period.first} onPick={(first) => change({ first }, 'replace')} />
            <Day label={words.lastDay} value={period.last} onPick={(last) => change({ last }, 'replace')} />
          </Row>
          <FieldError message={period.isWrong ? words.datesWrong : undefined} />
        </Stack>
      )}
    </div>
  )
}

function Day({ label, value, onPick }: { label: string; value: string; onPick: (day: string) => void }) {
  const { draft, setDraft, noteSent } = useDraft(value)
  return (
    <TextField
      type="date"
      label={label}
      min="1970-01-01"
      max="9998-12-31"
      required={false}
      value={draft}
      onValueChange={(day) => {
        setDraft(day)
        noteSent(day)
        onPick(day)
      }}
    />
  )
}
