import { IconArrowRight, IconMail, IconMapPin, IconPhone } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { AttendanceWorking } from '#contract/attendance-standing.ts'
import { countSoFar, partSinceJoining, workOutAttendance } from '#contract/attendance-working.ts'
import { formatInstituteCode } from '#contract/identifiers.ts'
import { paths } from '#contract/paths.ts'
import { reportsTexts } from '#contract/reports-texts.ts'
import { goodAttendancePercent } from '#contract/rules.ts'
import type { InstituteDocument } from '../../client/document-calls.ts'
import { useFormat } from '../../language/format.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTextsOf } from '../../language/texts.ts'
import { SinceJoining } from '../../parts/attendance-record/late-join.ts'
import { studentDashboardTexts } from '../../parts/attendance-record/student-dashboard-texts.ts'
import { useAccount } from '../../session/session.ts'
import { Card, CodeChip, EmailAddress, Initials, Meter, Percentage, Skeleton, VisuallyHidden } from '../../ui/index.ts'
import styles from './organisation-card.module.css'

export type OrganisationCardProps = {
  organisation: InstituteDocument
  total: number
  /** The number of a class that runs there without a mark of the student: it is not yet missed (decision 31). */
  unmarked?: number | undefined
  /** Where classes were over when the student joined. */
  joined?: { readonly joinedAt: number; readonly after: number } | undefined
}

/** One organisation of the student, with the way to its details. */
export function OrganisationCard({ organisation, total, unmarked, joined }: OrganisationCardProps) {
  const studentDashboard = useTextsOf(studentDashboardTexts)
  const { $id } = useAccount()
  // The documents may be of before the class began, or of after the mark.
  const isUnmarked = unmarked === organisation.classes && total < organisation.classes
  const working = workOutAttendance(total, countSoFar(organisation.classes, isUnmarked))
  return (
    <li className={styles.item}>
      <Card className={styles.card}>
        <div className={styles.body}>
          <div className={styles.head}>
            <Initials name={organisation.name} of="institute" />
            <h2 className={styles.name} lang={nameLanguage(organisation.name)}>
              {organisation.name}
            </h2>
          </div>
          <Standing working={working} isClassRunning={isUnmarked} joined={joined} />
          <p className={styles.code}>
            <VisuallyHidden>{`${studentDashboard.code} `}</VisuallyHidden>
            <CodeChip>{formatInstituteCode(organisation.$id)}</CodeChip>
          </p>
          <dl className={styles.details}>
            <Line icon={<IconMail size={20} stroke={1.7} aria-hidden="true" />} label={studentDashboard.email}>
              <EmailAddress>{organisation.email}</EmailAddress>
            </Line>
            <Line icon={<IconPhone size={20} stroke={1.7} aria-hidden="true" />} label={studentDashboard.phoneNumber}>
              {organisation.phoneNumber}
            </Line>
            <Line icon={<IconMapPin size={20} stroke={1.7} aria-hidden="true" />} label={studentDashboard.city}>
              {organisation.city}
            </Line>
          </dl>
        </div>
        <Link
          className={styles.foot}
          to={paths.organisationDetail($id, organisation.$id)}
          aria-label={`${studentDashboard.showDetails}, ${organisation.name}`}
        >
          <span>{studentDashboard.showDetails}</span>
          <IconArrowRight size={20} stroke={1.9} aria-hidden="true" />
        </Link>
      </Card>
    </li>
  )
}

type StandingProps = Pick<OrganisationCardProps, 'joined'> & { working: AttendanceWorking; isClassRunning: boolean }

/** The percentage, and what it allows; first the classes since joining where they lead (decision 31). */
function Standing({ working, isClassRunning, joined }: StandingProps) {
  const studentDashboard = useTextsOf(studentDashboardTexts)
  const words = useTextsOf(reportsTexts)
  const format = useFormat()
  const { attended, counted, percentage, mayMiss, mustAttend } = working
  const part = joined && partSinceJoining(working, joined.after)
  return (
    <div className={styles.standing}>
      {part ? (
        <SinceJoining
          late={{ joinedAt: joined.joinedAt, before: joined.after, part }}
          reader="student"
          all={working}
          waiting={<Skeleton width="100%" height="170px" />}
        />
      ) : percentage === null ? (
        <span className={styles.none}>{studentDashboard.noClasses}</span>
      ) : (
        <>
          <Percentage percent={percentage} line={goodAttendancePercent} size="medium" />
          <Meter percent={percentage} line={goodAttendancePercent} height={10} className={styles.meter} />
          <span className={styles.facts}>
            <span>{words.attendedClasses(format.number(attended), counted)}</span>
            <span>{mustAttend > 0 ? words.mustAttend(format.number(mustAttend)) : words.mayMiss(mayMiss)}</span>
          </span>
        </>
      )}
      {isClassRunning && <span>{words.classRunning}</span>}
    </div>
  )
}

function Line({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) {
  return (
    <div className={styles.line}>
      <dt>
        {icon}
        <VisuallyHidden>{label}</VisuallyHidden>
      </dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The placeholder of a card that is loading. */
export function OrganisationCardSkeleton() {
  return (
    <Card className={styles.card} aria-hidden="true">
      <div className={styles.body}>
        <div className={styles.head}>
          <Skeleton width="56px" height="56px" />
          <span className={styles.name}>
            <Skeleton width="180px" />
          </span>
        </div>
        <div className={styles.standing}>
          <Skeleton width="100%" height="104px" />
        </div>
        <p className={styles.code}>
          <Skeleton width="98px" height="28px" />
        </p>
        <div className={styles.details}>
          <p className={styles.line}>
            <Skeleton width="200px" />
          </p>
          <p className={styles.line}>
            <Skeleton width="150px" />
          </p>
          <p className={styles.line}>
            <Skeleton width="80px" />
          </p>
        </div>
      </div>
      <p className={styles.foot}>
        <Skeleton width="100px" />
      </p>
    </Card>
  )
}
