/** What this browser keeps for the site. Where a person has forbidden it, the browser throws or keeps nothing. */

/** All cookies that a script can read; none where the browser forbids it. */
export function readCookies(): string {
  try {
    return document.cookie
  } catch {
    return ''
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
