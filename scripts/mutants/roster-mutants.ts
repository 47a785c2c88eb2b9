import type { Mutant } from './mutant.ts'

/** Who is who: rows of the roster, and what makes two of them one. */
export const rosterMutants: readonly Mutant[] = [
  {
    name: 'email-links-two-people',
    file: 'server/domain/roster/link-people.ts',
    find: 'if (await stores.personLinks.areApart(organisationId, person.id, member.id)) continue',
    replace: '',
    killedBy: {
      file: 'server/domain/roster/link-people.test.ts',
      title: 'of whom the office says that they are two are linked by no email',
    },
  },
  {
    name: 'unverified-email-links',
    file: 'server/domain/roster/link-people.ts',
    find: 'if (!isEmailVerified) return',
    replace: '',
    killedBy: {
      file: 'server/domain/roster/link-people.test.ts',
      title: 'stay two where the student who registers has not verified the email',
    },
  },
  {
    name: 'email-of-two-links',
    file: 'server/domain/roster/link-people.ts',
    find: '!person || others.length > 0) continue',
    replace: '!person) continue',
    killedBy: {
      file: 'server/domain/roster/link-people.test.ts',
      title: 'stay two where a second person has the email',
    },
  },
  {
    name: 'another-number-links',
    file: 'server/domain/roster/link-people.ts',
    find: ' || (isNumberOther && !isNew(organisationId))',
    replace: '',
    killedBy: {
      file: 'server/domain/roster/link-people.test.ts',
      title: 'stay two of a student %s',
    },
  },
  {
    name: 'own-rows-are-joined',
    file: 'server/domain/register/join-people.ts',
    find: 'refuseOwnRecord(by, [accountOf(one), accountOf(other)].filter(isId))',
    replace: '',
    killedBy: {
      file: 'server/domain/roster/link-people.test.ts',
      title: 'become one by no registrar who is one of the two: %s',
    },
  },
  {
    name: 'two-accounts-are-joined-unasked',
    file: 'server/domain/register/join-people.ts',
    find: "if (haveBoth && account === undefined) throw new Problem('people-registered')",
    replace: '',
    killedBy: {
      file: 'server/domain/roster/link-people.test.ts',
      title: 'stay two until the office says whose account stays',
    },
  },
  {
    name: 'joined-marks-count-twice',
    file: 'server/domain/register/join-people.ts',
    find: "if (cell.personId === goes.id) return { ...cell, studentId, status: 'absent', minutes: null }",
    replace: 'if (cell.personId === goes.id) return cell',
    killedBy: {
      file: 'server/operator/verify/linked-people.test.ts',
      title: 'leave the data as true as it was, one number for each session, and are two again',
    },
  },
  {
    name: 'used-join-is-undone',
    file: 'server/domain/register/join-people.ts',
    find: ' || (await stores.personLinks.isUsed(link))',
    replace: '',
    killedBy: {
      file: 'server/domain/roster/link-people.test.ts',
      title: 'are not two again once the person was changed',
    },
  },
  {
    name: 'own-rows-are-kept-apart',
    file: 'server/domain/roster/link-people.ts',
    find: 'both.flatMap(({ studentId }) => studentId ?? [])',
    replace: '[]',
    killedBy: {
      file: 'server/domain/roster/link-people.test.ts',
      title: 'are said to be two by no one about the own record, and not of one row',
    },
  },
  {
    name: 'number-takes-another-id',
    file: 'server/domain/roster/plan-import.ts',
    find: 'holder.externalId !== null && (line.externalId !== null || lineOf(holder) !== undefined)',
    replace: 'false',
    killedBy: {
      file: 'server/domain/roster/plan-import.test.ts',
      title: 'two lines never change one person, and a line no one who has another external id',
    },
  },
]
