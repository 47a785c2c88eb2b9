/** The push services of the browsers, to which subscriptions may point. */
const knownHosts = ['fcm.googleapis.com', 'updates.push.services.mozilla.com', 'web.push.apple.com']
const knownDomains = ['.push.services.mozilla.com', '.push.apple.com', '.notify.windows.com']

/**
 * Whether an endpoint belongs to a supported push service. The address comes from a browser and the server sends
 * requests to it, so it must be https on the usual port, without credentials, at one of the known hosts or a configured
 * origin.
 */
export function isOfPushService(endpoint: string, configuredOrigins: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false
  const { origin, protocol, hostname, port, username, password } = new URL(endpoint)
  if (username !== '' || password !== '') return false
  if (configuredOrigins.includes(origin)) return true
  const isKnown = knownHosts.includes(hostname) || knownDomains.some((domain) => hostname.endsWith(domain))
  return protocol === 'https:' && port === '' && isKnown
}

/** Reads PUSH_SERVICES: origins, separated by commas; https, or http on this machine. Undefined for all other text. */
export function readPushServices(text: string): readonly string[] | undefined {
  const origins = text.split(',').map((part) => part.trim())
  return origins.every(isPushOrigin) ? origins : undefined
}

function isPushOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { origin, protocol, hostname } = new URL(text)
  const isHere = protocol === 'http:' && ['localhost', '127.0.0.1'].includes(hostname)
  return text === origin && (protocol === 'https:' || isHere)
}
