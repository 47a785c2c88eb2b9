import type { Collection } from '#contract/identifiers.ts'
import type { DocumentQuery, LookUpAttribute, LookUpCondition } from '#contract/query.ts'
import { canonicalRollNumber, rollNumberPattern } from '#contract/text-fields.ts'
import type { Visit } from '../../../domain/accounts/caller.ts'
import { canonicalEmail } from '../../../domain/accounts/canonical-email.ts'
import type { Deps } from '../../../domain/deps.ts'
import { Problem } from '../../../domain/problem.ts'
import type { ViewPage } from '../../../domain/profiles/page.ts'
import type { ProfileView } from '../../../domain/profiles/projections.ts'
import { listOrganisations, lookUpOrganisationByEmail } from '../../../domain/profiles/read-organisations.ts'
import {
  listStudents,
  lookUpStudentByEmail,
  lookUpStudentByEmailOrRollNumber,
} from '../../../domain/profiles/read-students.ts'
import type { ProfileLookUp } from '../../../domain/profiles/stores.ts'

type FindDeps = Pick<Deps, 'storage' | 'decoyKey'>

/** Turns an understood query into the one reading of the domain that answers it. Throws general_query_invalid. */
export async function findDocuments(
  deps: FindDeps,
  visit: Visit,
  collection: Collection,
  query: DocumentQuery,
): Promise<ViewPage<ProfileView>> {
  const [condition, ...others] = query.conditions
  if (others.length > 0) throw new Problem('general_query_invalid', { message: 'Only one filter can be given.' })
  if (!condition) {
    return collection === 'organisations' ? listOrganisations(deps, visit, query) : listStudents(deps, visit, query)
  }
  const { total, views } = await lookUp(deps, visit, collection, condition)
  return { total, views: views.slice(query.offset, query.offset + query.limit) }
}

async function lookUp(
  deps: FindDeps,
  visit: Visit,
  collection: Collection,
  condition: LookUpCondition,
): Promise<ViewPage<ProfileView>> {
  const valuesOf = (attribute: LookUpAttribute) =>
    condition.filter((one) => one.attribute === attribute).flatMap(({ values }) => values)
  const emails = valuesOf('email')
  const isByEmailAlone = condition.every(({ attribute }) => attribute === 'email')
  if (isByEmailAlone && condition.length === 1 && (visit.caller || emails.length === 1)) {
    const canonicalEmails = emails.map(canonicalEmail).filter((email) => email !== undefined)
    return collection === 'organisations'
      ? lookUpOrganisationByEmail(deps, visit, canonicalEmails)
      : lookUpStudentByEmail(deps, visit, canonicalEmails)
  }
  if (!visit.caller) throw new Problem('general_unauthorized_scope')
  if (collection === 'organisations') {
    throw new Problem('general_query_invalid', { message: 'Organisations can be looked up by email only.' })
  }
  return lookUpStudentByEmailOrRollNumber(deps, visit, toLookUp(valuesOf))
}

/** What cannot be an email or a roll number matches nobody: the empty text of a field left empty least of all. */
function toLookUp(valuesOf: (attribute: LookUpAttribute) => readonly string[]): ProfileLookUp {
  return {
    ids: valuesOf('$id'),
    canonicalEmails: valuesOf('email')
      .map((email) => canonicalEmail(email.trim()))
      .filter((email) => email !== undefined),
    canonicalRollNumbers: valuesOf('rollNumber')
      .map((rollNumber) => rollNumber.trim())
      .filter((rollNumber) => rollNumberPattern.test(rollNumber))
      .map(canonicalRollNumber),
  }
}
