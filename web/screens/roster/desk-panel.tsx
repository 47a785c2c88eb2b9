import { IconAlertTriangle, IconCheck, IconDeviceMobile, IconId } from '@tabler/icons-react'
import { useState } from 'react'
import type { DeskPerson } from '#contract/desk.ts'
import { enrolTexts } from '#contract/enrol-texts.ts'
import { paths } from '#contract/paths.ts'
import { useFormat } from '../../language/format.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useIsBefore } from '../../parts/attendance-sheet/use-is-before.ts'
import { QrCode } from '../../parts/qr-code/qr-code.tsx'
import { Button, ConfirmButton, classNames, RingIcon, Row } from '../../ui/index.ts'
import styles from './desk.module.css'
import { DeskDoubles } from './desk-doubles.tsx'
import { nameOf } from './missing.tsx'
import type { useDesk } from './use-desk.ts'

type PanelProps = { person: DeskPerson | undefined; desk: ReturnType<typeof useDesk> }

const fills = { code: undefined, phone: 'asks', account: 'asks', passkey: undefined } satisfies Record<
  DeskPerson['state'],
  string | undefined
>

/** The half of the screen that the person at the desk looks at, too: its colour says from afar how far that one is. */
export function DeskPanel({ person, desk }: PanelProps) {
  const { desk: words } = useTextsOf(enrolTexts)
  const shown = person ?? desk.seen
  const fill = person ? fills[person.state] : desk.seen && 'enrolled'
  return (
    <section
      className={classNames(styles.panel, shown && styles.chosen, fill && styles[fill])}
      aria-live="polite"
      aria-label={shown ? nameOf(shown) : words.choose}
    >
      {shown ? (
        <>
          <PanelIcon person={person} />
          <h2 className={styles.panelName} lang={nameLanguage(nameOf(shown))}>
            {nameOf(shown)}
          </h2>
          <p className={styles.panelNumber}>{shown.rollNumber}</p>
          {person ? (
            <>
              {(person.state === 'code' || person.state === 'phone') && <DeskDoubles personId={person.personId} />}
              <Stage person={person} desk={desk} />
            </>
          ) : (
            <>
              <p className={styles.stage}>{words.enrolledNow}</p>
              <p className={styles.nextPlease}>{words.nextPlease}</p>
            </>
          )}
        </>
      ) : (
        <>
          <h2 className={styles.panelName}>{words.choose}</h2>
          <p>{words.chooseHint}</p>
          <p>{words.securityKey}</p>
        </>
      )}
    </section>
  )
}

/** Beside a code there is no room for one. */
function PanelIcon({ person }: Pick<PanelProps, 'person'>) {
  if (person?.state === 'code') return null
  const Icon = !person ? IconCheck : person.state === 'passkey' ? IconId : IconDeviceMobile
  return <RingIcon icon={<Icon size={40} stroke={1.9} />} />
}

type StageProps = PanelProps & { person: DeskPerson }

function Stage(props: StageProps) {
  const { desk: words } = useTextsOf(enrolTexts)
  const { person, desk } = props
  if (person.state === 'code') return <CodeStage {...props} />
  if (person.state === 'phone') {
    const needsDigits = person.triesLeft === 0
    return (
      <>
        <p className={styles.stage}>{words.follow}</p>
        <p>{words.followHint}</p>
        <MailLine person={person} />
        <Row>
          {person.isYours && (
            <Button busy={desk.isBusy} onClick={() => void desk.call(person.personId, needsDigits)}>
              {needsDigits ? words.newDigits : words.newCode}
            </Button>
          )}
          <Button onClick={desk.next}>{words.late}</Button>
        </Row>
        <p className={styles.small}>{words.lateHint}</p>
      </>
    )
  }
  return <SeeStage {...props} />
}

/** The code, as long as it is good. */
function CodeStage({ person, desk: { secret, isBusy, call, next } }: StageProps) {
  const { desk: words } = useTextsOf(enrolTexts)
  const isGood = useIsBefore(person.codeUntil)
  const isShown = secret !== undefined && isGood
  const link = new URLSearchParams({ invitationId: person.id, secret: secret ?? '' })
  return (
    <>
      {isShown ? (
        <div className={styles.codeStage}>
          <div className={styles.code}>
            <QrCode address={`${location.origin}${paths.enrol}?${link}`} label={words.code(nameOf(person))} level="L" />
          </div>
          <ol className={styles.steps}>
            {words.steps.map((step) => (
              <li key={step} className={styles.step}>
                {step}
              </li>
            ))}
          </ol>
        </div>
      ) : person.isYours ? (
        <>
          <p className={styles.stage}>{words.runOut}</p>
          <p>{words.runOutHint}</p>
        </>
      ) : (
        <p className={styles.stage}>{words.otherDesk}</p>
      )}
      <MailLine person={person} />
      <Row>
        {person.isYours && (
          <>
            <Button kind={isShown ? 'secondary' : 'primary'} busy={isBusy} onClick={() => void call(person.personId)}>
              {words.newCode}
            </Button>
            <Button busy={isBusy} onClick={() => void call(person.personId, true)}>
              {words.newDigits}
            </Button>
          </>
        )}
        <Button onClick={next}>{words.late}</Button>
      </Row>
      <p className={styles.small}>{words.lateHint}</p>
    </>
  )
}

function MailLine({ person: { mail, email, triesLeft } }: { person: DeskPerson }) {
  const { desk: words } = useTextsOf(enrolTexts)
  return (
    <>
      <p className={styles.small}>{words.mail[mail.state](email)}</p>
      {mail.words && <p className={styles.small}>{words.said(mail.words)}</p>}
      {triesLeft === 0 && <p className={styles.stage}>{words.noTries}</p>}
    </>
  )
}

/** Two people on one phone: one of them may hold the other's passkey. */
export function SamePhone({ person: { samePhoneAs } }: { person: DeskPerson }) {
  const { desk: words } = useTextsOf(enrolTexts)
  if (!samePhoneAs) return null
  return (
    <span className={styles.flag}>
      <IconAlertTriangle size={16} stroke={1.9} aria-hidden="true" />
      <span>{words.samePhone(samePhoneAs.join(', '))}</span>
    </span>
  )
}

/** The person has joined: the desk looks at the person and the card. */
function SeeStage({ person, desk: { isBusy, see, refuse } }: StageProps) {
  const { desk: words } = useTextsOf(enrolTexts)
  const { time } = useFormat()
  const [isAsked, setAsked] = useState(false)
  const isSet = person.state === 'passkey'
  return (
    <>
      <p className={styles.stage}>{isSet ? words.see : words.setting}</p>
      <SamePhone person={person} />
      {person.passkeys.length > 0 && (
        <dl className={styles.facts}>
          {person.passkeys.map(({ name, createdAt }) => (
            <div key={`${name} ${createdAt}`}>
              <dt>{name}</dt>
              <dd>{`${words.setAt} ${time(createdAt)}`}</dd>
            </div>
          ))}
        </dl>
      )}
      <Row>
        {isSet && (
          <Button kind="primary" size="large" wide busy={isBusy} onClick={() => void see(person)}>
            {words.seen}
          </Button>
        )}
        <ConfirmButton
          isAsking={isAsked}
          busy={isBusy}
          onClick={() => (isAsked ? void refuse(person) : setAsked(true))}
        >
          {isAsked ? words.anotherPersonNow : words.anotherPerson}
        </ConfirmButton>
      </Row>
      <p className={styles.small}>{words.anotherPersonHint}</p>
    </>
  )
}
