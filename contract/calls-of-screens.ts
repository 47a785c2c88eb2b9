import type { Calls } from './calls.ts'
import {
  approveScreenInput,
  renameScreenInput,
  screenDisplay,
  screenList,
  screenLookUpInput,
  screenPairing,
  screenPairingInput,
  screenPairingState,
  waitingScreen,
} from './screens.ts'

/** Screens that are paired with an institute. */
export const callsOfScreens = {
  'POST /screens/pairing': { act: 'screens.pair', input: screenPairingInput, answers: { 200: screenPairing } },
  'GET /screens/pairing': { act: 'screens.await', answers: { 200: screenPairingState } },
  'POST /screens/look-up': { act: 'screens.approve', input: screenLookUpInput, answers: { 200: waitingScreen } },
  'POST /screens': { act: 'screens.approve', input: approveScreenInput, answers: { 200: screenList } },
  'GET /screens': { act: 'screens.view', answers: { 200: screenList } },
  'PATCH /screens/:screenId': {
    act: ['screens.rename', 'screens.room'],
    ids: ['screenId'],
    input: renameScreenInput,
    answers: { 200: screenList },
  },
  'DELETE /screens/:screenId': { act: 'screens.end', ids: ['screenId'], answers: { 200: screenList } },
  'GET /screen': { act: 'screen.show', answers: { 200: screenDisplay } },
} as const satisfies Calls
