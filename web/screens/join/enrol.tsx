import { IconId } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { UserModel } from '#contract/account.ts'
import { coverTexts } from '#contract/cover-texts.ts'
import type { OpenedEnrolment, ProvenEnrolment } from '#contract/desk.ts'
import { deskDigitsLength } from '#contract/desk-rules.ts'
import { enrolTexts } from '#contract/enrol-texts.ts'
import { paths } from '#contract/paths.ts'
import { joinNames } from '#contract/text-fields.ts'
import { callProduct } from '../../client/call-product.ts'
import { messageOf } from '../../client/request-error.ts'
import formStyles from '../../forms/form.module.css'
import { Form } from '../../forms/form.tsx'
import { useForm, useFormValues } from '../../forms/use-form.ts'
import { useKeptError } from '../../forms/use-kept-error.ts'
import { Read } from '../../kit/read.tsx'
import { useTextsOf } from '../../language/texts.ts'
import { getMailLink, type MailLink } from '../../session/mail-link.ts'
import { useSession } from '../../session/session.ts'
import { Button, buttonClass, Cover, FieldError, PageHeading, RingIcon, TextField } from '../../ui/index.ts'
import { JoinNow, LogOut } from './invitation-view.tsx'
import styles from './join.module.css'
import { NewStudentForm } from './new-student-form.tsx'
import { type Joined, PasskeyStep } from './passkey-step.tsx'
import { Ending, LogIn, UnopenedLink } from './unopened-link.tsx'

type Proof = { readonly enrolmentId: string; readonly secret: string; readonly digits: string }

/**
 * Of the code that this page was opened by. Scanning spends the code, so what it gave is kept while the person logs in;
 * a reload needs a new one.
 */
const kept: { code?: string; opened?: Promise<OpenedEnrolment>; proof?: Proof } = {}

function openOnce({ id, secret }: MailLink): Promise<OpenedEnrolment> {
  if (kept.code !== secret || !kept.opened) {
    const opened = callProduct('POST /enrolment/open', {}, { enrolmentId: id, secret })
    kept.code = secret
    kept.opened = opened
    delete kept.proof
    opened.catch(() => delete kept.opened)
  }
  return kept.opened
}

/** /enrol, reached by the code on the screen of an enrolment desk: a person of the roster gets an account and a passkey. */
export function Enrol() {
  const cover = useTextsOf(coverTexts)
  const { phone } = useTextsOf(enrolTexts)
  const link = getMailLink()
  const [joined, setJoined] = useState<Joined | undefined>()
  const [isReady, setReady] = useState(false)
  return (
    <Cover
      title={cover.title}
      rows={[
        { label: cover.institute, value: joined?.institute ?? '' },
        { label: cover.passkey, value: cover.notYet, pending: true },
      ]}
      note={phone.note}
      steady
      homeHref={paths.landing}
    >
      {joined && isReady ? (
        <ShowCard account={joined.account} />
      ) : joined ? (
        <PasskeyStep joined={joined} onReady={() => setReady(true)} />
      ) : link ? (
        <Opened link={link} onJoined={setJoined} />
      ) : (
        <Ending title={phone.missing} hint={phone.missingHint} />
      )}
    </Cover>
  )
}

function ShowCard({ account }: { account: UserModel }) {
  const { phone } = useTextsOf(enrolTexts)
  return (
    <>
      <div className={styles.card}>
        <RingIcon icon={<IconId size={40} stroke={1.9} />} />
        <PageHeading className={styles.heading}>{phone.showCard}</PageHeading>
        <p>{phone.showCardHint}</p>
      </div>
      <div className={styles.body}>
        <Link className={buttonClass('primary', 'large')} to={paths.studentDashboard(account.$id)} replace>
          {phone.dashboard}
        </Link>
      </div>
    </>
  )
}

type OnJoined = { onJoined: (joined: Joined) => void }

function Opened({ link, onJoined }: OnJoined & { link: MailLink }) {
  const { phone } = useTextsOf(enrolTexts)
  const enrolment = useQuery({
    queryKey: ['enrolment', link.id, link.secret],
    queryFn: () => openOnce(link),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const error = useKeptError(enrolment)
  const [proof, setProof] = useState(kept.code === link.secret ? kept.proof : undefined)
  if (enrolment.data) {
    const { institute, secret, student } = enrolment.data
    return (
      <>
        <PageHeading className={styles.heading}>
          {phone.title(joinNames(student.firstName, student.lastName))}
        </PageHeading>
        <p className={styles.role}>{student.rollNumber}</p>
        <p className={styles.text}>{institute}</p>
        <div className={styles.body}>
          {proof ? (
            <Proven proof={proof} enrolment={enrolment.data} onJoined={onJoined} />
          ) : (
            <DigitsForm
              code={{ enrolmentId: link.id, secret }}
              onProven={(given) => {
                kept.proof = given
                setProof(given)
              }}
            />
          )}
        </div>
      </>
    )
  }
  return <UnopenedLink words={phone} error={error} of={enrolment} />
}

type DigitsProps = { code: Omit<Proof, 'digits'>; onProven: (proof: Proof) => void }

function DigitsForm({ code, onProven }: DigitsProps) {
  const { phone } = useTextsOf(enrolTexts)
  const state = useFormValues({ digits: '' })
  const typed = state.values.digits.replace(/\s/g, '')
  const isWhole = typed.length === deskDigitsLength && /^\d+$/.test(typed)
  const form = useForm(state, { digits: isWhole ? undefined : phone.digitsWrong })
  const send = form.submit(async () => {
    const proof = { ...code, digits: typed }
    try {
      await callProduct('POST /enrolment/digits', {}, proof)
      onProven(proof)
    } catch (error) {
      form.fail('digits', messageOf(error))
    }
  })
  return (
    <Form ref={form.formRef} className={formStyles.form} onSubmit={send}>
      <TextField
        className={styles.digits}
        label={phone.digits}
        hint={phone.digitsHint}
        inputMode="numeric"
        asciiDigits
        autoComplete="one-time-code"
        {...form.field('digits')}
      />
      <FieldError message={form.refusal} />
      <Button type="submit" kind="primary" size="large" wide busy={form.busy}>
        {phone.goOn}
      </Button>
      <p className={styles.text}>{phone.other}</p>
    </Form>
  )
}

type ProvenProps = OnJoined & { proof: Proof; enrolment: OpenedEnrolment }

/** The digits are right: how the person goes on depends on who is logged in. */
function Proven({ proof, enrolment, onJoined }: ProvenProps) {
  const { data: account } = useSession()
  const proven = useQuery({
    queryKey: ['enrolment-step', proof, account?.$id],
    queryFn: () => callProduct('POST /enrolment/digits', {}, proof),
    enabled: account !== undefined,
    retry: false,
  })
  const rest = { proof, enrolment, account: account ?? null, onJoined }
  return (
    <Read of={proven} height="240px">
      {(answer) => <Step proven={answer} {...rest} />}
    </Read>
  )
}

type StepProps = ProvenProps & { proven: ProvenEnrolment; account: UserModel | null }

function Step({
  proof,
  enrolment: { institute, student },
  proven: { step, email, login },
  account,
  onJoined,
}: StepProps) {
  const { phone } = useTextsOf(enrolTexts)
  return (
    <>
      <p className={styles.text}>{phone.steps[step]}</p>
      {step === 'register' && (
        <NewStudentForm
          join={(made) => callProduct('PUT /enrolment', {}, { ...proof, student: made })}
          institute={institute}
          email={email}
          student={student}
          onJoined={onJoined}
        />
      )}
      {step === 'log-in' && <LogIn category={login} page={paths.enrol} />}
      {step === 'join' && account && (
        <JoinNow
          join={() => callProduct('PUT /enrolment', {}, proof)}
          onJoined={() => onJoined({ institute, account, isNew: false, isStudent: true })}
        />
      )}
      {step === 'another-account' && <LogOut page={paths.enrol} />}
    </>
  )
}
