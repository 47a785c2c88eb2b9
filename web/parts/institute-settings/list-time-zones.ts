/** Old names that browsers still give, and those of today. */
const renamed: Readonly<Record<string, string>> = {
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Europe/Kiev': 'Europe/Kyiv',
}

/** The name of today for a zone. */
export function nameTimeZone(zone: string): string {
  return renamed[zone] ?? zone
}

/** Every zone that this browser knows, by name. */
export function listTimeZones(): readonly string[] {
  return Intl.supportedValuesOf('timeZone').map(nameTimeZone).sort()
}
