import { z } from 'zod'
import { apartFromHere, countAnswer, idAnswer, timeAnswer, waysOfMarking } from './answer-parts.ts'
import { codeAlphabet, codeLength } from './identifiers.ts'
import { textInput, timeZoneInput } from './inputs.ts'
import type { ReadOnly } from './read-only.ts'
import { currentRoomCode } from './room-display.ts'

/** Paired screens: browsers that show room codes and can do nothing else (decision 41). Times are epoch ms. */

const maxScreenNameLength = 80
const maxScreenDays = 30

/** POST /screens/pairing. The key: P-256 in the form SPKI, base64url. */
export const screenPairingInput = z.strictObject({
  publicKey: z
    .string('publicKey must be text')
    .regex(/^[\w-]{100,140}$/, 'publicKey must be a key of the curve P-256, as SPKI in base64url'),
})

const pairingCode = z.string().regex(new RegExp(`^[${codeAlphabet}]{${codeLength}}$`))

/** What the screen shows until it is approved. */
export const screenPairing = z.strictObject({ code: pairingCode, expiresAt: timeAnswer, serverTime: timeAnswer })
export type ScreenPairing = ReadOnly<typeof screenPairing>

/** GET /screens/pairing. 'over': its time has run out, or the browser has never asked. */
export const screenPairingState = z.strictObject({
  state: z.enum(['waiting', 'approved', 'over']),
  serverTime: timeAnswer,
})
export type ScreenPairingState = ReadOnly<typeof screenPairingState>

/** As a person typed it. */
const typedCode = z
  .string('code must be text')
  .min(1, 'code is missing')
  .max(4 * codeLength, 'code is too long')

/** POST /screens/look-up. `timeZone`: that of the browser, for an institute that has chosen none. */
export const screenLookUpInput = z.strictObject({ code: typedCode, timeZone: timeZoneInput('timeZone') })

/** A browser as it calls itself; '' for what it does not say. */
const browserFacts = { browser: z.string(), system: z.string() }

/** A screen that waits, and until when it may be approved. */
export const waitingScreen = z.strictObject({
  ...browserFacts,
  /** Its network, as request limits count it. */
  address: z.string(),
  /** The network of the person who approves is the same one. */
  isSameNetwork: z.boolean(),
  askedAt: timeAnswer,
  /** Ends to choose from: midnights of the institute, the nearest first. */
  ends: z.array(z.strictObject({ days: countAnswer, endsAt: timeAnswer })),
  serverTime: timeAnswer,
})
export type WaitingScreen = ReadOnly<typeof waitingScreen>

const screenName = textInput('name', maxScreenNameLength)

/** POST /screens. `days`: until the midnight after so many days, of which today is the first. */
export const approveScreenInput = z.strictObject({
  code: typedCode,
  name: screenName,
  days: z.int('days must be a number').min(1, 'days must be 1 to 30').max(maxScreenDays, 'days must be 1 to 30'),
  timeZone: timeZoneInput('timeZone'),
  /** The room that it stands in. A teacher gives none. */
  roomId: idAnswer.nullable().exactOptional(),
})
export type ApproveScreenInput = z.output<typeof approveScreenInput>

/** PATCH /screens/:screenId */
export const renameScreenInput = z.strictObject({
  name: screenName,
  /** What is left out stays. A teacher leaves it out. */
  roomId: idAnswer.nullable().exactOptional(),
})
export type RenameScreen = z.output<typeof renameScreenInput>

/** 'copied': two browsers used its pairing, so both were stopped. */
const screenState = z.enum(['paired', 'copied'])

const pairedScreen = z.strictObject({
  id: idAnswer,
  name: z.string(),
  /** Absent where it shows the classes of the whole institute, or its teacher's own sessions. */
  roomId: idAnswer.exactOptional(),
  /** The name of the teacher who approved it, and whose sessions alone it shows. */
  teacher: z.string().exactOptional(),
  ...browserFacts,
  address: z.string(),
  state: screenState,
  approvedAt: timeAnswer,
  endsAt: timeAnswer,
  /** Null until its first request. */
  lastSeenAt: timeAnswer.nullable(),
})
export type PairedScreen = ReadOnly<typeof pairedScreen>

/** GET /screens, and the answer of each change: those that are paired, and those that were stopped; the newest first. */
export const screenList = z.strictObject({ screens: z.array(pairedScreen), serverTime: timeAnswer })
export type ScreenList = ReadOnly<typeof screenList>

/** GET /screen: all that a paired screen shows. */
export const screenDisplay = z.strictObject({
  name: z.string(),
  endsAt: timeAnswer,
  organisation: z.strictObject({ id: idAnswer, name: z.string() }),
  /** Where it stands; absent where it shows the classes of the whole institute. */
  roomName: z.string().exactOptional(),
  /** The session that runs; null between sessions. */
  session: z
    .strictObject({
      id: idAnswer,
      number: countAnswer,
      /** Of a session of a course. */
      course: z.strictObject({ code: z.string(), title: z.string() }).exactOptional(),
      startedAt: timeAnswer,
      endsAt: timeAnswer,
      ways: waysOfMarking,
      /** As the display has them. */
      count: countAnswer,
      members: countAnswer,
      /** Of a session of a course. */
      apart: apartFromHere.exactOptional(),
      /** Null where the session takes no room code. */
      room: currentRoomCode.nullable(),
    })
    .nullable(),
  serverTime: timeAnswer,
})
export type ScreenDisplay = ReadOnly<typeof screenDisplay>
