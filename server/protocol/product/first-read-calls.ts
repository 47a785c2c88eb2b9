import type { FastifyRequest } from 'fastify'
import { backgroundHeader } from '#contract/background.ts'
import { projectId } from '#contract/identifiers.ts'
import type { ProductHandlers } from './product-handlers.ts'

/** What of the request goes with each read: who sends it, from where, and whether a person does. */
const passedOn = ['cookie', 'user-agent', 'accept-language', 'host', 'x-forwarded-for', backgroundHeader.name] as const
const handedBack = ['etag', 'retry-after'] as const

/** The first reads of a page in one request. Each goes through the door of its own call, and is answered as if it had come alone. */
export const firstReadCalls = {
  async 'POST /reads'(_deps, door, { account, reads }, { request }) {
    const { caller } = door
    // Another login may have taken the place of the one that the page was made for.
    const isOfPage = caller?.account.id === account && caller.account.isEmailVerified
    return { answers: isOfPage ? await Promise.all(reads.map((address) => readAlone(request, address))) : [] }
  },
} satisfies Partial<ProductHandlers>

async function readAlone({ server, headers, socket }: FastifyRequest, url: string) {
  const answer = await server.inject({
    method: 'GET',
    url,
    remoteAddress: socket.remoteAddress ?? '',
    headers: { ...pick(headers, passedOn), 'x-appwrite-project': projectId },
  })
  return { status: answer.statusCode, headers: pick(answer.headers, handedBack), body: answer.payload }
}

function pick(headers: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  )
}
