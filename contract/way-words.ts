import type { WayOfMark } from './ways.ts'

/** How a mark was made, in words, for every group of sentences that says it. */
export const wayWords = {
  screen: 'At the screen',
  'room-code': 'Room code',
  hand: 'By hand',
  office: 'By the office',
} as const satisfies Record<WayOfMark, string>
