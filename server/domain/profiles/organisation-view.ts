import type { OrganisationAttributes } from '#contract/organisation.ts'
import { maxPageSize } from '#contract/rules.ts'
import type { Stores } from '../ports.ts'
import { type OrganisationViewer, organisationFields, type ProfileView, pickFields } from './projections.ts'
import type { Organisation } from './stores.ts'
import { viewMember } from './student-view.ts'

/** The values that only the owner's view reads besides the row. */
type OwnerExtras = Pick<OrganisationAttributes, 'students' | 'sessionExpiry' | 'serverTime'>

const noExtras: OwnerExtras = { students: [], sessionExpiry: null, serverTime: 0 }

/** An organisation for every viewer except its owner. */
export function viewOrganisation(
  viewer: Exclude<OrganisationViewer, 'owner'>,
  organisation: Organisation,
): ProfileView {
  return view(viewer, organisation, noExtras)
}

/** An organisation as it sees itself, with its first members, its running session and the server's time. */
export async function viewOwnOrganisation(
  stores: Pick<Stores, 'attendance' | 'memberships' | 'now'>,
  organisation: Organisation,
): Promise<ProfileView> {
  const running = await stores.attendance.findRunning(organisation.id)
  const members = await stores.memberships.listMembers(organisation.id, {
    limit: maxPageSize,
    offset: 0,
    direction: 'asc',
  })
  return view('owner', organisation, {
    students: members.map((member) => {
      const { id, attributes } = viewMember(member)
      return { $id: id, ...attributes } as OwnerExtras['students'][number]
    }),
    sessionExpiry: running?.endsAt ?? null,
    serverTime: await stores.now(),
  })
}

function view(viewer: OrganisationViewer, organisation: Organisation, extras: OwnerExtras): ProfileView {
  const attributes: OrganisationAttributes = {
    name: organisation.name,
    email: organisation.email,
    phoneNumber: organisation.phoneNumber,
    addressLine1: organisation.addressLine1,
    addressLine2: organisation.addressLine2,
    state: organisation.state,
    city: organisation.city,
    classes: organisation.classes,
    members: organisation.members,
    ...(organisation.hasPasskey && { passKey: true }),
    ...extras,
  }
  const { id, sequence, createdAt, updatedAt, permissions } = organisation
  const isGuest = viewer === 'guest' || viewer === 'guestLookUp'
  return {
    collection: 'organisations',
    id,
    attributes: pickFields(attributes, organisationFields[viewer]),
    system: isGuest ? undefined : { sequence, createdAt, updatedAt, permissions },
  }
}
