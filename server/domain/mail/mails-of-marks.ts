import { actingTexts } from '#contract/acting-texts.ts'
import { attendancePercent } from '#contract/attendance-percent.ts'
import { courseTexts } from '#contract/course-texts.ts'
import { paths, receiptParameter } from '#contract/paths.ts'
import type { ClassReceipt, CourseReceipt, Receipt } from '#contract/receipts.ts'
import { receiptsTexts } from '#contract/receipts-texts.ts'
import { makeRepeatedOffset } from '#contract/repeated-hour.ts'
import type { StaffRole } from '#contract/staff-rights.ts'
import { texts } from '#contract/texts.ts'
import { type MailContent, readSafeName } from './mail-layout.ts'
import { statusOf, type ToldCell } from './told-cell.ts'

/** The words of mails about a student's marks and cells. */

export type Framed = {
  readonly origin: string
  /** IANA name of the zone in which times are written; null for UTC. */
  readonly timeZone: string | null
}

/** The mark that a mail is about, and its student. */
export type MailedReceipt = { readonly studentId: string; readonly receipt: Receipt }

/** In which role a person of the institute did it; undefined for the institute's own login. */
export type Acted = { readonly actedAs: StaffRole | undefined }

/** One of several decisions about a student. */
export type Decided = Acted & ({ readonly receipt: Receipt } | { readonly cell: ToldCell })

export type OfMark = { readonly marked: MailedReceipt }
export type OfCell = { readonly studentId: string; readonly cell: ToldCell }
export type OfDecisions = { readonly studentId: string; readonly decided: readonly Decided[] }

/** So many lines has a mail about several decisions. */
const maxDecided = 50

const product = texts.product.name

/** The button leads to a page behind the login: reading or scanning the mail cannot dispute a mark. */
export function describeReceipt({ origin, timeZone, marked: { studentId, receipt } }: Framed & OfMark): MailContent {
  const { attendanceSessionId, proof } = receipt
  return {
    ...('course' in receipt ? tellCourseMark(receipt, timeZone) : tellClassMark(receipt, timeZone)),
    action: {
      label: receiptsTexts.notMe,
      link: `${origin}${paths.studentDashboard(studentId)}?${receiptParameter}=${encodeURIComponent(attendanceSessionId)}`,
    },
    after: [
      ...(proof
        ? [
            `Keep the next line. If this mark is ever in doubt, the operator of ${product} can check it with that line.`,
            `--mark ${attendanceSessionId}:${studentId}:${proof.mark} --head ${proof.head}`,
          ]
        : []),
      'You get this mail because you asked for a mail with each mark. You can turn it off in your profile.',
    ],
  }
}

type MarkTold = Pick<MailContent, 'subject' | 'before'>

function tellClassMark(receipt: ClassReceipt, timeZone: string | null): MarkTold {
  const institute = readSafeName(receipt.organisationName) ?? 'Your institute'
  return {
    subject: `You were marked present in ${product}`,
    before: [
      `${institute} marked you present on ${formatMoment(receipt.markedAt, timeZone)}.`,
      `That makes ${sayClasses(receipt)}.`,
    ],
  }
}

/** '12 of 16 classes, 75%'. */
function sayClasses({ total, classes }: ClassReceipt, until = ''): string {
  const percentage = formatShare(attendancePercent(total, classes) / 100)
  return `${total} of ${classes} ${classes === 1 ? 'class' : 'classes'}${until}, ${percentage}`
}

const countsNot = {
  'after-closing': 'It does not count: it came after closing.',
  guest: 'It does not count: you are not enrolled in this course.',
} as const

function tellCourseMark(receipt: CourseReceipt, timeZone: string | null): MarkTold {
  const { organisationName, markedAt, course } = receipt
  const institute = readSafeName(organisationName) ?? 'Your institute'
  const { state } = course
  const where = `${sayCourse(course)} on ${formatMoment(markedAt, timeZone)}`
  if (state === 'guest' || state === 'after-closing') {
    return {
      subject: `Your check-in does not count in ${product}`,
      before: [`${institute} has your check-in to ${where}.`, countsNot[state]],
    }
  }
  const status = courseTexts.statuses[state].toLowerCase()
  return {
    subject: `You were marked ${status} in ${product}`,
    before: [`${institute} marked you ${status} in ${where}.`],
  }
}

/** The course's title is a word of the institute, too: one that could be a link is left out. */
function sayCourse({ title, number }: Pick<CourseReceipt['course'], 'title' | 'number'>): string {
  return `session ${number} of ${readSafeName(title) ?? 'a course'}`
}

/** Of a class without a mark, too. */
const sayGroup = ({ courseTitle: title, number }: Pick<ToldCell, 'courseTitle' | 'number'>): string =>
  title === null ? `class ${number}` : sayCourse({ title, number })

/** 'mark of 21 November 2026 at 14:05 UTC', with the session of a course. */
function sayMark(receipt: Receipt, timeZone: string | null): string {
  const moment = formatMoment(receipt.markedAt, timeZone)
  return 'course' in receipt ? `mark in ${sayCourse(receipt.course)} of ${moment}` : `mark of ${moment}`
}

/** The institute's own words are read behind the login: by mail anyone could have words of theirs sent to others. */
export function describeRuling({ origin, timeZone, marked: { studentId, receipt } }: Framed & OfMark): MailContent {
  const { organisationName, ruling } = receipt
  const institute = readSafeName(organisationName) ?? 'Your institute'
  const isWithdrawn = ruling?.status === 'absent'
  return {
    subject: isWithdrawn ? `A mark was withdrawn in ${product}` : `A mark counts in ${product}`,
    before: [
      isWithdrawn
        ? `${institute} has withdrawn your ${sayMark(receipt, timeZone)}. It counts no longer.`
        : `${institute} has looked into your ${sayMark(receipt, timeZone)}. It counts.`,
      ...('course' in receipt ? [] : [`You have ${sayClasses(receipt, ' up to that day')}.`]),
    ],
    action: { label: 'Read the reason', link: `${origin}${paths.studentDashboard(studentId)}` },
    after: ['If this is a mistake, say so on that page, or ask the office of the institute.'],
  }
}

export function describeCell({ origin, timeZone, studentId, cell }: Framed & OfCell): MailContent {
  const institute = readSafeName(cell.organisationName) ?? 'Your institute'
  const session = sayGroup(cell)
  const status = courseTexts.statuses[statusOf(cell)].toLowerCase()
  return {
    subject: `Your attendance was decided in ${product}`,
    before: [
      `${institute} has looked into ${session}, ${formatMoment(cell.startedAt, timeZone)}.`,
      `It counts you as ‘${status}’ now.`,
    ],
    action: { label: 'Read the reason', link: `${origin}${paths.studentDashboard(studentId)}` },
    after: ['If this is a mistake, ask your teacher or the office of the institute.'],
  }
}

/** Several decisions, each with what stands now, in the order of the sessions. */
export function describeDecisions({ origin, timeZone, studentId, decided }: Framed & OfDecisions): MailContent {
  const facts = decided.map((one) => {
    const { actedAs } = one
    if ('receipt' in one) {
      const { organisationName, markedAt, ruling } = one.receipt
      const counts = ruling?.status === 'absent' ? 'It was withdrawn, and counts no longer.' : 'It counts.'
      return {
        organisationName,
        actedAs,
        at: markedAt,
        line: `Your ${sayMark(one.receipt, timeZone)}: ${counts}`,
      }
    }
    const { organisationName, startedAt } = one.cell
    const status = courseTexts.statuses[statusOf(one.cell)].toLowerCase()
    const session = sayGroup(one.cell)
    return {
      organisationName,
      actedAs,
      at: startedAt,
      line: `${session.charAt(0).toUpperCase()}${session.slice(1)}, ${formatMoment(startedAt, timeZone)}: It counts you as ‘${status}’.`,
    }
  })
  const lines = facts.toSorted((a, b) => a.at - b.at).map(({ line }) => line)
  const institute = readSafeName(facts[0]?.organisationName ?? '') ?? 'Your institute'
  const roles = [...new Set(facts.flatMap(({ actedAs }) => actedAs ?? []))].map(
    (role) => `‘${actingTexts.roles[role]}’`,
  )
  const rest = lines.length - maxDecided
  return {
    subject: `Your attendance was decided in ${product}`,
    before: [
      `${institute} has looked into your attendance. This is what stands now:`,
      ...lines.slice(0, maxDecided),
      ...(rest > 0 ? [`And ${rest} more: the page behind the link has all of them.`] : []),
      ...(roles.length === 0
        ? []
        : [
            `${roles.length === 1 ? 'A person' : 'People'} of the institute did this, in the role${roles.length === 1 ? '' : 's'} ${roles.join(', ')}.`,
          ]),
    ],
    action: { label: 'Read the reasons', link: `${origin}${paths.studentDashboard(studentId)}` },
    after: ['If this is a mistake, ask your teacher or the office of the institute.'],
  }
}

// The formats are made with each mail: making them takes 40 ms, and nothing else at the start needs them.

function formatShare(share: number): string {
  return new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 2 }).format(share)
}

/** '21 November 2026 at 14:05 UTC', or in a zone that an institute has chosen '21 November 2026 at 19:35 (Asia/Kolkata)'. */
export function formatMoment(epochMs: number, timeZone: string | null): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: timeZone ?? 'UTC',
  })
  if (timeZone === null) return `${format.format(epochMs)} UTC`
  const offset = makeRepeatedOffset(timeZone)(epochMs)
  return `${format.format(epochMs)} ${offset === undefined ? '' : `UTC${offset} `}(${timeZone})`
}
