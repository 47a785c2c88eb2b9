import { actingTexts } from '#contract/acting-texts.ts'
import { attendancePercent } from '#contract/attendance-percent.ts'
import { courseTexts } from '#contract/course-texts.ts'
import { deskDigitsMs } from '#contract/desk-rules.ts'
import type { AccountLabel } from '#contract/identifiers.ts'
import { paths, receiptParameter } from '#contract/paths.ts'
import type { ClassReceipt, CourseReceipt, Receipt } from '#contract/receipts.ts'
import { makeRepeatedOffset } from '#contract/repeated-hour.ts'
import { heldPasskeyHours } from '#contract/rules.ts'
import type { StaffRole } from '#contract/staff-rights.ts'
import { texts } from '#contract/texts.ts'
import type { Place } from '../institutes/membership-stores.ts'
import { layOutMail, type MailContent, readSafeName } from './mail-layout.ts'
import { buildInvitationLink, buildMailLink, type LinkedPage, type MailedSecret } from './mail-link.ts'
import type { OutgoingMail } from './mailer.ts'
import type { MailKind } from './outbox.ts'
import { statusOf, type ToldCell } from './told-cell.ts'

/** The kinds that carry a link, and the page that it opens. */
export const linkedPages = {
  'email-verification': 'verifyEmail',
  'password-recovery': 'newPassword',
  'passkey-replacement': 'replacePasskey',
  'account-deletion': 'keepAccount',
  'staff-invitation': 'join',
  'student-invitation': 'join',
} as const satisfies Partial<Record<MailKind, LinkedPage>>
type LinkedKind = keyof typeof linkedPages

/** The kinds that tell a student about a change of a membership. */
export const placeKinds = ['membership-taken-out', 'roll-number-corrected'] as const
export type PlaceKind = (typeof placeKinds)[number]

/** The mark that a mail is about, and its student. */
export type MailedReceipt = { readonly studentId: string; readonly receipt: Receipt }

/** `institute`: the name that it gives itself, where the mail may quote it. */
type Invited = { readonly secret: MailedSecret; readonly institute: string | undefined }

export type MailSubjectMatter = {
  /** The account's name, or '' when it has none. May be hostile. */
  readonly recipientName: string
  readonly recipientLabel: AccountLabel | null
  readonly origin: string
  readonly contactEmail: string
  /** IANA name of the zone in which times are written; null for UTC. */
  readonly timeZone: string | null
} & (
  | {
      readonly kind: Exclude<LinkedKind, 'staff-invitation' | 'student-invitation' | 'passkey-replacement'>
      readonly secret: MailedSecret
    }
  | { readonly kind: 'passkey-replacement'; readonly secret: MailedSecret; readonly isByInstitute: boolean }
  | ({ readonly kind: 'staff-invitation'; readonly role: StaffRole } & Invited)
  /** `isShared`: the institute has the address for several people. */
  | ({ readonly kind: 'student-invitation'; readonly isShared: boolean } & Invited)
  | ({ readonly kind: 'attendance-receipt' | 'mark-ruled'; readonly marked: MailedReceipt } & Acted)
  | ({ readonly kind: 'cell-ruled'; readonly studentId: string; readonly cell: ToldCell } & Acted)
  | ({ readonly kind: PlaceKind; readonly place: Pick<Place, 'organisationName' | 'rollNumber'> } & Acted)
  | { readonly kind: 'decisions'; readonly studentId: string; readonly decided: readonly Decided[] }
  | { readonly kind: 'member-renamed'; readonly place: Pick<Place, 'rollNumber'> }
  | { readonly kind: 'desk-digits'; readonly digits: string }
  | {
      readonly kind: Exclude<
        MailKind,
        LinkedKind | PlaceKind | 'member-renamed' | 'attendance-receipt' | 'mark-ruled' | 'cell-ruled' | 'desk-digits'
      >
    }
)

/** One of several decisions about a student. */
export type Decided = Acted & ({ readonly receipt: Receipt } | { readonly cell: ToldCell })

/** So many lines has a mail about several decisions. */
const maxDecided = 50

/** In which role a person of the institute did it; undefined for the institute's own login. */
type Acted = { readonly actedAs: StaffRole | undefined }

const product = texts.product.name

/** The words of a mail. Subjects are fixed; the recipient's name appears in the bodies only. */
export function composeMail(mail: MailSubjectMatter): Pick<OutgoingMail, 'subject' | 'text' | 'html'> {
  return layOutMail(mail.recipientName, describeMail(mail))
}

function describeMail(mail: MailSubjectMatter): MailContent {
  const { origin, contactEmail } = mail
  switch (mail.kind) {
    case 'email-verification':
      return {
        subject: `Verify your email for ${product}`,
        before: [`Please confirm that this address belongs to your ${product} account.`],
        action: {
          label: 'Verify email',
          link: buildMailLink(origin, linkedPages[mail.kind], mail.secret, mail.recipientLabel),
        },
        after: [
          `The link works once, until ${formatMoment(mail.secret.expiresAt, mail.timeZone)}.`,
          `If you did not register at ${product}, you can ignore this mail.`,
        ],
      }
    case 'password-recovery':
      return {
        subject: `Set a new password for ${product}`,
        before: [
          `We received a request to set a new password for your ${product} account. If you asked for it, choose a new password now.`,
        ],
        action: {
          label: 'Set new password',
          link: buildMailLink(origin, linkedPages[mail.kind], mail.secret, mail.recipientLabel),
        },
        after: [
          `The link works once, until ${formatMoment(mail.secret.expiresAt, mail.timeZone)}.`,
          'If you did not ask for it, you can ignore this mail. Your password stays as it is.',
        ],
      }
    case 'email-changed':
      return {
        subject: `The email of your ${product} account was changed`,
        before: ['Your account now uses another email. This address can no longer log in to it.'],
        after: [`If it was not you, write to ${contactEmail} at once.`],
      }
    case 'password-changed':
      return {
        subject: `The password of your ${product} account was changed`,
        before: ['Your account has a new password, and other devices were logged out.'],
        after: [`If it was not you, ${howToTakeBack(origin)} and write to ${contactEmail}.`],
      }
    case 'passkey-added':
      return {
        subject: `A passkey was added to your ${product} account`,
        before: ['Your account has a new passkey, and other devices were logged out.'],
        after: [`If it was not you, ${howToTakeBack(origin)} and write to ${contactEmail}.`],
      }
    case 'passkey-held':
      return {
        subject: `Your new passkey at ${product} is not active yet`,
        before: [
          'A passkey was registered in place of a lost one, and other devices were logged out.',
          mail.recipientLabel === 'STF' || mail.recipientLabel === 'ORG'
            ? `You can use it in ${heldPasskeyHours} hours, or earlier if an owner of your institute who has seen ${mail.recipientLabel === 'STF' ? 'you' : 'it'} confirms it.`
            : `You can use it for attendance in ${heldPasskeyHours} hours, or earlier if your institute confirms it.`,
        ],
        after: [`If it was not you, ${howToTakeBack(origin)}, remove the passkey and write to ${contactEmail}.`],
      }
    case 'passkey-removed':
      return {
        subject: `A passkey was removed from your ${product} account`,
        before: ['One passkey of your account was removed and no longer works. Other devices were logged out.'],
        after: [`If it was not you, ${howToTakeBack(origin)} and write to ${contactEmail}.`],
      }
    case 'passkey-replacement':
      return {
        subject: `Replace your passkey for ${product}`,
        before: [
          mail.isByInstitute
            ? `The institute that you work with sends you this link, because your passkey for ${product} is lost. Open it on the device that will keep the new one, or with a security key. You will need your password.`
            : `We received a request to register a new passkey for your ${product} account. If you asked for it, open the link on the device that will keep the passkey. You will need your password.`,
        ],
        action: {
          label: 'Replace passkey',
          link: buildMailLink(origin, linkedPages[mail.kind], mail.secret, mail.recipientLabel),
        },
        after: [
          `The link works once, until ${formatMoment(mail.secret.expiresAt, mail.timeZone)}.`,
          mail.isByInstitute
            ? 'If your passkey is not lost, do not open the link, and tell an owner of the institute.'
            : `If you did not ask for it, your password is known to another person: ${howToTakeBack(origin)}.`,
        ],
      }
    case 'account-deletion':
      return {
        subject: `Your ${product} account will be deleted`,
        before: [
          `In seven days your ${product} account is deleted, with email, phone number, password, passkeys and name. Your institutes keep your name, number and attendance.`,
        ],
        action: { label: 'Keep the account', link: buildMailLink(origin, linkedPages[mail.kind], mail.secret) },
        after: [
          `The link works once, until ${formatMoment(mail.secret.expiresAt, mail.timeZone)}.`,
          `If you did not ask for it, your password is known to another person: keep the account, ${howToTakeBack(origin)}.`,
        ],
      }
    case 'own-login-closed':
      return {
        subject: `The own login of your institute only reads in ${product}`,
        before: [
          'The people of your institute act under their own names from now on. The institute’s own login reads, and keeps its password, passkeys and recovery codes.',
        ],
        after: ['With its passkey it can be opened again, on the page of the people.'],
      }
    case 'own-login-opened':
      return {
        subject: `The own login of your institute acts again in ${product}`,
        before: ['The institute’s own login may do again what an owner may, without the name of a person.'],
        after: [`If no one of your institute opened it, write to ${contactEmail} at once.`],
      }
    case 'staff-passkey-sent':
      return {
        subject: `A link for a new passkey was sent at ${product}`,
        before: [
          'One of the people of your institute was sent a link for a new passkey, because theirs is lost. The link works for half an hour.',
        ],
        after: ['If no one has lost a passkey, end the work of that person. The page of the people shows who it is.'],
      }
    case 'staff-passkey-held':
      return {
        subject: `A new passkey waits at your institute in ${product}`,
        before: [
          'One of the people of your institute has made a passkey in place of a lost one.',
          `It works in ${heldPasskeyHours} hours, or earlier if an owner who has seen the person confirms it on the page of the people.`,
        ],
        after: ['If the person knows nothing of it, end their work there.'],
      }
    case 'own-login-passkey-held':
      return {
        subject: `A new passkey waits at the own login of your institute in ${product}`,
        before: [
          'The institute’s own login, which only reads, got a new passkey by a recovery code.',
          `It works in ${heldPasskeyHours} hours, or earlier if an owner who has seen it confirms it on the page of the people.`,
        ],
        after: [
          `If no one of your institute made it, write to ${contactEmail} at once: with it, that login can act again.`,
        ],
      }
    case 'staff-ended':
      return {
        subject: `Your work for an institute at ${product} has ended`,
        before: [
          'An institute has ended your work for it: you cannot act for it any more. What you did there stays under your name.',
        ],
        after: [
          `Log in to see for which institutes you work: ${new URL(paths.acting, origin)}`,
          'If you know nothing of it, ask an owner of the institute.',
        ],
      }
    case 'staff-invitation':
      return {
        subject: `You are invited to ${product}`,
        before: [
          `An institute at ${product}${quote(mail.institute)} invites you to work with its attendance: ${actingTexts.roles[mail.role]}.`,
          'The link shows which institute it is. You join with a passkey: your fingerprint, face or the code of your device.',
        ],
        action: { label: 'See the invitation', link: buildInvitationLink(origin, mail.secret) },
        after: [
          `The link works once, until ${formatMoment(mail.secret.expiresAt, mail.timeZone)}.`,
          'If you do not know the institute, you can ignore this mail. Behind the link you can also stop all mails from it.',
        ],
      }
    case 'student-invitation':
      return {
        subject: `You are invited to ${product}`,
        before: [
          `An institute${quote(mail.institute)} takes attendance with ${product}, and you are on its list of students.`,
          ...(mail.isShared
            ? [
                'The institute has this address for several people, and the link shows for whom it is. An account is one person: each of the others needs an address of their own.',
              ]
            : []),
          'The link shows which institute it is. You choose a password and make a passkey: your fingerprint, face or the code of your device. It takes a minute.',
        ],
        action: { label: 'See the invitation', link: buildInvitationLink(origin, mail.secret) },
        after: [
          `The link works once, until ${formatMoment(mail.secret.expiresAt, mail.timeZone)}.`,
          'If you do not know the institute, you can ignore this mail. Behind the link you can also stop all mails from it.',
        ],
      }
    case 'desk-digits':
      return {
        subject: `Your digits for ${product}`,
        before: ['You are at an enrolment desk of your institute. Type these six digits on your phone:', mail.digits],
        after: [
          `They are good for ${deskDigitsMs / 60_000} minutes. Tell them to no one, also not at the desk.`,
          'If you are not at a desk, you can ignore this mail. Nothing happens without the digits.',
        ],
      }
    case 'passkey-suspect-cleared':
      return {
        subject: `A passkey works again at ${product}`,
        before: [
          'One of your passkeys was refused because it may have been copied. It was now confirmed in another way and works again.',
        ],
        after: [`If it was not you, ${howToTakeBack(origin)} and write to ${contactEmail}.`],
      }
    case 'member-passkey-suspect':
      return {
        subject: `A passkey was refused on your ${product} screen`,
        before: [
          'A student’s passkey was refused on your screen because it may have been copied: its counter is lower than before.',
          'The student cannot be marked present with it until the student has confirmed it in another way. We have written to the student.',
        ],
        after: [`The audit log of your ${product} installation names the student.`],
      }
    case 'member-passkey-suspect-elsewhere':
      return {
        subject: `A passkey of a student was refused at ${product}`,
        before: [
          'A passkey of one of your students was refused because it may have been copied: its counter is lower than before. The student used it in their own login, not on your screen.',
          'The student cannot be marked present with it until the student has confirmed it in another way. We have written to the student.',
        ],
        after: [`The audit log of your ${product} installation names the student.`],
      }
    case 'screen-paired':
      return {
        subject: `A screen was paired with your institute at ${product}`,
        before: [
          'A screen was approved for your institute. Until its end it shows the room codes of your sessions, and it can do nothing else.',
        ],
        after: [
          `Your settings list every screen, and end it there. If you did not approve one, end it, ${howToTakeBack(origin)} and write to ${contactEmail}.`,
        ],
      }
    case 'screen-copied':
      return {
        subject: `A screen of your institute was stopped at ${product}`,
        before: [
          'Two browsers used the pairing of one screen. It may have been copied, so both were stopped.',
          'Your settings show which screen it was. Pair it again, if you know the computer.',
        ],
        after: [`If you do not know how it was copied, write to ${contactEmail}.`],
      }
    case 'recovery-codes-made':
      return {
        subject: `New recovery codes were made for your ${product} account`,
        before: ['Your account has new recovery codes. Earlier recovery codes no longer work.'],
        after: [`If it was not you, ${howToTakeBack(origin)} and write to ${contactEmail}.`],
      }
    case 'recovery-code-used':
      return {
        subject: `A recovery code was used at ${product}`,
        before: ['A recovery code was used to log in instead of your passkey. Each code works once.'],
        after: [`If it was not you, ${howToTakeBack(origin)} and write to ${contactEmail} at once.`],
      }
    case 'recovery-code-released':
      return {
        subject: `A recovery code was made for your ${product} account by its operator`,
        before: [
          'The operator of this installation was asked for a recovery code for your account and has made one. It works for a day.',
        ],
        after: [`If your institute did not ask for it, write to ${contactEmail} at once.`],
      }
    case 'passkey-suspect':
      return {
        subject: `A passkey was refused at ${product}`,
        before: [
          'One of your passkeys was refused because it may have been copied: its counter is lower than before.',
          'It does not work until you have confirmed it in another way.',
        ],
        after: [`If you do not know of a copy, write to ${contactEmail}.`],
      }
    case 'passkey-suspect-changed':
      return {
        subject: `A passkey does not work any more at ${product}`,
        before: [
          'One of your passkeys was refused because it has changed: it says something else about copies on other devices than at its registration, which no passkey may change.',
          'It stays refused. Remove it in your profile, and register a new one.',
        ],
        after: [`If you have not moved it to another app or device, write to ${contactEmail}.`],
      }
    case 'membership-taken-out':
    case 'roll-number-corrected':
      return nameRole(mail, describePlace(mail.kind, mail.place))
    case 'member-renamed':
      return {
        subject: `A student has corrected a name in ${product}`,
        before: [
          `The student with the roll number ${mail.place.rollNumber} has corrected the own name. Where your roster has a name of its own, it stays, and the page of the person shows both.`,
        ],
        after: ['If it is not right, ask the student, or correct the name on your roster.'],
      }
    case 'attendance-receipt':
      return nameRole(mail, describeReceipt(origin, mail.marked, mail.timeZone))
    case 'mark-ruled':
      return nameRole(mail, describeRuling(origin, mail.marked, mail.timeZone))
    case 'cell-ruled':
      return nameRole(mail, describeCell(origin, mail, mail.timeZone))
    case 'decisions':
      return describeDecisions(origin, mail, mail.timeZone)
  }
}

/** A word of a fixed list: name and title are read behind the login, as the institute's own words are (decision 34). */
function nameRole({ actedAs }: Acted, content: MailContent): MailContent {
  if (actedAs === undefined) return content
  const role = `A person of the institute did this, in the role ‘${actingTexts.roles[actedAs]}’.`
  return { ...content, before: [...content.before, role] }
}

/** The button leads to a page behind the login: reading or scanning the mail cannot dispute a mark. */
function describeReceipt(origin: string, { studentId, receipt }: MailedReceipt, timeZone: string | null): MailContent {
  const { attendanceSessionId, proof } = receipt
  return {
    ...('course' in receipt ? tellCourseMark(receipt, timeZone) : tellClassMark(receipt, timeZone)),
    action: {
      label: texts.receipts.notMe,
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
function describeRuling(origin: string, { studentId, receipt }: MailedReceipt, timeZone: string | null): MailContent {
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

function describeCell(
  origin: string,
  { studentId, cell }: { readonly studentId: string; readonly cell: ToldCell },
  timeZone: string | null,
): MailContent {
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
function describeDecisions(
  origin: string,
  { studentId, decided }: { readonly studentId: string; readonly decided: readonly Decided[] },
  timeZone: string | null,
): MailContent {
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

function describePlace(
  kind: PlaceKind,
  { organisationName, rollNumber }: Pick<Place, 'organisationName' | 'rollNumber'>,
): MailContent {
  const institute = readSafeName(organisationName) ?? 'Your institute'
  switch (kind) {
    case 'membership-taken-out':
      return {
        subject: `An institute has removed you from its students in ${product}`,
        before: [
          `${institute} has removed you from its students. Your roll number there was ${rollNumber}. Your attendance record is kept.`,
        ],
        after: ['If this is a mistake, please ask the office of the institute.'],
      }
    case 'roll-number-corrected':
      return {
        subject: `Your roll number was corrected in ${product}`,
        before: [
          `${institute} has corrected your roll number. It is now ${rollNumber}. Your attendance stays the same.`,
        ],
        after: ['If this is a mistake, please ask the office of the institute.'],
      }
  }
}

// The formats are made with each mail: making them takes 40 ms, and nothing else at the start needs them.

function formatShare(share: number): string {
  return new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 2 }).format(share)
}

function howToTakeBack(origin: string): string {
  return `choose ‘${texts.login.forgotPassword}’ at ${origin}${paths.login}`
}

/** '21 November 2026 at 14:05 UTC', or in a zone that an institute has chosen '21 November 2026 at 19:35 (Asia/Kolkata)'. */
function formatMoment(epochMs: number, timeZone: string | null): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: timeZone ?? 'UTC',
  })
  if (timeZone === null) return `${format.format(epochMs)} UTC`
  const offset = makeRepeatedOffset(timeZone)(epochMs)
  return `${format.format(epochMs)} ${offset === undefined ? '' : `UTC${offset} `}(${timeZone})`
}

const quote = (institute: string | undefined) => (institute === undefined ? '' : `, which calls itself “${institute}”,`)
