import { IconCheck, IconMoon, IconSun } from '@tabler/icons-react'
import { languageNames, languageTags } from '#contract/languages.ts'
import { paths } from '#contract/paths.ts'
import { footerYear } from '#contract/rules.ts'
import { useLanguageTag, useTexts, useTextsOf } from '../../language/texts.ts'
import { passkeyGuideTexts } from '../../parts/passkey/passkey-guide-texts.ts'
import { buttonClass } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Wordmark } from '../../ui/logo.tsx'
import { contentId, SkipLink } from '../../ui/skip-link.tsx'
import { KeyFeatures } from './key-features.tsx'
import styles from './landing-page.module.css'
import { landingTexts } from './landing-texts.ts'
import { RollPicture } from './roll-picture.tsx'
import { ScreenPicture } from './screen-picture.tsx'

// The server replaces these by its configured targets when it starts.
const sourceUrl = '{{SOURCE_URL}}'
const contactEmail = '{{CONTACT_EMAIL}}'
// Placeholders where they are not set, as in the spec.
const termsUrl = '{{TERMS_URL}}'
const privacyUrl = '{{PRIVACY_URL}}'

/** Spec §2, landing page. Static: everything on it can be read and followed without a script. */
export function LandingPage() {
  const texts = useTexts()
  const landing = useTextsOf(landingTexts)
  const { guide } = useTextsOf(passkeyGuideTexts)
  const [titleStart, titleEnd] = landing.title
  return (
    <>
      <SkipLink />
      <header className={styles.header}>
        <a className={styles.home} href={paths.landing} aria-current="page">
          <Wordmark name={texts.product.name} size={36} />
        </a>
        <nav className={styles.nav} aria-label={texts.product.name}>
          <a href="#features">{landing.features}</a>
          <a href="#how-it-works">{landing.howItWorks}</a>
          <span className={styles.headerSwitches}>
            <LanguageButtons />
            <ThemeButton />
          </span>
        </nav>
      </header>
      <main id={contentId}>
        <section className={styles.hero}>
          <div>
            <h1 className={styles.title}>
              <span>{titleStart}</span>
              <mark>{titleEnd}</mark>
            </h1>
            <p className={styles.lead}>{landing.lead}</p>
            <p className={styles.actions}>
              <a className={buttonClass('primary', 'large')} href={paths.login}>
                {landing.getStarted}
              </a>
              <a className={buttonClass('secondary', 'large')} href={sourceUrl}>
                {landing.learnMore}
              </a>
            </p>
          </div>
          <RollPicture className={styles.roll} />
        </section>
        <div className={styles.stage}>
          <RollPicture className={styles.rollOnStage} from={1} to={4} />
          <ScreenPicture />
        </div>
        <KeyFeatures />
        <section className={styles.how} id="how-it-works">
          <div className={styles.column}>
            <h2>{landing.howItWorks}</h2>
            <p className={styles.explained}>
              <strong>{guide.question}</strong> <span>{guide.answer.STD}</span>
            </p>
            <div className={styles.steps}>
              <Steps title={landing.forAdministrators} steps={landing.administratorSteps} />
              <Steps title={landing.forStudents} steps={landing.studentSteps} />
            </div>
          </div>
        </section>
        <section className={classNames(styles.column, styles.soon)}>
          <h2>{landing.comingSoon}</h2>
          <ul className={styles.soonList}>
            {landing.comingSoonItems.map(([item, state], index, { length }) => {
              const isHere = index < length - 1
              return (
                <li key={item} data-arrived={isHere ? '' : undefined}>
                  {isHere && <IconCheck className={styles.tick} size={18} stroke={3} aria-hidden="true" />}
                  <span>{item}</span> <span className={styles.soonState}>{state}</span>
                </li>
              )
            })}
          </ul>
        </section>
        <section className={styles.closing} id="contact">
          <div className={classNames(styles.column, styles.closingRow)}>
            <h2>{landing.closing}</h2>
            <p className={styles.closingActions}>
              <a className={styles.solid} href={paths.login}>
                {landing.tryOut}
              </a>
              <a className={styles.outlined} href={`mailto:${contactEmail}`}>
                {landing.contact}
              </a>
            </p>
          </div>
        </section>
      </main>
      <footer className={classNames(styles.column, styles.footer)}>
        <p>{landing.copyright(footerYear)}</p>
        <p className={styles.powered}>
          <span>{landing.poweredBy}</span>
          <img src="/powered-by.svg" alt={landing.poweredByLogo} width="128" height="24" loading="lazy" />
        </p>
        <p className={styles.legal}>
          <a href={termsUrl}>{landing.terms}</a>
          <a href={privacyUrl}>{landing.privacy}</a>
        </p>
        <span className={styles.footerSwitches}>
          <LanguageButtons />
          <ThemeButton />
        </span>
      </footer>
    </>
  )
}

function Steps({ title, steps }: { title: string; steps: readonly string[] }) {
  return (
    <div>
      <h3>{title}</h3>
      <ol>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </div>
  )
}

/** Activated by landing.ts, and invisible without it. */
function LanguageButtons() {
  const inUse = useLanguageTag()
  return languageTags
    .filter((tag) => tag !== inUse)
    .map((tag) => (
      <button key={tag} type="button" className={styles.languageButton} lang={tag} data-language-switch={tag}>
        {languageNames[tag]}
      </button>
    ))
}

/** As the language's. */
function ThemeButton() {
  const { common } = useTexts()
  return (
    <button
      type="button"
      className={styles.themeButton}
      data-theme-switch=""
      data-to-dark={common.toDarkTheme}
      data-to-light={common.toLightTheme}
      aria-label={common.toDarkTheme}
    >
      <IconMoon className={styles.moon} size={20} stroke={1.9} aria-hidden="true" />
      <IconSun className={styles.sun} size={20} stroke={1.9} aria-hidden="true" />
    </button>
  )
}
