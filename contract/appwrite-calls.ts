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

const logIn = { door: 'session.create', input: logInInput, answers: { 201: sessionModel } } as const
const requestVerification = {
  door: 'verification.request',
  input: requestVerificationInput,
  answers: { 201: tokenModel },
} as const
const confirmVerification = {
  door: 'verification.confirm',
  input: confirmVerificationInput,
  answers: { 200: tokenModel },
} as const

/** Every call of the Appwrite client protocol that is served, below its prefix (protocol §4, §5). */
export const appwriteCalls = {
  'GET /account': { door: 'account.get', answers: { 200: userModel } },
  'POST /account': { door: 'account.create', input: createAccountInput, answers: { 201: userModel } },
  'POST /account/sessions/email': logIn,
  'POST /account/sessions': logIn,
  'GET /account/sessions': { door: 'session.list', answers: { 200: sessionListModel } },
  'GET /account/sessions/:sessionId': { door: 'session.list', ids: ['sessionId'], answers: { 200: sessionModel } },
  'DELETE /account/sessions/:sessionId': { door: 'session.end', ids: ['sessionId'], answers: { 204: 'nothing' } },
  'DELETE /account/sessions': { door: 'session.end', answers: { 204: 'nothing' } },
  'PATCH /account/email': { door: 'email.change', input: changeEmailInput, answers: { 200: userModel } },
  'PATCH /account/password': { door: 'password.change', input: changePasswordInput, answers: { 200: userModel } },
  'POST /account/verification': requestVerification,
  'POST /account/verifications/email': requestVerification,
  'PUT /account/verification': confirmVerification,
  'PUT /account/verifications/email': confirmVerification,
  'POST /account/recovery': { door: 'recovery.request', input: requestRecoveryInput, answers: { 201: tokenModel } },
  'PUT /account/recovery': { door: 'recovery.confirm', input: confirmRecoveryInput, answers: { 200: tokenModel } },

  'GET /databases/:databaseId/collections/:collectionId/documents': {
    isCompressed: true,
    door: 'documents.find',
    answers: { 200: documentListAnswer },
  },
  'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': {
    isCompressed: true,
    door: 'documents.get',
    answers: { 200: documentAnswer },
  },
  'POST /databases/:databaseId/collections/:collectionId/documents': {
    door: 'documents.create',
    input: createDocumentInput,
    data: documentData.create,
    answers: { 201: documentAnswer },
  },
  'PATCH /databases/:databaseId/collections/:collectionId/documents/:documentId': {
    door: 'documents.update',
    input: updateDocumentInput,
    data: documentData.update,
    answers: { 200: documentAnswer },
  },
  'DELETE /databases/:databaseId/collections/:collectionId/documents/:documentId': {
    door: 'documents.delete',
    answers: { 204: 'nothing' },
  },

  'GET /ping': { door: 'ping', readsSession: false, answers: { 200: 'text' } },
} as const satisfies Calls
