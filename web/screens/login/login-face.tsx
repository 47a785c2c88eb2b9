import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { coverTexts } from '#contract/cover-texts.ts'
import type { Label } from '#contract/identifiers.ts'
import { loginTexts } from '#contract/login-texts.ts'
import { paths } from '#contract/paths.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { Cover, PageHeading, Tabs } from '../../ui/index.ts'
import styles from './login.module.css'

export type LoginFaceProps = {
  /** The tab that is open. */
  kind: Label
  onKindChange: (kind: Label) => void
  /** Of the address: a join link's code goes along to the registration. */
  search: string
  /** Above the form, once the script is there. */
  banner?: ReactNode
  /** The form. */
  children: ReactNode
}

/** What stands around the form of the login, with the app's script or before it. */
export function LoginFace({ kind, onKindChange, search, banner, children }: LoginFaceProps) {
  const { category } = useTexts()
  const cover = useTextsOf(coverTexts)
  const login = useTextsOf(loginTexts)
  const lines =
    kind === 'STD' ? [cover.name, cover.institute, cover.rollNumber] : [cover.institute, cover.city, cover.code]
  return (
    <Cover
      title={cover.title}
      rows={lines.map((label) => ({ label, value: '' }))}
      note={kind === 'STD' ? login.studentNote : login.organisationNote}
      homeHref={paths.landing}
    >
      <PageHeading className={styles.heading}>{login.title}</PageHeading>
      {banner}
      <Tabs
        label={login.kind}
        tabs={[
          { value: 'STD', label: category.STD },
          { value: 'ORG', label: category.ORG },
        ]}
        value={kind}
        onValueChange={onKindChange}
      >
        {children}
      </Tabs>
      <p className={styles.foot}>
        <Link to={paths.register + search}>{login.registerLink}</Link>
      </p>
    </Cover>
  )
}

/** Below the password: the way to a new one. */
export function ForgottenPassword({ kind, className }: { kind: Label; className: string | undefined }) {
  const login = useTextsOf(loginTexts)
  return (
    <p className={className}>
      <Link to={`${paths.recoverPassword}?category=${kind === 'ORG' ? 'ORG' : 'STUDENT'}`}>{login.forgotPassword}</Link>
    </p>
  )
}

export const emailInput = {
  type: 'email',
  inputMode: 'email',
  autoComplete: 'username webauthn',
  autoCapitalize: 'none',
  spellCheck: false,
} as const
