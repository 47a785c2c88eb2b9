import { z } from 'zod'
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
import { documentAnswer, documentListAnswer } from './documents.ts'

const logIn = { input: logInInput, answers: { 201: sessionModel } } as const
const requestVerification = { input: requestVerificationInput, answers: { 201: tokenModel } } as const
const confirmVerification = { input: confirmVerificationInput, answers: { 200: tokenModel } } as const

// What is in a document's data depends on the collection (contract/organisation.ts, contract/student.ts).
const documentInput = z.looseObject({})

/** Every call of the Appwrite client protocol that is served, below its prefix (protocol §4, §5). */
export const appwriteCalls = {
  'GET /account': { answers: { 200: userModel } },
  'POST /account': { input: createAccountInput, answers: { 201: userModel } },
  'POST /account/sessions/email': logIn,
  'POST /account/sessions': logIn,
  'GET /account/sessions': { answers: { 200: sessionListModel } },
  'GET /account/sessions/:sessionId': { answers: { 200: sessionModel } },
  'DELETE /account/sessions/:sessionId': { answers: { 204: 'nothing' } },
  'DELETE /account/sessions': { answers: { 204: 'nothing' } },
  'PATCH /account/email': { input: changeEmailInput, answers: { 200: userModel } },
  'PATCH /account/password': { input: changePasswordInput, answers: { 200: userModel } },
  'POST /account/verification': requestVerification,
  'POST /account/verifications/email': requestVerification,
  'PUT /account/verification': confirmVerification,
  'PUT /account/verifications/email': confirmVerification,
  'POST /account/recovery': { input: requestRecoveryInput, answers: { 201: tokenModel } },
  'PUT /account/recovery': { input: confirmRecoveryInput, answers: { 200: tokenModel } },

  'GET /databases/:databaseId/collections/:collectionId/documents': { answers: { 200: documentListAnswer } },
  'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': { answers: { 200: documentAnswer } },
  'POST /databases/:databaseId/collections/:collectionId/documents': {
    input: documentInput,
    answers: { 201: documentAnswer },
  },
  'PATCH /databases/:databaseId/collections/:collectionId/documents/:documentId': {
    input: documentInput,
    answers: { 200: documentAnswer },
  },
  'DELETE /databases/:databaseId/collections/:collectionId/documents/:documentId': { answers: { 204: 'nothing' } },

  'GET /ping': { answers: { 200: 'text' } },
} as const satisfies Calls
