/** Browser, system and device of a user agent, in words that people know; '' for what it does not say. */
export type UserAgent = {
  readonly browser: string
  /** The first number of its version. */
  readonly browserVersion: string
  readonly system: string
  /** As the protocol's clients know it (protocol §4.1). */
  readonly device: '' | 'desktop' | 'smartphone' | 'tablet'
}

// In this order: most browsers also claim to be those further down.
const browsers: readonly (readonly [name: string, token: RegExp])[] = [
  ['Edge', /\bEdg(?:A|iOS)?\/(\d+)/],
  ['Opera', /\bOPR\/(\d+)/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /\b(?:Chrome|HeadlessChrome|CriOS)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+)\S* (?:Mobile\/\S+ )?Safari\//],
]

const systems: readonly (readonly [name: string, token: RegExp, device: UserAgent['device']])[] = [
  ['iPhone', /\biPhone\b/, 'smartphone'],
  ['iPad', /\biPad\b/, 'tablet'],
  ['Android', /\bAndroid\b.*\bMobile\b/, 'smartphone'],
  ['Android', /\bAndroid\b/, 'tablet'],
  ['Windows', /\bWindows NT\b/, 'desktop'],
  ['ChromeOS', /\bCrOS\b/, 'desktop'],
  ['macOS', /\bMac OS X\b/, 'desktop'],
  ['Linux', /\bLinux\b/, 'desktop'],
]

/**
 * Reads the user agents of today's browsers. They may lie, so the result is only shown to the session's owner and
 * decides nothing.
 */
export function describeUserAgent(userAgent: string): UserAgent {
  const found = browsers.flatMap(([browser, token]) => {
    const [, browserVersion] = token.exec(userAgent) ?? []
    return browserVersion === undefined ? [] : [{ browser, browserVersion }]
  })
  const [system = '', , device = ''] = systems.find(([, token]) => token.test(userAgent)) ?? []
  return { ...(found[0] ?? { browser: '', browserVersion: '' }), system, device }
}
