import {
  changeEmailInput,
  changePasswordInput,
  confirmRecoveryInput,
  confirmVerificationInput,
  createAccountInput,
  logInInput,
  requestRecoveryInput,
  requestVerificationInput,
  sessionListModel,
  sessionModel,
  tokenModel,
  userModel,
} from './account.ts'
import type { Calls } from './calls.ts'
import {
  createDocumentInput,
  documentAnswer,
  documentData,
  documentListAnswer,
  updateDocumentInput,
} from './documents.ts'
import { databaseId } from './identifiers.ts'

const logIn = {
  act: 'session.create',
  input: logInInput,
  example: { email: 'stranger@new.example', password: 'tramway-umbrella-77' },
  answers: { 201: sessionModel },
} as const
const requestVerification = {
  act: 'verification.request',
  input: requestVerificationInput,
  example: { url: '$origin/verify-email' },
  answers: { 201: tokenModel },
} as const
const confirmVerification = {
  act: 'verification.confirm',
  input: confirmVerificationInput,
  example: { userId: '$proven-account', secret: '$secret' },
  answers: { 200: tokenModel },
} as const

const organisations = { databaseId, collectionId: 'organisations' } as const
const students = { databaseId, collectionId: 'students' } as const
/** Of an organisation. Some students try. */
const profile = { ...organisations, documentId: '$readable-profile' } as const

/** Every call of the Appwrite client protocol that is served, below its prefix (protocol §4, §5). */
export const appwriteCalls = {
  'GET /account': { act: 'account.get', answers: { 200: userModel } },
  'POST /account': {
    act: 'account.create',
    input: createAccountInput,
    example: { userId: 'unique()', email: 'asha.rao@new.example', password: 'tramway-umbrella-77', name: 'Asha Rao' },
    answers: { 201: userModel },
  },
  'POST /account/sessions/email': logIn,
  'POST /account/sessions': logIn,
  'GET /account/sessions': { act: 'session.list', answers: { 200: sessionListModel } },
  'GET /account/sessions/:sessionId': {
    act: 'session.list',
    example: { sessionId: '$own-login' },
    answers: { 200: sessionModel },
  },
  'DELETE /account/sessions/:sessionId': {
    act: 'session.end',
    example: { sessionId: '$own-login' },
    answers: { 204: 'nothing' },
  },
  'DELETE /account/sessions': { act: 'session.end', answers: { 204: 'nothing' } },
  'PATCH /account/email': {
    act: 'email.change',
    input: changeEmailInput,
    example: { email: 'asha.rao@new.example', password: 'tramway-umbrella-77' },
    answers: { 200: userModel },
  },
  'PATCH /account/password': {
    act: 'password.change',
    input: changePasswordInput,
    example: { password: 'tramway-umbrella-77', oldPassword: 'ledger-pencil-window-42' },
    answers: { 200: userModel },
  },
  'POST /account/verification': requestVerification,
  'POST /account/verifications/email': requestVerification,
  'PUT /account/verification': confirmVerification,
  'PUT /account/verifications/email': confirmVerification,
  'POST /account/recovery': {
    act: 'recovery.request',
    input: requestRecoveryInput,
    example: { email: 'stranger@new.example', url: '$origin/new-password' },
    answers: { 201: tokenModel },
  },
  'PUT /account/recovery': {
    act: 'recovery.confirm',
    input: confirmRecoveryInput,
    example: { userId: '$proven-account', secret: '$secret', password: 'tramway-umbrella-77' },
    answers: { 200: tokenModel },
  },

  'GET /databases/:databaseId/collections/:collectionId/documents': {
    isCompressed: true,
    act: [
      'organisations.look-up-by-email',
      'students.look-up-by-email',
      'students.look-up-by-roll-number',
      'organisations.list',
      'students.list',
    ],
    unchecked: ['databaseId', 'collectionId'],
    example: [organisations, students],
    answers: { 200: documentListAnswer },
  },
  'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': {
    isCompressed: true,
    act: ['organisations.get', 'students.get'],
    unchecked: ['databaseId', 'collectionId', 'documentId'],
    example: [
      { ...organisations, documentId: '$any-institute' },
      { ...students, documentId: '$student' },
    ],
    answers: { 200: documentAnswer },
  },
  'POST /databases/:databaseId/collections/:collectionId/documents': {
    act: ['organisations.create', 'students.create'],
    input: createDocumentInput,
    data: documentData.create,
    unchecked: ['databaseId', 'collectionId'],
    example: [
      {
        ...organisations,
        documentId: '$new-account',
        data: {
          name: 'Kaveri College',
          email: 'organisation@new.example',
          phoneNumber: '+91 80 2345 6789',
          addressLine1: '12 River Road',
          state: 'Karnataka',
          city: 'Mysuru',
        },
      },
      {
        ...students,
        documentId: '$new-account',
        data: {
          firstName: 'Asha',
          lastName: 'Rao',
          email: 'student@new.example',
          phoneNumber: '+91 98450 12345',
          rollNumber: 'N-1',
          organisation: ['$any-institute'],
        },
      },
    ],
    answers: { 201: documentAnswer },
  },
  'PATCH /databases/:databaseId/collections/:collectionId/documents/:documentId': {
    act: [
      'organisations.update.email',
      'organisations.update.phoneNumber',
      'organisations.update.classes',
      'students.update.email',
      'students.update.phoneNumber',
      'students.update.organisation',
      'students.update.attendance',
    ],
    input: updateDocumentInput,
    data: documentData.update,
    unchecked: ['databaseId', 'collectionId', 'documentId'],
    example: [
      { ...profile, data: { email: 'x@new.example' } },
      { ...profile, data: { phoneNumber: '080 1234567' } },
      { ...profile, data: { classes: 7 } },
      { ...students, documentId: '$readable-student', data: { phoneNumber: '080 1234567' } },
      { ...students, documentId: '$readable-student', data: { organisation: ['$any-institute'] } },
      { ...students, documentId: '$student', data: { attendance: '{"$institute":{"total":1,"expiryTime":1}}' } },
    ],
    answers: { 200: documentAnswer },
  },
  'DELETE /databases/:databaseId/collections/:collectionId/documents/:documentId': {
    act: ['organisations.delete', 'students.delete'],
    unchecked: ['databaseId', 'collectionId', 'documentId'],
    example: [profile, { ...students, documentId: '$readable-student' }],
    answers: { 204: 'nothing' },
  },

  'GET /ping': { act: 'ping', readsSession: false, answers: { 200: 'text' } },
} as const satisfies Calls
