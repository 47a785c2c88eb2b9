import { IconCheck } from '@tabler/icons-react'
import { attendanceTexts } from '#contract/attendance-texts.ts'
import { attendanceSessionMs } from '#contract/rules.ts'
import { useTextsOf } from '../../language/texts.ts'
import { classNames } from '../../ui/class-names.ts'
import { findInitials } from '../../ui/find-initials.ts'
import { MarksPicture } from './marks-picture.tsx'
import { sampleCountdown, sampleInstitute, sampleStudent } from './sample-data.ts'
import styles from './screen-picture.module.css'

const places = ['h10', 'h1', 'h:m', 'm10', 'm1', 'm:s', 's10', 's1'] as const
const sessionMinutes = attendanceSessionMs / 60_000

/** The institute's screen just after a mark, to scale: one em is 16 of its pixels at a width of 1440. */
export function ScreenPicture() {
  const attendance = useTextsOf(attendanceTexts)
  return (
    <div className={styles.frame} aria-hidden="true">
      <div className={styles.screen}>
        <div className={styles.page}>
          <div className={styles.head}>
            <span className={styles.tile}>
              <span>{findInitials(sampleInstitute.name, 'institute')}</span>
            </span>
            <span className={styles.institute}>{sampleInstitute.name}</span>
            <span className={styles.code}>{sampleInstitute.code}</span>
            <span className={styles.back}>{attendance.backToDashboard}</span>
          </div>
          <div className={styles.endsAfter}>{attendance.endsAfter}</div>
          <div className={styles.countdown}>
            {sampleCountdown.parts.map((part, place) => (
              <span key={places[place]} className={part === ':' ? styles.colon : styles.digit}>
                {part}
              </span>
            ))}
          </div>
          <Ruler />
          <div className={styles.label}>{attendance.rollNumberField}</div>
          <div className={classNames(styles.input, styles.focused)} />
        </div>
        <div className={styles.side}>
          <div className={styles.panel}>
            <span className={styles.tick}>
              <IconCheck size="3.25em" stroke={3} />
            </span>
            <div className={styles.student}>
              <span>{sampleStudent.firstName}</span>
              <br />
              <span>{sampleStudent.lastName}</span>
            </div>
            <div className={styles.rollNumber}>{sampleStudent.rollNumber}</div>
            <div className={styles.message}>{attendance.marked}</div>
          </div>
          <MarksPicture />
        </div>
      </div>
    </div>
  )
}

/** One cell per minute: past, present, to come. */
function Ruler() {
  const { minutesGone } = sampleCountdown
  const minutes = Array.from({ length: sessionMinutes }, (_, minute) => minute)
  return (
    <svg
      className={styles.ruler}
      viewBox={`0 0 ${sessionMinutes * 12} 22`}
      aria-hidden="true"
      preserveAspectRatio="none"
    >
      {minutes.map((minute) => (
        <rect
          key={minute}
          className={minute < minutesGone ? styles.gone : minute === minutesGone ? styles.thisMinute : styles.toCome}
          x={minute * 12 + 1}
          y="1"
          width="8.5"
          height="20"
          rx="1.5"
        />
      ))}
    </svg>
  )
}
