import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { UserModel } from '#contract/account.ts'
import { actingTexts } from '#contract/acting-texts.ts'
import { paths } from '#contract/paths.ts'
import type { Invitation } from '#contract/staff.ts'
import { callProduct } from '../../client/call-product.ts'
import { messageOf } from '../../client/request-error.ts'
import { joinInstitute } from '../../client/staff-calls.ts'
import { useTextsOf } from '../../language/texts.ts'
import type { MailLink } from '../../session/mail-link.ts'
import { readAccountAgain, useLogOut } from '../../session/session.ts'
import { Button, ConfirmButton, PageHeading, showError, showSuccess } from '../../ui/index.ts'
import styles from './join.module.css'
import { joinTexts } from './join-texts.ts'
import { NewPersonForm } from './new-person-form.tsx'
import { NewStudentForm } from './new-student-form.tsx'
import type { Joined } from './passkey-step.tsx'
import { LogIn } from './unopened-link.tsx'

type InvitationProps = {
  link: MailLink
  invitation: Invitation
  account: UserModel | null
  onJoined: (joined: Joined) => void
}

/** Who invites whom as what, and the one next step. */
export function InvitationView({ link, invitation, account, onJoined }: InvitationProps) {
  const join = useTextsOf(joinTexts)
  const { roles } = useTextsOf(actingTexts)
  const { institute, email, role, title, step, login, student } = invitation
  const named = role === 'student' ? '' : roles[role]
  const asWhat = student ? join.asStudent(student.rollNumber) : join.as(title === '' ? named : `${named}, ${title}`)
  const steps: typeof join.steps = student ? { ...join.steps, ...join.studentSteps } : join.steps
  return (
    <>
      <PageHeading className={styles.heading}>{join.title(institute)}</PageHeading>
      <p className={styles.text}>{join.forEmail(email)}</p>
      <p className={styles.role}>{asWhat}</p>
      <div className={styles.body}>
        <p className={styles.text}>{steps[step]}</p>
        {step === 'register' &&
          (student ? (
            <NewStudentForm
              join={(made) => joinInstitute(link, { student: made })}
              institute={institute}
              email={email}
              student={student}
              onJoined={onJoined}
            />
          ) : (
            <NewPersonForm link={link} invitation={invitation} onJoined={onJoined} />
          ))}
        {step === 'log-in' && <LogIn category={login} page={paths.join} />}
        {step === 'join' && account && (
          <JoinNow
            join={() => joinInstitute(link)}
            onJoined={() => onJoined({ institute, account, isNew: false, isStudent: student !== undefined })}
          />
        )}
        {step === 'another-account' && <LogOut />}
      </div>
      <p className={styles.foot}>
        <StopMails link={link} />
      </p>
    </>
  )
}

/** The button with which a person with a login joins: by an invitation or at a desk. */
export function JoinNow({ join: joinWith, onJoined }: { join: () => Promise<void>; onJoined: () => void }) {
  const join = useTextsOf(joinTexts)
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: joinWith,
    onSuccess: async () => {
      await readAccountAgain(queries)
      onJoined()
    },
    onError: (error) => showError(messageOf(error)),
  })
  return (
    <Button kind="primary" size="large" wide busy={isPending} onClick={() => mutate()}>
      {join.joinNow}
    </Button>
  )
}

/** The link is kept meanwhile, and then offers its next step. */
export function LogOut({ page = paths.join }: { page?: string }) {
  const join = useTextsOf(joinTexts)
  const { mutate, isPending } = useMutation({ mutationFn: useLogOut(page) })
  return (
    <Button kind="primary" size="large" wide busy={isPending} onClick={() => mutate()}>
      {join.logOut}
    </Button>
  )
}

function StopMails({ link }: { link: MailLink }) {
  const join = useTextsOf(joinTexts)
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () => callProduct('POST /invitation/stop', {}, { invitationId: link.id, secret: link.secret }),
    onSuccess: () => showSuccess(join.stopped),
    onError: (error) => showError(messageOf(error)),
  })
  if (isSuccess) return <span className={styles.text}>{join.stopped}</span>
  return (
    <ConfirmButton kind="quiet" busy={isPending} onClick={() => mutate()}>
      {join.stop}
    </ConfirmButton>
  )
}
