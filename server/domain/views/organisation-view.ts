import { maxPageSize } from '#contract/rules.ts'
import type { Stores } from '../ports.ts'
import type { Organisation } from '../profiles/stores.ts'
import { wholeOf } from '../whole-group.ts'
import {
  type OrganisationFacts,
  type OrganisationView,
  type OrganisationViewer,
  organisationFields,
  pickFacts,
} from './projections.ts'
import { viewMember } from './student-view.ts'

/** The values that only the owner's view reads besides the row. */
type OwnerExtras = Pick<OrganisationFacts, 'students' | 'sessionExpiry' | 'serverTime'>

const noExtras: OwnerExtras = { students: [], sessionExpiry: null, serverTime: 0 }

/** An organisation for every viewer except its owner. */
export function viewOrganisation(
  viewer: Exclude<OrganisationViewer, 'owner'>,
  organisation: Organisation,
): OrganisationView {
  return view(viewer, organisation, noExtras)
}

/** An organisation as it sees itself, with its first members, its running session and the server's time. */
export async function viewOwnOrganisation(
  stores: Pick<Stores, 'attendance' | 'memberships' | 'now'>,
  organisation: Organisation,
): Promise<OrganisationView> {
  const running = await stores.attendance.findRunning(wholeOf(organisation.id))
  const members = await stores.memberships.listMembers(organisation.id, {
    limit: maxPageSize,
    offset: 0,
    direction: 'asc',
  })
  return view('owner', organisation, {
    students: members.map(viewMember),
    sessionExpiry: running?.endsAt ?? null,
    serverTime: await stores.now(),
  })
}

function view(viewer: OrganisationViewer, organisation: Organisation, extras: OwnerExtras): OrganisationView {
  const { id, sequence, createdAt, updatedAt, permissions, ...known } = organisation
  const isGuest = viewer === 'guest' || viewer === 'guestLookUp'
  return {
    collection: 'organisations',
    id,
    shown: pickFacts({ ...known, ...extras }, organisationFields[viewer]),
    system: isGuest ? undefined : { sequence, createdAt, updatedAt, permissions },
  }
}
