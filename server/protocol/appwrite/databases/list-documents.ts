import type { Collection } from '#contract/identifiers.ts'
import { canonicalRollNumber, rollNumberPattern } from '#contract/text-fields.ts'
import { canonicalEmail } from '../../../domain/accounts/canonical-email.ts'
import type { Deps } from '../../../domain/deps.ts'
import { choose, type Door } from '../../../domain/doors.ts'
import { Problem } from '../../../domain/problem.ts'
import { listOrganisations, lookUpOrganisationByEmail } from '../../../domain/profiles/read-organisations.ts'
import {
  listStudents,
  lookUpStudentByEmail,
  lookUpStudentByEmailOrRollNumber,
} from '../../../domain/profiles/read-students.ts'
import type { ProfileLookUp } from '../../../domain/profiles/stores.ts'
import type { ViewPage } from '../../../domain/views/page.ts'
import type { ProfileView } from '../../../domain/views/projections.ts'
import type { DocumentQuery, LookUpAttribute, LookUpCondition } from './read-queries.ts'

type FindDoor = Door<`${Collection}.${'list' | 'look-up-by-email'}` | 'students.look-up-by-roll-number'>
type FindDeps = Pick<Deps, 'storage' | 'decoyKey'>

/** Turns a parsed query into the one domain query that answers it. Throws general_query_invalid. */
export async function findDocuments(
  deps: FindDeps,
  door: FindDoor,
  collection: Collection,
  query: DocumentQuery,
): Promise<ViewPage<ProfileView>> {
  if (query.conditions.length === 0) {
    return collection === 'organisations'
      ? listOrganisations(deps, await choose(door, 'organisations.list'), query)
      : listStudents(deps, await choose(door, 'students.list'), query)
  }
  const { total, views } = await lookUp(deps, door, collection, query)
  return { total, views: views.slice(query.offset, query.offset + query.limit) }
}

/**
 * Several conditions together are allowed to the callers who may use the strictest of them alone. Guests have one email
 * and no second condition.
 */
async function lookUp(
  deps: FindDeps,
  door: FindDoor,
  collection: Collection,
  { conditions, direction }: DocumentQuery,
): Promise<ViewPage<ProfileView>> {
  const isOneEmail = conditions.length === 1 && conditions.flatMap((one) => valuesOf(one, 'email')).length === 1
  if (conditions.every(isByEmailAlone) && (door.caller || isOneEmail)) {
    const canonicalEmails = keepCommon(conditions.map(canonicalEmailsOf))
    return collection === 'organisations'
      ? lookUpOrganisationByEmail(
          deps,
          await choose(door, 'organisations.look-up-by-email'),
          canonicalEmails,
          direction,
        )
      : lookUpStudentByEmail(deps, await choose(door, 'students.look-up-by-email'), canonicalEmails)
  }
  if (!door.caller) throw new Problem('general_unauthorized_scope')
  if (collection === 'organisations') {
    throw new Problem('malformed-query', { message: 'Organisations can be looked up by email only.' })
  }
  return lookUpStudentByEmailOrRollNumber(
    deps,
    await choose(door, 'students.look-up-by-roll-number'),
    conditions.map(toLookUp),
  )
}

function isByEmailAlone(condition: LookUpCondition): boolean {
  return condition.length === 1 && condition[0]?.attribute === 'email'
}

function valuesOf(condition: LookUpCondition, attribute: LookUpAttribute): string[] {
  return condition.filter((one) => one.attribute === attribute).flatMap(({ values }) => values)
}

/** Keeps the values that are emails. Spaces around them do not count, as at a login. */
function canonicalEmailsOf(condition: LookUpCondition): string[] {
  return valuesOf(condition, 'email')
    .map((email) => canonicalEmail(email.trim()))
    .filter((email) => email !== undefined)
}

function keepCommon([first = [], ...others]: readonly string[][]): string[] {
  return first.filter((one) => others.every((some) => some.includes(one)))
}

/** A value that can be neither email nor roll number matches no member, above all the empty text of an empty field. */
function toLookUp(condition: LookUpCondition): ProfileLookUp {
  return {
    ids: valuesOf(condition, '$id'),
    canonicalEmails: canonicalEmailsOf(condition),
    canonicalRollNumbers: valuesOf(condition, 'rollNumber')
      .map((rollNumber) => rollNumber.trim())
      .filter((rollNumber) => rollNumberPattern.test(rollNumber))
      .map(canonicalRollNumber),
  }
}
