import { IconLogout } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Link } from 'react-router'
import { actingTexts } from '#contract/acting-texts.ts'
import type { Label } from '#contract/identifiers.ts'
import { formatInstituteCode } from '#contract/identifiers.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { dashboardPath, ownIdOf, useAccount, useLogOut } from '../../session/session.ts'
import {
  Button,
  classNames,
  Dialog,
  Initials,
  LanguageSwitch,
  loadModalDialog,
  SkipLink,
  ThemeSwitch,
  useDialog,
  VisuallyHidden,
  Wordmark,
} from '../../ui/index.ts'
import { type Profile, personProfile } from './profile.ts'
import styles from './top-bar.module.css'

/** With the frame of the dialogs that open from it. */
async function loadDrawer() {
  const [{ ProfileDrawer }] = await Promise.all([import('./profile-drawer.tsx'), loadModalDialog()])
  return ProfileDrawer
}

export type TopBarProps = {
  /** Undefined while it is loading. */
  profile: Profile | undefined
  label: Label
  /** The screen's own button. */
  action: ReactNode
  /** Between the parts of an institute; false where there is one alone. */
  children?: ReactNode
}

/** The bar of a signed-in screen: product name, action, Logout and the way to the profile. */
export function TopBar({ profile: own, label, action, children = false }: TopBarProps) {
  const texts = useTexts()
  const { openProfile } = useTextsOf(actingTexts)
  const account = useAccount()
  const { logOut, isLoggingOut } = useLogOutOnce()
  const drawer = useDialog()
  const profile = own && (personProfile(account, own.name) ?? own)
  return (
    <header className={classNames(styles.bar, children !== false && styles.withWays)}>
      <SkipLink />
      <Link to={dashboardPath(account, label)} className={styles.home}>
        <Wordmark name={texts.product.name} />
      </Link>
      {children}
      <div className={styles.action}>{action}</div>
      <Button
        kind="quiet"
        className={styles.logOut}
        icon={<IconLogout size={20} stroke={1.9} aria-hidden="true" />}
        busy={isLoggingOut}
        onClick={logOut}
      >
        {texts.logout.action}
      </Button>
      <LanguageSwitch className={styles.theme} />
      <ThemeSwitch className={styles.theme} />
      {profile === undefined ? (
        // By the account's name, which is known first: nothing in the bar moves when the profile comes.
        <div className={styles.profile} aria-hidden="true">
          <Who
            id={ownIdOf(account, label)}
            name={account.prefs.acting?.name ?? account.name}
            label={label}
            acting={account.prefs.acting && { role: account.prefs.acting.role, institute: '' }}
          />
        </div>
      ) : (
        <button type="button" className={styles.profile} aria-haspopup="dialog" onClick={() => drawer.open()}>
          <VisuallyHidden>{openProfile(profile.name)}</VisuallyHidden>
          <Who id={profile.$id} name={profile.name} label={label} acting={profile.acting} />
        </button>
      )}
      {profile && <Dialog of={drawer} load={loadDrawer} props={{ profile, logOut, isLoggingOut }} place="drawer" />}
    </header>
  )
}

type WhoProps = { id: string; name: string; label: Label; acting: Profile['acting'] }

function Who({ id, name, label, acting }: WhoProps) {
  const { roles, roleAt } = useTextsOf(actingTexts)
  return (
    <>
      <span className={styles.who} aria-hidden="true">
        <span className={styles.name}>{name}</span>
        {acting ? (
          <span className={styles.role}>
            {acting.institute === '' ? roles[acting.role] : roleAt(roles[acting.role], acting.institute)}
          </span>
        ) : (
          label === 'ORG' && <span className={styles.code}>{formatInstituteCode(id)}</span>
        )}
      </span>
      <Initials name={name} of={label === 'ORG' && !acting ? 'institute' : 'person'} size="small" shape="circle" />
    </>
  )
}

function useLogOutOnce(): { logOut: () => void; isLoggingOut: boolean } {
  const endSession = useLogOut()
  const [isLoggingOut, setLoggingOut] = useState(false)
  return {
    isLoggingOut,
    logOut: () => {
      setLoggingOut(true)
      void endSession().finally(() => setLoggingOut(false))
    },
  }
}
