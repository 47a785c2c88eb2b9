import { wordsIn } from '#contract/languages.ts'
import { paths } from '#contract/paths.ts'
import { texts } from '#contract/texts.ts'
import { isUnknownCall, leaveOldRelease } from '../client/leave-old-release.ts'
import { refusals } from '../client/refusals.ts'
import { spoken } from '../language/language.ts'
import { showInfo } from '../ui/index.ts'

/** What a part of the app that could not be fetched has thrown. */
const loadErrors = new WeakSet<object>()

export function isLoadError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && loadErrors.has(error)
}

const entryPattern = /<script type="module"[^>]* src="([^"]+)"/

/**
 * When a new release is deployed, an open page may ask for parts or make calls that no longer exist. Then the page reloads, unless a
 * form has been typed into: only the person can decide to lose that, so a notice appears instead.
 */
export function watchForNewRelease(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    loadErrors.add(payload)
    void reloadIfReleased()
  })
  refusals.subscribe((error) => {
    if (isUnknownCall(error)) void reloadIfReleased()
  })
}

/** Reloads when the server has another release than this page. Every address of the app serves the same page. */
export async function reloadIfReleased(): Promise<void> {
  const own = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute('src')
  await leaveOldRelease(paths.login, own, entryPattern, () => {
    if (isFormFilled()) showInfo(wordsIn(spoken.get().tag, texts).common.newRelease)
    return !isFormFilled()
  })
}

function isFormFilled(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'input:not([type="checkbox"], [type="radio"], [type="hidden"]), textarea',
  )
  return [...fields].some((field) => field.value !== '' && !field.readOnly && !field.disabled)
}
