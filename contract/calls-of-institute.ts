import type { Calls } from './calls.ts'
import { instituteStudents, organisationDocument } from './documents.ts'
import { correctMemberInput, endedMemberships, seenMembershipInput } from './membership.ts'
import { passkeyReadiness } from './passkey.ts'
import { instituteStudentsQuery } from './report-queries.ts'
import { instituteSettings, instituteSettingsInput } from './settings.ts'
import { memberAsInstituteSees } from './student.ts'

/** An institute, its members and its settings. */
export const callsOfInstitute = {
  'PATCH /members/:studentId': {
    act: 'members.correct',
    input: correctMemberInput,
    unchecked: ['studentId'],
    example: { studentId: '$student', rollNumber: '21CS042' },
    answers: { 200: memberAsInstituteSees },
  },
  'DELETE /members/:studentId': {
    act: 'members.remove',
    unchecked: ['studentId'],
    example: { studentId: '$student' },
    answers: { 204: 'nothing' },
  },
  'GET /members/:studentId/passkey': {
    act: 'members.passkey',
    unchecked: ['studentId'],
    example: { studentId: '$student' },
    answers: { 200: passkeyReadiness },
  },
  'GET /memberships/ended': { act: 'memberships.ended', answers: { 200: endedMemberships } },
  'POST /memberships/seen': {
    act: 'memberships.seen',
    input: seenMembershipInput,
    example: { organisationId: '$institute' },
    answers: { 200: endedMemberships },
  },
  'DELETE /memberships/:organisationId': {
    act: 'memberships.leave',
    example: { organisationId: '$own-institute' },
    answers: { 204: 'nothing' },
  },
  'GET /institute': { act: 'institute.view', answers: { 200: organisationDocument } },
  'GET /institute/students': {
    isCompressed: true,
    act: 'institute.students',
    query: instituteStudentsQuery,
    answers: { 200: instituteStudents },
  },
  'GET /settings': { act: 'settings.view', answers: { 200: instituteSettings } },
  'PATCH /settings': {
    act: 'settings.change',
    input: instituteSettingsInput,
    example: { displayNames: 'full' },
    answers: { 200: instituteSettings },
  },
} as const satisfies Calls
