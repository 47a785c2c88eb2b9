import { Agent, request } from 'node:http'

/** The cheapest client there is, so that what is measured is the server: HTTP/1.1 over connections that are kept. */
export type KeepAliveClient = {
  readonly call: <Body>(method: string, path: string, body?: unknown) => Promise<Body>
  readonly close: () => void
}

export function createKeepAliveClient(origin: string, headers: Readonly<Record<string, string>>): KeepAliveClient {
  const agent = new Agent({ keepAlive: true })
  const { hostname, port } = new URL(origin)

  function call<Body>(method: string, path: string, body?: unknown): Promise<Body> {
    const text = body === undefined ? undefined : JSON.stringify(body)
    return new Promise((resolve, reject) => {
      const outgoing = request(
        {
          agent,
          hostname,
          port,
          method,
          path,
          headers: { ...headers, ...(text && { 'content-type': 'application/json' }) },
        },
        (reply) => {
          const chunks: Buffer[] = []
          reply.on('data', (chunk: Buffer) => chunks.push(chunk))
          reply.on('end', () => {
            const answer = Buffer.concat(chunks).toString()
            if (reply.statusCode !== 200) reject(new Error(`${method} ${path}: ${reply.statusCode} ${answer}`))
            else resolve(JSON.parse(answer) as Body)
          })
        },
      )
      outgoing.on('error', reject)
      outgoing.end(text)
    })
  }
  return { call, close: () => agent.destroy() }
}
