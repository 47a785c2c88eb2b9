import { actingTexts } from '#contract/acting-texts.ts'
import { deskDigitsMs } from '#contract/desk-rules.ts'
import type { AccountLabel } from '#contract/identifiers.ts'
import { loginTexts } from '#contract/login-texts.ts'
import { paths } from '#contract/paths.ts'
import { heldPasskeyHours } from '#contract/rules.ts'
import type { StaffRole } from '#contract/staff-rights.ts'
import { texts } from '#contract/texts.ts'
import type { Place } from '../institutes/membership-stores.ts'
import { layOutMail, type MailContent, readSafeName } from './mail-layout.ts'
import { buildInvitationLink, buildMailLink, type MailedSecret } from './mail-link.ts'
import type { OutgoingMail } from './mailer.ts'
import {
  type Acted,
  describeCell,
  describeDecisions,
  describeReceipt,
  describeRuling,
  type Framed,
  formatMoment,
  type OfCell,
  type OfDecisions,
  type OfMark,
} from './mails-of-marks.ts'
import type { MailKind } from './outbox.ts'

type Linked = { readonly secret: MailedSecret }
/** `institute`: the name that it gives itself, where the mail may quote it. */
type Invited = Linked & { readonly institute: string | undefined }
type OfPlace = Acted & { readonly place: Pick<Place, 'organisationName' | 'rollNumber'> }

/** What a mail tells beside what each of them has; kinds that are not here tell nothing else. */
type Facts = {
  readonly 'email-verification': Linked
  readonly 'password-recovery': Linked
  readonly 'passkey-replacement': Linked & { readonly isByInstitute: boolean }
  readonly 'account-deletion': Linked
  readonly 'staff-invitation': Invited & { readonly role: StaffRole }
  /** `isShared`: the institute has the address for several people. */
  readonly 'student-invitation': Invited & { readonly isShared: boolean }
  readonly 'attendance-receipt': Acted & OfMark
  readonly 'mark-ruled': Acted & OfMark
  readonly 'cell-ruled': Acted & OfCell
  readonly 'membership-taken-out': OfPlace
  readonly 'membership-joined': OfPlace
  readonly 'roll-number-corrected': OfPlace
  readonly 'member-renamed': { readonly place: Pick<Place, 'rollNumber'> }
  readonly 'desk-digits': { readonly digits: string }
  readonly decisions: OfDecisions
}
type Kind = MailKind | 'decisions' | 'membership-joined'

type Common = Framed & {
  /** The account's name, or '' when it has none. May be hostile. */
  readonly recipientName: string
  readonly recipientLabel: AccountLabel | null
  readonly contactEmail: string
}

type Matters = {
  readonly [One in Kind]: Common & { readonly kind: One } & (One extends keyof Facts ? Facts[One] : unknown)
}
export type MailSubjectMatter = Matters[Kind]

/** A paragraph; one that is a function may be left out. */
type Line<Matter> = string | ((mail: Matter) => string | undefined)

type Words<Matter> = {
  readonly subject: string
  readonly before: readonly Line<Matter>[]
  /** The button: its label, and where it leads. */
  readonly action?: { readonly label: string; readonly link: (mail: Matter) => string }
  readonly after: readonly Line<Matter>[]
}

const product = texts.product.name

const contact = ({ contactEmail }: Common) => contactEmail
const takeBack = ({ origin }: Common) => `choose ‘${loginTexts.forgotPassword}’ at ${origin}${paths.login}`
/** A paragraph with words of the mail in it. */
const say =
  <Matter>(parts: TemplateStringsArray, ...values: readonly ((mail: Matter) => string)[]) =>
  (mail: Matter) =>
    String.raw({ raw: parts }, ...values.map((value) => value(mail)))
const quote = ({ institute }: Invited) => (institute === undefined ? '' : `, which calls itself “${institute}”,`)
const institute = ({ place }: OfPlace) => readSafeName(place.organisationName) ?? 'Your institute'
const rollNumber = ({ place }: { readonly place: Pick<Place, 'rollNumber'> }) => place.rollNumber

const worksOnce = ({ secret, timeZone }: Common & Linked) =>
  `The link works once, until ${formatMoment(secret.expiresAt, timeZone)}.`
const ifNotYou = say`If it was not you, ${takeBack} and write to ${contact}.`
const suspectMember =
  'The student cannot be marked present with it until the student has confirmed it in another way. We have written to the student.'
const namedInLog = `The audit log of your ${product} installation names the student.`
const stopInvitations =
  'If you do not know the institute, you can ignore this mail. Behind the link you can also stop all mails from it.'
const inHours = `in ${heldPasskeyHours} hours, or earlier if`

const leadTo =
  (page: Parameters<typeof buildMailLink>[1]) =>
  ({ origin, secret, recipientLabel }: Common & Linked) =>
    buildMailLink(origin, page, secret, recipientLabel)
const seeInvitation = {
  label: 'See the invitation',
  link: ({ origin, secret }: Common & Linked) => buildInvitationLink(origin, secret),
}

/** The words of each kind. Subjects are fixed; the recipient's name appears in the bodies only. */
const words: { readonly [One in Kind]: Words<Matters[One]> | ((mail: Matters[One]) => MailContent) } = {
  'email-verification': {
    subject: `Verify your email for ${product}`,
    before: [`Please confirm that this address belongs to your ${product} account.`],
    action: { label: 'Verify email', link: leadTo('verifyEmail') },
    after: [worksOnce, `If you did not register at ${product}, you can ignore this mail.`],
  },
  'password-recovery': {
    subject: `Set a new password for ${product}`,
    before: [
      `We received a request to set a new password for your ${product} account. If you asked for it, choose a new password now.`,
    ],
    action: { label: 'Set new password', link: leadTo('newPassword') },
    after: [worksOnce, 'If you did not ask for it, you can ignore this mail. Your password stays as it is.'],
  },
  'email-changed': {
    subject: `The email of your ${product} account was changed`,
    before: ['Your account now uses another email. This address can no longer log in to it.'],
    after: [say`If it was not you, write to ${contact} at once.`],
  },
  'password-changed': {
    subject: `The password of your ${product} account was changed`,
    before: ['Your account has a new password, and other devices were logged out.'],
    after: [ifNotYou],
  },
  'passkey-added': {
    subject: `A passkey was added to your ${product} account`,
    before: ['Your account has a new passkey, and other devices were logged out.'],
    after: [ifNotYou],
  },
  'passkey-held': {
    subject: `Your new passkey at ${product} is not active yet`,
    before: [
      'A passkey was registered in place of a lost one, and other devices were logged out.',
      ({ recipientLabel }) =>
        recipientLabel === 'STF' || recipientLabel === 'ORG'
          ? `You can use it ${inHours} an owner of your institute who has seen ${recipientLabel === 'STF' ? 'you' : 'it'} confirms it.`
          : `You can use it for attendance ${inHours} your institute confirms it.`,
    ],
    after: [say`If it was not you, ${takeBack}, remove the passkey and write to ${contact}.`],
  },
  'passkey-removed': {
    subject: `A passkey was removed from your ${product} account`,
    before: ['One passkey of your account was removed and no longer works. Other devices were logged out.'],
    after: [ifNotYou],
  },
  'passkey-replacement': {
    subject: `Replace your passkey for ${product}`,
    before: [
      ({ isByInstitute }) =>
        isByInstitute
          ? `The institute that you work with sends you this link, because your passkey for ${product} is lost. Open it on the device that will keep the new one, or with a security key. You will need your password.`
          : `We received a request to register a new passkey for your ${product} account. If you asked for it, open the link on the device that will keep the passkey. You will need your password.`,
    ],
    action: { label: 'Replace passkey', link: leadTo('replacePasskey') },
    after: [
      worksOnce,
      (mail) =>
        mail.isByInstitute
          ? 'If your passkey is not lost, do not open the link, and tell an owner of the institute.'
          : `If you did not ask for it, your password is known to another person: ${takeBack(mail)}.`,
    ],
  },
  'account-deletion': {
    subject: `Your ${product} account will be deleted`,
    before: [
      `In seven days your ${product} account is deleted, with email, phone number, password, passkeys and name. Your institutes keep your name, number and attendance.`,
    ],
    action: { label: 'Keep the account', link: leadTo('keepAccount') },
    after: [
      worksOnce,
      say`If you did not ask for it, your password is known to another person: keep the account, ${takeBack}.`,
    ],
  },
  'own-login-closed': {
    subject: `The own login of your institute only reads in ${product}`,
    before: [
      'The people of your institute act under their own names from now on. The institute’s own login reads, and keeps its password, passkeys and recovery codes.',
    ],
    after: ['With its passkey it can be opened again, on the page of the people.'],
  },
  'own-login-opened': {
    subject: `The own login of your institute acts again in ${product}`,
    before: ['The institute’s own login may do again what an owner may, without the name of a person.'],
    after: [say`If no one of your institute opened it, write to ${contact} at once.`],
  },
  'staff-passkey-sent': {
    subject: `A link for a new passkey was sent at ${product}`,
    before: [
      'One of the people of your institute was sent a link for a new passkey, because theirs is lost. The link works for half an hour.',
    ],
    after: ['If no one has lost a passkey, end the work of that person. The page of the people shows who it is.'],
  },
  'staff-passkey-held': {
    subject: `A new passkey waits at your institute in ${product}`,
    before: [
      'One of the people of your institute has made a passkey in place of a lost one.',
      `It works ${inHours} an owner who has seen the person confirms it on the page of the people.`,
    ],
    after: ['If the person knows nothing of it, end their work there.'],
  },
  'own-login-passkey-held': {
    subject: `A new passkey waits at the own login of your institute in ${product}`,
    before: [
      'The institute’s own login, which only reads, got a new passkey by a recovery code.',
      `It works ${inHours} an owner who has seen it confirms it on the page of the people.`,
    ],
    after: [say`If no one of your institute made it, write to ${contact} at once: with it, that login can act again.`],
  },
  'staff-ended': {
    subject: `Your work for an institute at ${product} has ended`,
    before: [
      'An institute has ended your work for it: you cannot act for it any more. What you did there stays under your name.',
    ],
    after: [
      ({ origin }) => `Log in to see for which institutes you work: ${new URL(paths.acting, origin)}`,
      'If you know nothing of it, ask an owner of the institute.',
    ],
  },
  'staff-invitation': {
    subject: `You are invited to ${product}`,
    before: [
      say<
        Matters['staff-invitation']
      >`An institute at ${() => product}${quote} invites you to work with its attendance: ${({ role }) => actingTexts.roles[role]}.`,
      'The link shows which institute it is. You join with a passkey: your fingerprint, face or the code of your device.',
    ],
    action: seeInvitation,
    after: [worksOnce, stopInvitations],
  },
  'student-invitation': {
    subject: `You are invited to ${product}`,
    before: [
      say`An institute${quote} takes attendance with ${() => product}, and you are on its list of students.`,
      ({ isShared }) =>
        isShared
          ? 'The institute has this address for several people, and the link shows for whom it is. An account is one person: each of the others needs an address of their own.'
          : undefined,
      'The link shows which institute it is. You choose a password and make a passkey: your fingerprint, face or the code of your device. It takes a minute.',
    ],
    action: seeInvitation,
    after: [worksOnce, stopInvitations],
  },
  'desk-digits': {
    subject: `Your digits for ${product}`,
    before: [
      'You are at an enrolment desk of your institute. Type these six digits on your phone:',
      ({ digits }) => digits,
    ],
    after: [
      `They are good for ${deskDigitsMs / 60_000} minutes. Tell them to no one, also not at the desk.`,
      'If you are not at a desk, you can ignore this mail. Nothing happens without the digits.',
    ],
  },
  'passkey-suspect-cleared': {
    subject: `A passkey works again at ${product}`,
    before: [
      'One of your passkeys was refused because it may have been copied. It was now confirmed in another way and works again.',
    ],
    after: [ifNotYou],
  },
  'member-passkey-suspect': {
    subject: `A passkey was refused on your ${product} screen`,
    before: [
      'A student’s passkey was refused on your screen because it may have been copied: its counter is lower than before.',
      suspectMember,
    ],
    after: [namedInLog],
  },
  'member-passkey-suspect-elsewhere': {
    subject: `A passkey of a student was refused at ${product}`,
    before: [
      'A passkey of one of your students was refused because it may have been copied: its counter is lower than before. The student used it in their own login, not on your screen.',
      suspectMember,
    ],
    after: [namedInLog],
  },
  'screen-paired': {
    subject: `A screen was paired with your institute at ${product}`,
    before: [
      'A screen was approved for your institute. Until its end it shows the room codes of your sessions, and it can do nothing else.',
    ],
    after: [
      say`Your settings list every screen, and end it there. If you did not approve one, end it, ${takeBack} and write to ${contact}.`,
    ],
  },
  'screen-copied': {
    subject: `A screen of your institute was stopped at ${product}`,
    before: [
      'Two browsers used the pairing of one screen. It may have been copied, so both were stopped.',
      'Your settings show which screen it was. Pair it again, if you know the computer.',
    ],
    after: [say`If you do not know how it was copied, write to ${contact}.`],
  },
  'recovery-codes-made': {
    subject: `New recovery codes were made for your ${product} account`,
    before: ['Your account has new recovery codes. Earlier recovery codes no longer work.'],
    after: [ifNotYou],
  },
  'recovery-code-used': {
    subject: `A recovery code was used at ${product}`,
    before: ['A recovery code was used to log in instead of your passkey. Each code works once.'],
    after: [say`If it was not you, ${takeBack} and write to ${contact} at once.`],
  },
  'recovery-code-released': {
    subject: `A recovery code was made for your ${product} account by its operator`,
    before: [
      'The operator of this installation was asked for a recovery code for your account and has made one. It works for a day.',
    ],
    after: [say`If your institute did not ask for it, write to ${contact} at once.`],
  },
  'passkey-suspect': {
    subject: `A passkey was refused at ${product}`,
    before: [
      'One of your passkeys was refused because it may have been copied: its counter is lower than before.',
      'It does not work until you have confirmed it in another way.',
    ],
    after: [say`If you do not know of a copy, write to ${contact}.`],
  },
  'passkey-suspect-changed': {
    subject: `A passkey does not work any more at ${product}`,
    before: [
      'One of your passkeys was refused because it has changed: it says something else about copies on other devices than at its registration, which no passkey may change.',
      'It stays refused. Remove it in your profile, and register a new one.',
    ],
    after: [say`If you have not moved it to another app or device, write to ${contact}.`],
  },
  'membership-taken-out': {
    subject: `An institute has removed you from its students in ${product}`,
    before: [
      say`${institute} has removed you from its students. Your roll number there was ${rollNumber}. Your attendance record is kept.`,
    ],
    after: ['If this is a mistake, please ask the office of the institute.'],
  },
  'membership-joined': {
    subject: `An institute has joined your two accounts in ${product}`,
    before: [
      say`${institute} knows you by another account, too, and the two are one person there now. Please log in with the other one. This account had the roll number ${rollNumber}. Your attendance is kept there.`,
    ],
    after: ['If this is a mistake, please ask the office of the institute today: it can be undone for 24 hours.'],
  },
  'roll-number-corrected': {
    subject: `Your roll number was corrected in ${product}`,
    before: [
      say`${institute} has corrected your roll number. It is now ${rollNumber}. Your attendance stays the same.`,
    ],
    after: ['If this is a mistake, please ask the office of the institute.'],
  },
  'member-renamed': {
    subject: `A student has corrected a name in ${product}`,
    before: [
      say`The student with the roll number ${rollNumber} has corrected the own name. Where your roster has a name of its own, it stays, and the page of the person shows both.`,
    ],
    after: ['If it is not right, ask the student, or correct the name on your roster.'],
  },
  'attendance-receipt': describeReceipt,
  'mark-ruled': describeRuling,
  'cell-ruled': describeCell,
  decisions: describeDecisions,
}

/** The words of a mail. */
export function composeMail(mail: MailSubjectMatter): Pick<OutgoingMail, 'subject' | 'text' | 'html'> {
  const { before, ...content } = sayWords(mail)
  const role = 'actedAs' in mail && mail.actedAs !== undefined ? [nameRole(mail.actedAs)] : []
  return layOutMail(mail.recipientName, { ...content, before: [...before, ...role] })
}

function sayWords<One extends Kind>(mail: Matters[One]): MailContent {
  const said = words[mail.kind]
  if (typeof said === 'function') return said(mail)
  const { subject, before, action, after } = said
  const sayAll = (lines: readonly Line<Matters[One]>[]) =>
    lines.flatMap((line) => (typeof line === 'function' ? line(mail) : line) ?? [])
  return {
    subject,
    before: sayAll(before),
    ...(action && { action: { label: action.label, link: action.link(mail) } }),
    after: sayAll(after),
  }
}

/** A word of a fixed list: name and title are read behind the login, as the institute's own words are (decision 34). */
const nameRole = (role: StaffRole) => `A person of the institute did this, in the role ‘${actingTexts.roles[role]}’.`
