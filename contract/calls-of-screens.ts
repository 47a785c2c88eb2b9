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
  'POST /screens/pairing': {
    act: 'screens.pair',
    input: screenPairingInput,
    example: {
      publicKey:
        'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE5xLZXvAGe_RClKUjQQD8iOtyh-RzI_syW_SyAz42Pcw0gsYrBATWFjbnhBZl6hs0v0ZaByIE9rzCZRfAHHGk-A',
    },
    answers: { 200: screenPairing },
  },
  'GET /screens/pairing': { act: 'screens.await', answers: { 200: screenPairingState } },
  'POST /screens/look-up': {
    act: 'screens.approve',
    input: screenLookUpInput,
    example: { code: 'BBBB-BBBB', timeZone: 'Asia/Kolkata' },
    answers: { 200: waitingScreen },
  },
  'POST /screens': {
    act: 'screens.approve',
    input: approveScreenInput,
    example: { code: 'BBBB-BBBB', name: 'Room 12', days: 1, timeZone: 'Asia/Kolkata', roomId: '$room?' },
    answers: { 200: screenList },
  },
  'GET /screens': { act: 'screens.view', answers: { 200: screenList } },
  'PATCH /screens/:screenId': {
    act: ['screens.rename', 'screens.room'],
    input: renameScreenInput,
    example: { screenId: '$screen', name: 'Room 12', roomId: '$room?' },
    answers: { 200: screenList },
  },
  'DELETE /screens/:screenId': { act: 'screens.end', example: { screenId: '$screen' }, answers: { 200: screenList } },
  'GET /screen': { act: 'screen.show', answers: { 200: screenDisplay } },
} as const satisfies Calls
