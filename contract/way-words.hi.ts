import type { WayOfMark } from './ways.ts'

/** wayWords of contract/way-words.ts in Hindi. */
export const hindiWayWords = {
  screen: 'स्क्रीन पर',
  'room-code': 'कमरे का कोड',
  hand: 'हाथ से',
  office: 'कार्यालय से',
} satisfies Record<WayOfMark, string>
