import { keep, readKept } from '../language/site-data.ts'

const storageKey = 'rollkey-releases-left'

/** True of the refusal of a call that is not served: a page of an earlier release may still ask for it. */
export const isUnknownCall = ({ type }: { readonly type?: string }): boolean =>
  type === 'general_route_not_found' || type === 'general_not_implemented'

/**
 * Reloads when the page at `path` names another script than `own`, which this page runs. `script` finds the name in the page. Never twice
 * from the same release, so never in a loop. `mayLeave` is asked first, where there is something to lose.
 */
export async function leaveOldRelease(
  path: string,
  own: string | null | undefined,
  script: RegExp,
  mayLeave: () => boolean = () => true,
): Promise<void> {
  const served = await findServed(path, script)
  // No answer is an outage; the same release means that the part or the call is really missing. A reload helps with neither.
  if (!own || served === undefined || served === own) return
  if (mayLeave() && leaveOnce(own)) location.reload()
}

async function findServed(path: string, script: RegExp): Promise<string | undefined> {
  try {
    const answer = await fetch(path, { headers: { accept: 'text/html' }, cache: 'no-store' })
    return script.exec(await answer.text())?.[1]
  } catch {
    return undefined
  }
}

/** Whether this tab leaves this release for the first time; remembers it. */
function leaveOnce(release: string): boolean {
  const left = readKept(storageKey, 'sessionStorage')?.split(' ') ?? []
  // Where nothing is kept the reloads might never end.
  return !left.includes(release) && keep(storageKey, [...left, release].join(' '), 'sessionStorage')
}
