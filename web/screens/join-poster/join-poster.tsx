import { IconCopy, IconPrinter } from '@tabler/icons-react'
import { formatInstituteCode } from '#contract/identifiers.ts'
import { joinPosterTexts } from '#contract/join-poster-texts.ts'
import { organisationDashboardTexts } from '#contract/organisation-dashboard-texts.ts'
import { codeParameter, paths } from '#contract/paths.ts'
import type { OrganisationDocument } from '../../client/document-calls.ts'
import { useKeptError } from '../../forms/use-kept-error.ts'
import { QueryError } from '../../kit/query-error.tsx'
import { nameLanguage } from '../../language/name-language.ts'
import { useTextsOf } from '../../language/texts.ts'
import { InstituteBar } from '../../parts/profile/institute-bar.tsx'
import { SignedInPage } from '../../parts/profile/signed-in-page.tsx'
import { QrCode } from '../../parts/qr-code/qr-code.tsx'
import { useInstitute, useInstituteProfile } from '../../session/session.ts'
import { BackLink, Button, FullScreenSpinner, PageHeading, showError, showSuccess } from '../../ui/index.ts'
import styles from './join-poster.module.css'

/** /admin/dashboard/{userId}/poster: the link by which students register with the institute, and a poster of it. */
export function JoinPoster() {
  const { $id } = useInstitute()
  const organisation = useInstituteProfile()
  const error = useKeptError(organisation)
  const joinPoster = useTextsOf(joinPosterTexts)
  const organisationDashboard = useTextsOf(organisationDashboardTexts)
  return (
    <>
      <div className={styles.screen}>
        <InstituteBar />
      </div>
      <SignedInPage banner={null}>
        <div className={styles.screen}>
          <BackLink to={paths.organisationDashboard($id)}>{organisationDashboard.title}</BackLink>
          <PageHeading>{joinPoster.title}</PageHeading>
          <p className={styles.lead}>{joinPoster.lead}</p>
        </div>
        {organisation.data ? (
          <LinkAndPoster organisation={organisation.data} />
        ) : error ? (
          <QueryError error={error} of={organisation} />
        ) : (
          <FullScreenSpinner />
        )}
      </SignedInPage>
    </>
  )
}

function LinkAndPoster({ organisation }: { organisation: OrganisationDocument }) {
  const joinPoster = useTextsOf(joinPosterTexts)
  const code = formatInstituteCode(organisation.$id)
  const address = `${location.origin}${paths.register}?${new URLSearchParams({ [codeParameter]: code })}`
  async function copy() {
    try {
      await navigator.clipboard.writeText(address)
      showSuccess(joinPoster.copied)
    } catch {
      // Refused by the browser, or a page that is not served securely.
      showError(joinPoster.copyFailed)
    }
  }
  return (
    <div className={styles.sides}>
      <div className={styles.screen}>
        <h2 className={styles.subtitle}>{joinPoster.link}</h2>
        <p className={styles.address}>
          <span>{address.slice(0, -code.length)}</span>
          <wbr />
          <span className={styles.whole}>{code}</span>
        </p>
        <div className={styles.actions}>
          <Button
            kind="primary"
            icon={<IconPrinter size={20} stroke={1.9} aria-hidden="true" />}
            onClick={() => window.print()}
          >
            {joinPoster.print}
          </Button>
          <Button icon={<IconCopy size={20} stroke={1.9} aria-hidden="true" />} onClick={() => void copy()}>
            {joinPoster.copy}
          </Button>
        </div>
      </div>
      <Poster name={organisation.name} code={code} address={address} />
    </div>
  )
}

/** What hangs on the wall: white paper in both themes. */
function Poster({ name, code, address }: { name: string; code: string; address: string }) {
  const joinPoster = useTextsOf(joinPosterTexts)
  const { host } = location
  return (
    <section className={styles.poster} aria-label={joinPoster.poster}>
      <h2 className={styles.name} lang={nameLanguage(name)}>
        {name}
      </h2>
      <p className={styles.call}>{joinPoster.call}</p>
      <div className={styles.code}>
        <QrCode address={address} label={joinPoster.qrCode} />
      </div>
      <p className={styles.byHand}>{joinPoster.byHand(`${host}${paths.register}`)}</p>
      <p className={styles.letters}>{code}</p>
      <ol className={styles.steps}>
        {joinPoster.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  )
}
