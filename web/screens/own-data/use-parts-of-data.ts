import type { OwnData } from '#contract/own-data.ts'
import { joinNames } from '#contract/text-fields.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { ownDataTexts } from '../../parts/profile/own-data-texts.ts'

/** A table: its heads, and as many cells in each row. */
export type Part = {
  readonly title: string
  readonly heads: readonly (keyof typeof ownDataTexts.heads)[]
  readonly rows: readonly (readonly string[])[]
}

/** What is kept of a student, as tables. */
export function usePartsOfData(data: OwnData): readonly Part[] {
  const words = useTextsOf(ownDataTexts)
  const { dateTime, day, number } = useFormat()
  const moment = (at: number | null) => (at === null ? '' : dateTime(at))
  const institutes = new Map(data.memberships.map(({ organisation }) => [organisation.id, organisation.name]))
  const institute = (id: string) => institutes.get(id) ?? id
  const sessionOf = ({ number: count, course }: OwnData['marks'][number]['session']) =>
    `${course?.code ?? words.whole} ${number(count)}`
  const { account, receipts } = data
  return [
    {
      title: words.parts.account,
      heads: ['name', 'email', 'phoneNumber', 'rollNumber', 'receipts', 'made', 'id'],
      rows: [
        [
          joinNames(account.firstName, account.lastName),
          words[account.isEmailVerified ? 'verified' : 'notVerified'](account.email),
          ...[account.phoneNumber, account.rollNumber, words.receiptsOf(receipts.byEmail, number(receipts.browsers))],
          ...[dateTime(account.createdAt), account.id],
        ],
      ],
    },
    {
      title: words.parts.memberships,
      heads: ['institute', 'rollNumber', 'joined', 'left', 'classes'],
      rows: data.memberships.map(({ organisation, rollNumber, joinedAt, leftAt, total }) => [
        ...[organisation.name, rollNumber, day(joinedAt), leftAt === null ? '' : day(leftAt), number(total)],
      ]),
    },
    {
      title: words.parts.enrolments,
      heads: ['institute', 'course', 'from', 'until'],
      rows: data.enrolments.map(({ organisationId, course: { code, title }, beginsAt, endsAt }) => [
        ...[institute(organisationId), `${code} · ${title}`, day(beginsAt), endsAt === null ? '' : day(endsAt)],
      ]),
    },
    {
      title: words.parts.marks,
      heads: ['when', 'institute', 'session', 'way', 'state'],
      rows: data.marks.map(({ markedAt, organisationId, session, way, isWithdrawn, dispute }) => [
        ...[dateTime(markedAt), institute(organisationId), sessionOf(session), words.ways[way]],
        [isWithdrawn && words.withdrawn, dispute && words.disputed(dateTime(dispute.at))].filter(Boolean).join(', '),
      ]),
    },
    {
      title: words.parts.rulings,
      heads: ['when', 'institute', 'session', 'state', 'reason'],
      rows: data.rulings.map(({ decidedAt, organisationId, session, status, reason }) => [
        ...[dateTime(decidedAt), institute(organisationId), sessionOf(session), words.statuses[status], reason],
      ]),
    },
    {
      title: words.parts.disputedAbsences,
      heads: ['when', 'institute', 'session', 'words'],
      rows: data.disputedAbsences.map(({ at, organisationId, session, words: said }) => [
        ...[dateTime(at), institute(organisationId), sessionOf(session), said ?? ''],
      ]),
    },
    {
      title: words.parts.passkeys,
      heads: ['name', 'made', 'lastUsed'],
      rows: data.account.passkeys.map(({ name, createdAt, lastUsedAt }) => [
        name,
        dateTime(createdAt),
        moment(lastUsedAt),
      ]),
    },
    {
      title: words.parts.logins,
      heads: ['browser', 'address', 'made', 'lastUsed', 'until'],
      rows: data.logins.map(({ browser, address, createdAt, lastSeenAt, expiresAt }) => [
        ...[browser, address, dateTime(createdAt), dateTime(lastSeenAt), dateTime(expiresAt)],
      ]),
    },
  ]
}
