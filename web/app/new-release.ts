import { paths } from '#contract/paths.ts'
import { callServer } from '../client/call-server.ts'
import { getLanguage } from '../language/language.ts'
import { showInfo } from '../ui/index.ts'

const storageKey = 'rollkey-releases-left'
const entryPattern = /<script type="module"[^>]* src="([^"]+)"/

/**
 * A page that stays open while a new release is put in place asks for parts that are gone. Then the new page is loaded,
 * unless something is typed into a form: whether to give that up is for the person to decide, so they are told instead.
 */
export function watchForNewRelease(): void {
  window.addEventListener('vite:preloadError', () => void reloadIfReleased())
}

/** Reloads when the server has another release than this page. Never twice from one release, so never in a loop. */
export async function reloadIfReleased(): Promise<void> {
  const own = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute('src')
  const served = await findServedEntry()
  // No answer is an outage; the same release means that a part is really missing. Reloading would help with neither.
  if (!own || served === undefined || served === own) return
  if (isFormFilled()) showInfo(getLanguage().texts.common.newRelease)
  else if (leaveOnce(own)) location.reload()
}

/** The entry script that the server's page names today. Every address of the app is the same page. */
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

/** Whether this release is left for the first time in this tab; notes that it is. */
function leaveOnce(release: string): boolean {
  try {
    const left = sessionStorage.getItem(storageKey)?.split(' ') ?? []
    if (left.includes(release)) return false
    sessionStorage.setItem(storageKey, [...left, release].join(' '))
    return true
  } catch {
    // Without a memory it could go on for ever.
    return false
  }
}
