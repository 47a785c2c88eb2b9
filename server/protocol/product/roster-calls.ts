import { callToDesk, readDesk } from '../../domain/desk/call-to-desk.ts'
import { enrolAtDesk, openEnrolment, proveDigits } from '../../domain/desk/enrol-at-desk.ts'
import { confirmSeen, refuseSeen } from '../../domain/desk/see-at-desk.ts'
import {
  addImportLines,
  applyImport,
  beginImport,
  listImports,
  planLines,
  readImport,
  readImportLines,
  undoImport,
} from '../../domain/roster/imports.ts'
import { invitePeople } from '../../domain/roster/invite-people.ts'
import { addPerson, changePerson, listPeople, readPerson, removePeople } from '../../domain/roster/people.ts'
import type { ProductHandlers } from './product-handlers.ts'
import { setFirstSession } from './set-first-session.ts'

/** The roster of an institute, and its imports. */
export const rosterCalls = {
  async 'GET /people'(deps, { context, query }) {
    return listPeople(deps, context, query)
  },
  async 'POST /people'(deps, { context, input }) {
    return addPerson(deps, context, input)
  },
  async 'POST /people/remove'(deps, { context, input }) {
    await removePeople(deps, context, input.people)
    return undefined
  },
  async 'POST /people/invite'(deps, { context, input }) {
    return invitePeople(deps, context, input.people)
  },
  async 'GET /desk'(deps, { context }) {
    return readDesk(deps, context)
  },
  async 'POST /desk'(deps, { context, input }) {
    return callToDesk(deps, context, input)
  },
  async 'POST /desk/:enrolmentId/seen'(deps, { context, params }) {
    await confirmSeen(deps, context, params.enrolmentId)
    return readDesk(deps, context)
  },
  async 'POST /desk/:enrolmentId/another-person'(deps, { context, params }) {
    await refuseSeen(deps, context, params.enrolmentId)
    return readDesk(deps, context)
  },
  async 'POST /enrolment/open'(deps, { context, input }) {
    return openEnrolment(deps, context, input)
  },
  async 'POST /enrolment/digits'(deps, { context, input }) {
    return proveDigits(deps, context, input)
  },
  async 'PUT /enrolment'(deps, { reply, context, input }) {
    setFirstSession(deps, reply, 'STD', await enrolAtDesk(deps, context, input))
    return undefined
  },
  async 'GET /people/:personId'(deps, { context, params }) {
    return readPerson(deps, context, params.personId)
  },
  async 'PATCH /people/:personId'(deps, { context, params, input }) {
    await changePerson(deps, context, params.personId, input)
    return readPerson(deps, context, params.personId)
  },
  async 'GET /imports'(deps, { context }) {
    return listImports(deps, context)
  },
  async 'POST /imports'(deps, { context, input }) {
    return beginImport(deps, context, input)
  },
  async 'POST /imports/:importId/lines'(deps, { context, params, input }) {
    await addImportLines(deps, context, params.importId, input)
    return undefined
  },
  async 'POST /imports/:importId/plan'(deps, { context, params }) {
    return planLines(deps, context, params.importId)
  },
  async 'GET /imports/:importId'(deps, { context, params }) {
    return readImport(deps, context, params.importId)
  },
  async 'GET /imports/:importId/lines'(deps, { context, params, query }) {
    return readImportLines(deps, context, params.importId, query)
  },
  async 'POST /imports/:importId/apply'(deps, { context, params, input }) {
    return applyImport(deps, context, params.importId, input)
  },
  async 'POST /imports/:importId/undo'(deps, { context, params }) {
    return undoImport(deps, context, params.importId)
  },
} satisfies Partial<ProductHandlers>
