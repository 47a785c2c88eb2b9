import { IconBuilding, IconDeviceDesktop, IconPencil, IconQrcode, type TablerIcon } from '@tabler/icons-react'
import type { CheckInSession, CheckInStudent } from '#contract/check-in.ts'
import { checkInTexts } from '#contract/check-in-texts.ts'
import { paths, receiptParameter } from '#contract/paths.ts'
import { receiptsTexts } from '#contract/receipts-texts.ts'
import type { WayOfMark } from '#contract/ways.ts'
import { useFormat } from '../../language/format.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTextsOf } from '../../language/texts.ts'
import { buttonClass } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Initials } from '../../ui/initials.tsx'
import styles from './check-in.module.css'

/** Of a student's mark in this session, whether it was made now or before. */

export type Mark = { readonly markedAt: number; readonly way: WayOfMark }

/** Where and when the mark was made. */
export function MarkedAt({ session, mark }: { session: CheckInSession; mark: Mark }) {
  const words = useTextsOf(checkInTexts)
  const format = useFormat()
  return (
    <span>
      {words.doneAt(
        session.course?.title ?? session.organisationName,
        format.number(session.number),
        format.time(mark.markedAt),
      )}
    </span>
  )
}

/** Whose mark it is. */
export function Whose({ student: { name, rollNumber } }: { student: CheckInStudent }) {
  return (
    <div className={styles.whose}>
      <Initials name={name} of="person" size="small" shape="circle" />
      <p className={styles.person}>
        <b lang={nameLanguage(name)}>{name}</b>
        <span className={styles.code}>{rollNumber}</span>
      </p>
    </div>
  )
}

const icons: Readonly<Record<WayOfMark, TablerIcon>> = {
  screen: IconDeviceDesktop,
  'room-code': IconQrcode,
  hand: IconPencil,
  office: IconBuilding,
}

/** How it was made. */
export function Proved({ way }: Pick<Mark, 'way'>) {
  const words = useTextsOf(checkInTexts)
  const Icon = icons[way]
  return (
    <p className={`${styles.line} ${styles.padded}`}>
      <span>{words.proved}</span>
      <b className={styles.badge}>
        <Icon size={16} stroke={1.9} aria-hidden="true" />
        <span>{words.ways[way]}</span>
      </b>
    </p>
  )
}

/** Opens the student's own page with the question about this mark. */
export function NotMe({ session, student }: { session: CheckInSession; student: CheckInStudent }) {
  const receipts = useTextsOf(receiptsTexts)
  return (
    <a
      className={classNames(buttonClass('quiet', 'regular', true), styles.notMe)}
      href={`${paths.studentDashboard(student.id)}?${new URLSearchParams({ [receiptParameter]: session.id })}`}
    >
      {receipts.notMe}
    </a>
  )
}
