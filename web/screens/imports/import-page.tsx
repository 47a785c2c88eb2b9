import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { TimeZoneContext } from '../../language/format.ts'
import { useInstituteSettings } from '../../parts/institute-settings/use-institute-settings.ts'
import { PasskeyBanner } from '../../parts/passkey/passkey-banner.tsx'
import { InstituteBar } from '../../parts/profile/institute-bar.tsx'
import { SignedInPage } from '../../parts/profile/signed-in-page.tsx'
import { useMay } from '../../session/may.ts'
import { useInstitute, useInstituteProfile } from '../../session/session.ts'
import { BackLink, PageHeading } from '../../ui/index.ts'
import styles from './imports.module.css'

type ImportPageProps = {
  title: string
  back: { readonly label: string; readonly to: string }
  children: ReactNode
}

/** What stands around an import: for the office alone, in the time zone of the institute. */
export function ImportPage({ title, back, children }: ImportPageProps) {
  const { $id } = useInstitute()
  const organisation = useInstituteProfile()
  const settings = useInstituteSettings()
  const needsPasskey = organisation.data !== undefined && organisation.data.passKey !== true
  if (!useMay('office')) return <Navigate to={paths.organisationDashboard($id)} replace />
  return (
    <>
      <InstituteBar />
      <SignedInPage banner={needsPasskey && <PasskeyBanner category="ORG" />}>
        <BackLink to={back.to} className={styles.back}>
          {back.label}
        </BackLink>
        <PageHeading>{title}</PageHeading>
        <TimeZoneContext value={settings.data?.timeZone ?? undefined}>{children}</TimeZoneContext>
      </SignedInPage>
    </>
  )
}
