import { Fragment, type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useFormat } from '../../language/format.ts'
import { useMay } from '../../session/may.ts'
import { BackLink, PageHeading } from '../../ui/index.ts'
import styles from './imports.module.css'

/** Parameter of the address: the import whose result is shown. */
const importParameter = 'import'

const steps = ['columns', 'dry-run', 'result'] as const
type Step = (typeof steps)[number]

type WizardProps<Run> = {
  title: string
  back: { readonly label: string; readonly to: string }
  words: Readonly<Record<Step | 'label', string>>
  /** The files and what they become; `show`: the result of an earlier import. */
  files: (tried: (run: Run) => void, show: (id: string) => void) => ReactNode
  dryRun: (run: Run, tried: (run: Run | undefined) => void, show: (id: string) => void) => ReactNode
  result: (id: string, begin: () => void) => ReactNode
  /** Forgets the files. */
  onBegin: () => void
}

/** An import of people or of courses, in three steps. `Run`: what was tried. */
export function Wizard<Run>({ title, back, words, files, dryRun, result, onBegin }: WizardProps<Run>) {
  const [params, setParams] = useSearchParams()
  const [run, setRun] = useState<Run | undefined>()
  const mayImport = useMay('office')
  const shown = params.get(importParameter)
  const show = (id: string) => setParams({ [importParameter]: id })
  const begin = () => {
    onBegin()
    setRun(undefined)
    setParams({})
  }
  const ofFile = run === undefined ? files(setRun, show) : dryRun(run, setRun, show)
  const children = shown === null ? ofFile : <Fragment key={shown}>{result(shown, begin)}</Fragment>
  return (
    <>
      <BackLink to={back.to} className={styles.back}>
        {back.label}
      </BackLink>
      <PageHeading>{title}</PageHeading>
      <div className={styles.wizard}>
        {mayImport && <Steps step={shown !== null ? 'result' : run ? 'dry-run' : 'columns'} words={words} />}
        {children}
      </div>
    </>
  )
}

/** Where in the three steps the person is. */
function Steps({ step, words }: { step: Step; words: Readonly<Record<Step | 'label', string>> }) {
  const { number } = useFormat()
  const place = steps.indexOf(step)
  return (
    <ol className={styles.steps} aria-label={words.label}>
      {steps.map((one, index) => (
        <li
          key={one}
          aria-current={one === step ? 'step' : undefined}
          data-done={index < place || step === 'result' || undefined}
        >
          {`${number(index + 1)}. ${words[one]}`}
        </li>
      ))}
    </ol>
  )
}
