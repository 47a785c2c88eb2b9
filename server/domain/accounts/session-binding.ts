import { hashSecret } from '../secret-hash.ts'

/** What ties a ceremony to the browser that began it: only that browser may finish it (rules §5.4). */

export function sessionBinding(sessionId: string): string {
  return `session:${hashSecret(sessionId)}`
}

/** Of a paired screen: all its requests come from one browser (decision 41). */
export function screenBinding(screenId: string): string {
  return `screen:${hashSecret(screenId)}`
}

export function preLoginBinding(preLoginToken: string): string {
  return `pre:${hashSecret(preLoginToken)}`
}
