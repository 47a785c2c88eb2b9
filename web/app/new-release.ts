import { paths } from '#contract/paths.ts'
import { callServer } from '../client/call-server.ts'
import { getLanguage } from '../language/language.ts'
import { showInfo } from '../ui/index.ts'

/** What a part of the app that could not be fetched has thrown. */
const loadErrors = new WeakSet<object>()

export function isLoadError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && loadErrors.has(error)
}

const storageKey = 'rollkey-releases-left'
const entryPattern = /<script type="module"[^>]* src="([^"]+)"/

/**
 * When a new release is deployed, an open page may ask for parts that no longer exist. Then the page reloads, unless a
 * form has been typed into: only the person can decide to lose that, so a notice appears instead.
 */
export function watchForNewRelease(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    loadErrors.add(payload)
    void reloadIfReleased()
  })
}

/**
 * Reloads when the server has another release than this page. Never twice from the same release, so never in a loop.
 */
export async function reloadIfReleased(): Promise<void> {
  const own = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute('src')
  const served = await findServedEntry()
  // No answer is an outage; the same release means that the part is really missing. A reload helps with neither.
  if (!own || served === undefined || served === own) return
  if (isFormFilled()) showInfo(getLanguage().texts.common.newRelease)
  else if (leaveOnce(own)) location.reload()
}

/** The entry script that the server's page names now. Every address of the app serves the same page. */
async function findServedEntry(): Promise<string | undefined> {
  try {
    const answer = await callServer(() => fetch(paths.login, { headers: { accept: 'text/html' }, cache: 'no-store' }))
    return entryPattern.exec(await answer.text())?.[1]
  } catch {
    return undefined
  }
}

function isFormFilled(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'input:not([type="checkbox"], [type="radio"], [type="hidden"]), textarea',
  )
  return [...fields].some((field) => field.value !== '' && !field.readOnly && !field.disabled)
}

/** Whether this tab leaves this release for the first time; remembers it. */
function leaveOnce(release: string): boolean {
  try {
    const left = sessionStorage.getItem(storageKey)?.split(' ') ?? []
    if (left.includes(release)) return false
    sessionStorage.setItem(storageKey, [...left, release].join(' '))
    return true
  } catch {
    // Without storage the reloads might never end.
    return false
  }
}
