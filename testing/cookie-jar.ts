export type Cookie = {
  readonly value: string
  readonly path: string
  /** Epoch ms; infinite for a cookie that lives as long as the browser. */
  readonly expires: number
  readonly httpOnly: boolean
}

/** The cookies of one browser at one origin, kept and sent as a browser does it. */
export type CookieJar = {
  /** The value of a cookie that would be sent to `path`. */
  readonly get: (name: string, path?: string) => string | undefined
  readonly names: () => string[]
  /** All that live, by name. */
  readonly all: () => ReadonlyMap<string, Cookie>
  /** The `Cookie` header for a request, or undefined. */
  readonly header: (path: string) => string | undefined
  /** Stores the `Set-Cookie` headers of an answer. Throws for a cookie that a browser would silently drop. */
  readonly store: (setCookies: readonly string[]) => void
  readonly clear: () => void
}

export function createCookieJar(): CookieJar {
  const cookies = new Map<string, Cookie>()

  const sentTo = (path: string): [string, Cookie][] =>
    [...cookies].filter(([, cookie]) => cookie.expires > Date.now() && isWithin(path, cookie.path))

  return {
    get: (name, path = '/') => sentTo(path).find(([cookieName]) => cookieName === name)?.[1].value,
    names: () => sentTo('/').map(([name]) => name),
    all: () => new Map([...cookies].filter(([, { expires }]) => expires > Date.now())),
    header: (path) => {
      const pairs = sentTo(path).map(([name, { value }]) => `${name}=${value}`)
      return pairs.length === 0 ? undefined : pairs.join('; ')
    },
    store: (setCookies) => {
      for (const text of setCookies) {
        const [name, cookie] = readSetCookie(text)
        if (cookie.expires <= Date.now()) cookies.delete(name)
        else cookies.set(name, cookie)
      }
    },
    clear: () => cookies.clear(),
  }
}

/** RFC 6265 §5.1.4 */
function isWithin(path: string, cookiePath: string): boolean {
  const folder = cookiePath.endsWith('/') ? cookiePath : `${cookiePath}/`
  return path === cookiePath || path.startsWith(folder)
}

function readSetCookie(text: string): [string, Cookie] {
  const [pair = '', ...rest] = text.split(';').map((part) => part.trim())
  const separator = pair.indexOf('=')
  const name = pair.slice(0, separator)
  const attributes = new Map(
    rest.map((part): [string, string] => {
      const [key = '', ...value] = part.split('=')
      return [key.toLowerCase(), value.join('=')]
    }),
  )
  // RFC 6265bis §4.1.3.2: the prefix promises all three, and browsers drop the cookie otherwise.
  const keepsPromise = attributes.has('secure') && attributes.get('path') === '/' && !attributes.has('domain')
  if (name.startsWith('__Host-') && !keepsPromise) throw new Error(`A browser drops this cookie: ${text}`)
  return [
    name,
    {
      value: pair.slice(separator + 1),
      path: attributes.get('path') ?? '/',
      expires: readExpiry(attributes),
      httpOnly: attributes.has('httponly'),
    },
  ]
}

/** Epoch ms. RFC 6265 §5.3: Max-Age wins over Expires, and with neither the cookie lives as long as the browser. */
function readExpiry(attributes: ReadonlyMap<string, string>): number {
  const maxAge = attributes.get('max-age')
  if (maxAge !== undefined) return Date.now() + Number(maxAge) * 1_000
  const expires = attributes.get('expires')
  return expires === undefined ? Number.POSITIVE_INFINITY : Date.parse(expires)
}
