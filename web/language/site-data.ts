/** What this browser keeps for the site. Where a person has forbidden it, the browser throws or keeps nothing. */

/** All cookies that a script can read; none where the browser forbids it. */
export function readCookies(): string {
  try {
    return document.cookie
  } catch {
    return ''
  }
}

type Place = 'localStorage' | 'sessionStorage'

/** The text that is kept by this name; undefined where there is none, or the browser forbids it. */
export function readKept(name: string, place: Place = 'localStorage'): string | undefined {
  try {
    return globalThis[place].getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

/** What is kept as JSON; undefined where there is none, or other text. Its shape is still to be checked. */
export function readKeptJson(name: string): unknown {
  try {
    return JSON.parse(readKept(name) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps a text; undefined takes it away. False where the browser forbids it: then what was chosen lasts as long as the page. */
export function keep(name: string, text: string | undefined, place: Place = 'localStorage'): boolean {
  try {
    if (text === undefined) globalThis[place].removeItem(name)
    else globalThis[place].setItem(name, text)
    return true
  } catch {
    return false
  }
}

/** The names that begin so. */
export function keptNames(begin: string): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(begin))
  } catch {
    return []
  }
}

/** Takes away all that the tab keeps. */
export function clearTab(): void {
  try {
    sessionStorage.clear()
  } catch {
    // Then nothing was kept.
  }
}

const probe = 'rollkey-probe'

/** False where a cookie does not stay, or storage cannot be used: then no login can begin here. */
export function keepsSiteData(): boolean {
  try {
    return keepsCookies() && localStorage.getItem(probe) === null
  } catch {
    return false
  }
}

/** False where a cookie does not stay. */
export function keepsCookies(): boolean {
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that has passkeys
    document.cookie = `${probe}=1; Path=/; SameSite=Strict`
    const isKept = readCookies().includes(`${probe}=1`)
    // biome-ignore lint/suspicious/noDocumentCookie: as above
    document.cookie = `${probe}=; Max-Age=0; Path=/; SameSite=Strict`
    return isKept
  } catch {
    return false
  }
}
