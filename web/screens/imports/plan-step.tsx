import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { importTexts } from '#contract/import-texts.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { Banner, Button, Choice, ConfirmButton, classNames, Stack } from '../../ui/index.ts'
import styles from './imports.module.css'
import type { useApply } from './use-apply.ts'

const icon = <IconAlertTriangle size={24} stroke={1.8} aria-hidden="true" />

type PlanStepProps<Part extends string> = {
  plan: { readonly seal: string; readonly isOnHold: boolean }
  noMail: string
  moved: string | undefined
  again: Pick<ReturnType<typeof useApply>['again'], 'isPending'> & { readonly mutate: () => void }
  /** `part`: where the person looks. */
  hold: { readonly title: string; readonly hint: string; readonly confirm: string; readonly part: Part }
  counts: readonly { readonly label: string; readonly count: number; readonly isUsual: boolean }[]
  note: ReactNode
  partsLabel: string
  /** Those with none are left out. */
  sizes: Readonly<Record<Part, number>>
  labelOf: (part: Part) => string
  lines: (part: Part) => ReactNode
  /** In the place of the parts, where there are none. */
  none: string
  end?: ReactNode
  back: string
  onBack: () => void
  action: string
  isNothing: boolean
  isBusy: boolean
  onApply: (isReviewed: boolean) => void
}

/** What would happen, and the one way forward. */
export function PlanStep<Part extends string>(props: PlanStepProps<Part>) {
  const { plan, moved, again, hold, sizes } = props
  const { plan: say } = useTextsOf(importTexts)
  const [chosen, setPart] = useState<Part>()
  /** The plan that was looked at. */
  const [reviewed, setReviewed] = useState<string>()
  const isReviewed = reviewed === plan.seal
  const open = (Object.keys(sizes) as Part[]).filter((part) => sizes[part] > 0)
  const part = open.find((one) => one === chosen) ?? open[0]
  const children = part && props.lines(part)
  return (
    <>
      <p>
        <b>{say.nothingSaved}</b> <span>{say.wouldHappen}</span> <span>{props.noMail}</span>
      </p>
      {moved !== undefined && (
        <Banner
          icon={icon}
          title={moved}
          action={
            <Button kind="primary" busy={again.isPending} onClick={() => again.mutate()}>
              {say.runAgain}
            </Button>
          }
        >
          {say.movedHint}
        </Banner>
      )}
      {plan.isOnHold && (
        <OnHold
          {...hold}
          isReviewed={isReviewed}
          onLook={() => setPart(hold.part)}
          onReviewed={(isSaid) => setReviewed(isSaid ? plan.seal : undefined)}
        />
      )}
      <Counts counts={props.counts} />
      {props.note}
      {part ? (
        <Stack gap={16}>
          <Choice
            label={props.partsLabel}
            options={open.map((value) => ({ value, label: props.labelOf(value) }))}
            value={part}
            onChoose={setPart}
          />
          {children}
        </Stack>
      ) : (
        <p>{props.none}</p>
      )}
      {props.end}
      <div className={styles.actions}>
        <Button onClick={props.onBack}>{props.back}</Button>
        <ConfirmButton
          kind="primary"
          question={plan.seal}
          busy={props.isBusy}
          disabled={props.isNothing || moved !== undefined || (plan.isOnHold && !isReviewed)}
          onClick={() => props.onApply(isReviewed)}
        >
          {props.action}
        </ConfirmButton>
      </div>
    </>
  )
}

/** The usual ones are always said, the others where there are any. */
function Counts({ counts }: Pick<PlanStepProps<string>, 'counts'>) {
  const { number } = useFormat()
  return (
    <dl className={styles.counts}>
      {counts
        .filter(({ count, isUsual }) => isUsual || count > 0)
        .map(({ label, count, isUsual }) => (
          <div key={label} className={classNames(!isUsual && styles.look)}>
            <dt>{label}</dt>
            <dd>{number(count)}</dd>
          </div>
        ))}
    </dl>
  )
}

type OnHoldProps = Pick<PlanStepProps<string>['hold'], 'title' | 'hint' | 'confirm'> & {
  isReviewed: boolean
  onLook: () => void
  onReviewed: (isReviewed: boolean) => void
}

/** The import is applied only after a person has looked at what would end, and has said so. */
function OnHold({ title, hint, confirm, isReviewed, onLook, onReviewed }: OnHoldProps) {
  const { plan: say } = useTextsOf(importTexts)
  const [hasLooked, setLooked] = useState(false)
  return (
    <Banner
      icon={icon}
      title={title}
      action={
        <Button
          onClick={() => {
            setLooked(true)
            onLook()
          }}
        >
          {say.review}
        </Button>
      }
      more={
        hasLooked && (
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={isReviewed}
              onChange={({ currentTarget }) => onReviewed(currentTarget.checked)}
            />
            <span>{confirm}</span>
          </label>
        )
      }
    >
      {hint}
    </Banner>
  )
}
