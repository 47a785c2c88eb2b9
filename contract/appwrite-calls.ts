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

const logIn = { act: 'session.create', input: logInInput, answers: { 201: sessionModel } } as const
const requestVerification = {
  act: 'verification.request',
  input: requestVerificationInput,
  answers: { 201: tokenModel },
} as const
const confirmVerification = {
  act: 'verification.confirm',
  input: confirmVerificationInput,
  answers: { 200: tokenModel },
} as const

/** Every call of the Appwrite client protocol that is served, below its prefix (protocol §4, §5). */
export const appwriteCalls = {
  'GET /account': { act: 'account.get', answers: { 200: userModel } },
  'POST /account': { act: 'account.create', input: createAccountInput, answers: { 201: userModel } },
  'POST /account/sessions/email': logIn,
  'POST /account/sessions': logIn,
  'GET /account/sessions': { act: 'session.list', answers: { 200: sessionListModel } },
  'GET /account/sessions/:sessionId': { act: 'session.list', ids: ['sessionId'], answers: { 200: sessionModel } },
  'DELETE /account/sessions/:sessionId': { act: 'session.end', ids: ['sessionId'], answers: { 204: 'nothing' } },
  'DELETE /account/sessions': { act: 'session.end', answers: { 204: 'nothing' } },
  'PATCH /account/email': { act: 'email.change', input: changeEmailInput, answers: { 200: userModel } },
  'PATCH /account/password': { act: 'password.change', input: changePasswordInput, answers: { 200: userModel } },
  'POST /account/verification': requestVerification,
  'POST /account/verifications/email': requestVerification,
  'PUT /account/verification': confirmVerification,
  'PUT /account/verifications/email': confirmVerification,
  'POST /account/recovery': { act: 'recovery.request', input: requestRecoveryInput, answers: { 201: tokenModel } },
  'PUT /account/recovery': { act: 'recovery.confirm', input: confirmRecoveryInput, answers: { 200: tokenModel } },

  'GET /databases/:databaseId/collections/:collectionId/documents': {
    isCompressed: true,
    act: [
      'organisations.look-up-by-email',
      'students.look-up-by-email',
      'students.look-up-by-roll-number',
      'organisations.list',
      'students.list',
    ],
    answers: { 200: documentListAnswer },
  },
  'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': {
    isCompressed: true,
    act: ['organisations.get', 'students.get'],
    answers: { 200: documentAnswer },
  },
  'POST /databases/:databaseId/collections/:collectionId/documents': {
    act: ['organisations.create', 'students.create'],
    input: createDocumentInput,
    data: documentData.create,
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
    answers: { 200: documentAnswer },
  },
  'DELETE /databases/:databaseId/collections/:collectionId/documents/:documentId': {
    act: ['organisations.delete', 'students.delete'],
    answers: { 204: 'nothing' },
  },

  'GET /ping': { act: 'ping', readsSession: false, answers: { 200: 'text' } },
} as const satisfies Calls
