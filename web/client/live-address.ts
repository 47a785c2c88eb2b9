import { prefixes } from '#contract/addresses.ts'
import { projectId } from '#contract/identifiers.ts'

/** Of the live connection of a page of `origin`, as in 'http://localhost:3000'. */
export function liveAddress(origin: string, channels: readonly string[]): string {
  const query = new URLSearchParams([['project', projectId], ...channels.map((channel) => ['channels[]', channel])])
  return `${origin.replace(/^http/, 'ws')}${prefixes.appwrite}/realtime?${query}`
}
