import { problemBody } from '#contract/problem-body.ts'
import type { RefusedCall } from '../keep-alive-client.ts'

/** What in a refusal, of the proxy or of a process, is not the product's form; undefined when all is well. */
export function findFaultOfAnswer({ status, head, text }: RefusedCall['answer']): string | undefined {
  const header = (name: string) => new RegExp(`\\r\\n${name}: *([^\\r]*)`, 'i').exec(head)?.[1]
  const type = header('content-type')
  if (!type?.startsWith('application/json')) return `${status} with a body of the type ${type}: ${text.slice(0, 60)}`
  const { success, error } = problemBody.safeParse(parse(text))
  if (!success) return `${status} with another body: ${error.message.slice(0, 200)}`
  const isToBeRepeated = status === 429 || status >= 502
  if (isToBeRepeated && !/^[1-9]\d*$/.test(header('retry-after') ?? '')) return `${status} without Retry-After`
  return undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
