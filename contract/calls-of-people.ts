import { z } from 'zod'
import { idAnswer } from './answer-parts.ts'
import type { Calls } from './calls.ts'
import { newOfSections } from './courses.ts'
import {
  calledToDesk,
  callToDeskInput,
  deskList,
  enrolInput,
  enrolmentDigitsInput,
  openEnrolmentInput,
  openedEnrolment,
  provenEnrolment,
} from './desk.ts'
import { rosterQuery } from './report-queries.ts'
import {
  addPersonInput,
  apartPeopleInput,
  changePersonInput,
  invitedPeople,
  linkPeopleInput,
  peopleInput,
  personDetail,
  rosterPage,
} from './roster.ts'

/** The roster, and the desk at which a person of it enrols. */
export const callsOfPeople = {
  'GET /people': { isCompressed: true, act: 'people.view', query: rosterQuery, answers: { 200: rosterPage } },
  'POST /people': {
    act: 'people.add',
    input: addPersonInput,
    example: {
      rollNumber: '21CS1001',
      givenName: 'Aarav',
      familyName: 'Mehta',
      email: 'aarav@college.example',
      section: 'A',
    },
    answers: { 200: z.strictObject({ id: idAnswer }) },
  },
  'GET /new-of-sections': { act: 'people.view', answers: { 200: newOfSections } },
  'POST /people/remove': {
    act: 'people.remove',
    input: peopleInput,
    example: { people: ['$person'] },
    answers: { 204: 'nothing' },
  },
  'POST /people/invite': {
    act: 'people.invite',
    input: peopleInput,
    example: { people: ['$person'] },
    answers: { 200: invitedPeople },
  },
  'GET /desk': { isCompressed: true, act: 'desk.view', answers: { 200: deskList } },
  'POST /desk': {
    act: 'desk.enrol',
    input: callToDeskInput,
    example: { person: '$person', newMail: false },
    answers: { 200: calledToDesk },
  },
  'POST /desk/:enrolmentId/seen': {
    act: 'desk.confirm',
    example: { enrolmentId: '$desk-case' },
    answers: { 200: deskList },
  },
  'POST /desk/:enrolmentId/another-person': {
    act: 'desk.confirm',
    example: { enrolmentId: '$desk-case' },
    answers: { 200: deskList },
  },
  'POST /enrolment/open': {
    act: 'staff.join',
    input: openEnrolmentInput,
    example: { enrolmentId: '$desk-case', secret: '$desk-secret' },
    answers: { 200: openedEnrolment },
  },
  'POST /enrolment/digits': {
    act: 'staff.join',
    input: enrolmentDigitsInput,
    example: { enrolmentId: '$desk-case', secret: '$desk-secret', digits: '123456' },
    answers: { 200: provenEnrolment },
  },
  'PUT /enrolment': {
    act: 'staff.join',
    input: enrolInput,
    example: { enrolmentId: '$desk-case', secret: '$desk-secret', digits: '123456' },
    answers: { 204: 'nothing' },
  },
  'GET /people/:personId': { act: 'people.view', example: { personId: '$person' }, answers: { 200: personDetail } },
  'PATCH /people/:personId': {
    act: 'people.change',
    input: changePersonInput,
    example: { personId: '$person', section: 'B' },
    answers: { 200: personDetail },
  },
  'POST /people/:personId/link': {
    act: 'people.link',
    input: linkPeopleInput,
    example: { personId: '$person', other: '$person', reason: 'Seen with the card' },
    answers: { 200: personDetail },
  },
  'POST /people/:personId/apart': {
    act: 'people.link',
    input: apartPeopleInput,
    example: { personId: '$person', other: '$person' },
    answers: { 200: personDetail },
  },
  'POST /people/:personId/unlink': {
    act: 'people.link',
    example: { personId: '$person' },
    answers: { 200: personDetail },
  },
} as const satisfies Calls
