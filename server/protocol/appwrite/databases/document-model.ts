import type { IncomingHttpHeaders } from 'node:http'
import { databaseId } from '#contract/identifiers.ts'
import type { OrganisationAttributes } from '#contract/organisation.ts'
import type { MemberAsInstituteSees, StudentAttributes } from '#contract/student.ts'
import type { ViewPage } from '../../../domain/views/page.ts'
import type { OrganisationFacts, ProfileView, StudentFacts, StudentView } from '../../../domain/views/projections.ts'
import { toDateTime } from '../../http/date-time.ts'
import { writeAttendance } from './attendance-text.ts'

/** A document of protocol §5. Guests get only their few attributes and `$id`. */
export function toDocument(view: ProfileView, headers: IncomingHttpHeaders) {
  if (!view.system) return { $id: view.id, ...toAttributes(view) }
  const { sequence, createdAt, updatedAt, permissions } = view.system
  return {
    $id: view.id,
    $sequence: wantsTextSequence(headers) ? String(sequence) : sequence,
    $databaseId: databaseId,
    $collectionId: view.collection,
    $createdAt: toDateTime(createdAt),
    $updatedAt: toDateTime(updatedAt),
    $permissions: permissions,
    ...toAttributes(view),
  }
}

export function toDocumentList(page: ViewPage<ProfileView>, headers: IncomingHttpHeaders) {
  return { total: page.total, documents: page.views.map((view) => toDocument(view, headers)) }
}

/** A member, as its institute sees it in a list. */
export function toMember(view: StudentView): MemberAsInstituteSees {
  return { $id: view.id, ...toAttributes(view) } as MemberAsInstituteSees
}

/** Attributes stand in the order in which the view has its facts. */
function toAttributes(view: ProfileView): Partial<OrganisationAttributes & StudentAttributes> {
  const written: Writers<OrganisationFacts & StudentFacts> = { ...organisationWriters, ...studentWriters }
  return Object.assign({}, ...Object.entries(view.shown).map(([name, value]) => write(written, name, value)))
}

function write<Facts>(writers: Writers<Facts>, name: string, value: unknown): object {
  const writer = writers[name as keyof Facts] as ((value: unknown) => object) | undefined
  return writer ? writer(value) : { [name]: value }
}

/** What a fact is on the wire, where it is not the same. */
type Writers<Facts> = { readonly [Name in keyof Facts]?: (value: Facts[Name]) => object }

const organisationWriters = {
  hasPasskey: (has) => (has ? { passKey: true } : {}),
  students: (members) => ({ students: members.map(toMember) }),
} satisfies Writers<OrganisationFacts>

const studentWriters = {
  hasPasskey: organisationWriters.hasPasskey,
  attendance: (field) => ({ attendance: writeAttendance(field) }),
  isEmailVerified: (isVerified) => (isVerified ? {} : { emailNotVerified: true }),
} satisfies Writers<StudentFacts>

/** From response format 1.9.0 on, `$sequence` is a string. */
function wantsTextSequence(headers: IncomingHttpHeaders): boolean {
  const [, major, minor] = /^(\d+)\.(\d+)\./.exec(String(headers['x-appwrite-response-format'] ?? '')) ?? []
  return Number(major) > 1 || (Number(major) === 1 && Number(minor) >= 9)
}
