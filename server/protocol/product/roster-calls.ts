import { callToDesk, readDesk } from '../../domain/desk/call-to-desk.ts'
import { enrolAtDesk, openEnrolment, proveDigits } from '../../domain/desk/enrol-at-desk.ts'
import { confirmSeen, refuseSeen } from '../../domain/desk/see-at-desk.ts'
import { listNewOfSections } from '../../domain/groups/enrolments.ts'
import { linkPeople, unlinkPeople } from '../../domain/register/join-people.ts'
import { readImportLines, rosterImports } from '../../domain/roster/imports.ts'
import { invitePeople } from '../../domain/roster/invite-people.ts'
import { keepApart } from '../../domain/roster/link-people.ts'
import { listNewDoubles } from '../../domain/roster/new-doubles.ts'
import { addPerson, changePerson, listPeople, readPerson, removePeople } from '../../domain/roster/people.ts'
import { thenShow } from '../http/then-show.ts'
import type { ProductHandlers } from './product-handlers.ts'
import { setFirstSession } from './set-first-session.ts'

/** The roster of an institute, and its imports. */
export const rosterCalls = {
  'GET /people': listPeople,
  'POST /people': addPerson,
  'GET /new-of-sections': listNewOfSections,
  'POST /people/remove': removePeople,
  'POST /people/invite': invitePeople,
  'GET /desk': readDesk,
  'POST /desk': callToDesk,
  'POST /desk/:enrolmentId/seen': thenShow(readDesk, confirmSeen),
  'POST /desk/:enrolmentId/another-person': thenShow(readDesk, refuseSeen),
  'POST /enrolment/open': openEnrolment,
  'POST /enrolment/digits': proveDigits,
  async 'PUT /enrolment'(deps, door, input, { reply }) {
    setFirstSession(deps, reply, 'STD', await enrolAtDesk(deps, door, input))
  },
  'GET /people/:personId': readPerson,
  'PATCH /people/:personId': thenShow(readPerson, changePerson),
  'POST /people/:personId/link': linkPeople,
  'POST /people/:personId/apart': thenShow(readPerson, keepApart),
  'POST /people/:personId/unlink': thenShow(readPerson, unlinkPeople),
  'GET /imports': rosterImports.list,
  'POST /imports': rosterImports.begin,
  'POST /imports/:importId/lines': rosterImports.add,
  'POST /imports/:importId/plan': rosterImports.plan,
  'GET /imports/:importId': rosterImports.read,
  'GET /imports/:importId/lines': readImportLines,
  'GET /imports/:importId/doubles': listNewDoubles,
  'POST /imports/:importId/apply': rosterImports.apply,
  'POST /imports/:importId/undo': rosterImports.undo,
} satisfies Partial<ProductHandlers>
