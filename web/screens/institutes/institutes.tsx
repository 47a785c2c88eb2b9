import { IconBuilding, IconKey, IconLogout } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { actingTexts } from '#contract/acting-texts.ts'
import { coverTexts } from '#contract/cover-texts.ts'
import { loginTexts } from '#contract/login-texts.ts'
import type { OwnPasskeys } from '#contract/passkey.ts'
import { paths } from '#contract/paths.ts'
import type { Acting } from '#contract/staff.ts'
import { messageOf } from '../../client/request-error.ts'
import { useKeptError } from '../../forms/use-kept-error.ts'
import { isUsable } from '../../kit/is-usable.ts'
import { useRead } from '../../kit/use-read.ts'
import { useFormat } from '../../language/format.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { enterInstitute, givePasskey } from '../../parts/acting/enter-institute.ts'
import { studentDashboardTexts } from '../../parts/attendance-record/student-dashboard-texts.ts'
import { usePasskeys } from '../../parts/own-passkeys/use-passkeys.ts'
import { useRegisterPasskey } from '../../parts/passkey/use-register-passkey.ts'
import { dashboardPath, labelOf, useAccount, useLogOut } from '../../session/session.ts'
import { useLeaveSignal } from '../../session/use-leave-signal.ts'
import { findWantedPage } from '../../session/wanted-page.ts'
import { BackLink, Button, Cover, ErrorState, PageHeading, Skeleton, showError } from '../../ui/index.ts'
import styles from './institutes.module.css'
import { institutesTexts } from './institutes-texts.ts'

type Choices = Acting['institutes']

/** /institutes: the choice of the institute that a person works for now. Where there is one, its passkey is asked for at once. */
export function Institutes() {
  const cover = useTextsOf(coverTexts)
  const account = useAccount()
  const texts = useTexts()
  const studentDashboard = useTextsOf(studentDashboardTexts)
  const acting = useRead('GET /acting', {})
  const passkeys = usePasskeys()
  const actingError = useKeptError(acting)
  const passkeysError = useKeptError(passkeys)
  const error = actingError ?? passkeysError
  const { mutate, isPending } = useMutation({ mutationFn: useLogOut() })
  return (
    <Cover
      title={cover.title}
      rows={[
        { label: cover.name, value: account.name },
        { label: cover.institute, value: acting.data?.now?.instituteName ?? '' },
      ]}
      note={cover.ownLogins}
      homeHref={paths.landing}
    >
      {labelOf(account) === 'STD' && !account.prefs.acting && (
        <BackLink to={dashboardPath(account, 'STD')} className={styles.back}>
          {studentDashboard.title}
        </BackLink>
      )}
      {acting.data && passkeys.data ? (
        <Choice institutes={acting.data.institutes} passkeys={passkeys.data.passkeys} />
      ) : error ? (
        <ErrorState
          message={messageOf(error)}
          busy={acting.isFetching}
          onRetry={() => void Promise.all([acting.refetch(), passkeys.refetch()])}
        />
      ) : (
        <Skeleton width="100%" height="180px" />
      )}
      <p className={styles.foot}>
        <Button
          kind="quiet"
          icon={<IconLogout size={20} stroke={1.9} aria-hidden="true" />}
          busy={isPending}
          onClick={() => mutate()}
        >
          {texts.logout.action}
        </Button>
      </p>
    </Cover>
  )
}

type ChoiceProps = { institutes: Choices; passkeys: OwnPasskeys['passkeys'] }

function Choice({ institutes, passkeys }: ChoiceProps) {
  const account = useAccount()
  const { dateTime } = useFormat()
  const canAct = passkeys.some(isUsable)
  const held = passkeys.find(({ isSuspect, heldUntil }) => !isSuspect && heldUntil !== null)?.heldUntil
  const words = useTextsOf(institutesTexts)
  const { roles } = useTextsOf(actingTexts)
  const { state } = useLocation()
  const { begin, begun, addPasskey, isAdding } = useBegin()
  const wanted = institutes.find(({ institute }) => findWantedPage(state, 'ORG', institute) !== undefined)
  const only = institutes.length === 1 ? institutes[0] : wanted
  // Only after a login: a person who comes back from the institute has chosen to. Once: this page stays until the next one is here.
  const isAsked = canAct && !account.prefs.acting && (state as { begins?: boolean } | null)?.begins === true
  const askOnly = useEffectEvent(() => {
    if (only && isAsked) begin(only.institute)
  })
  useEffect(() => {
    // In a task of its own: an effect that runs twice asks once.
    const timer = setTimeout(askOnly)
    return () => clearTimeout(timer)
  }, [])
  if (institutes.length === 0) {
    return (
      <>
        <PageHeading className={styles.heading}>{words.none}</PageHeading>
        <p className={styles.text}>{words.noneHint}</p>
      </>
    )
  }
  // A student's may be confirmed here already: the server knows.
  if (!canAct && held == null) {
    return (
      <>
        <PageHeading className={styles.heading}>{words.addPasskey}</PageHeading>
        <p className={styles.text}>{words.addPasskeyHint}</p>
        <Button
          kind="primary"
          size="large"
          wide
          icon={<IconKey size={20} stroke={1.9} aria-hidden="true" />}
          busy={isAdding}
          onClick={addPasskey}
        >
          {words.addPasskey}
        </Button>
      </>
    )
  }
  return (
    <>
      <PageHeading className={styles.heading}>{words.title}</PageHeading>
      <p className={styles.text}>{institutes.length === 1 ? words.one : words.hint}</p>
      {held != null && <p className={styles.text}>{words.held(dateTime(held))}</p>}
      <ul className={styles.list}>
        {institutes.map(({ institute, instituteName, role, title }) => (
          <li key={institute}>
            <Button
              wide
              size="large"
              kind={institutes.length === 1 ? 'primary' : 'secondary'}
              icon={<IconBuilding size={20} stroke={1.9} aria-hidden="true" />}
              busy={begun === institute}
              resting={begun !== undefined}
              onClick={() => begin(institute)}
            >
              {words.begin(instituteName)}
            </Button>
            <p className={styles.role}>{title === '' ? roles[role] : `${roles[role]}, ${title}`}</p>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Begins to act by the person's own passkey, and goes to the page that was wanted, or to where the person begins. */
function useBegin() {
  const login = useTextsOf(loginTexts)
  const account = useAccount()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { state } = useLocation()
  const makeSignal = useLeaveSignal()
  const label = labelOf(account) ?? 'STF'
  const registration = useRegisterPasskey(label)
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async ({ institute, signal }: { institute: string; signal: AbortSignal }) => {
      if (!(await givePasskey(account, signal))) throw new Error(login.passkeyCheckFailed)
      return enterInstitute(queries, institute)
    },
    onSuccess: async (home, { institute }) => {
      await navigate(findWantedPage(state, 'ORG', institute) ?? home, { replace: true })
    },
    onError: (error, { signal }) => {
      // Ended because the person left the page, so no message is needed.
      if (error !== signal.reason) showError(messageOf(error))
    },
  })
  return {
    begin: (institute: string) => mutate({ institute, signal: makeSignal() }),
    begun: isPending ? variables.institute : undefined,
    addPasskey: () => registration.start(),
    isAdding: registration.isBusy,
  }
}
