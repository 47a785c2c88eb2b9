import { Agent, type IncomingMessage, request as openRequest } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { projectId } from '#contract/identifiers.ts'
import { type CookieJar, createCookieJar } from './cookie-jar.ts'

export type Reply<Body = unknown> = {
  readonly status: number
  readonly headers: Headers
  /** The parsed JSON, or undefined for an answer that is not JSON. */
  readonly body: Body
  readonly text: string
}

export type RequestOptions = {
  /** Added to what a browser sends, or replacing it; null leaves a header out. */
  readonly headers?: Readonly<Record<string, string | null>>
  /** Sent as it stands, instead of a JSON body. */
  readonly rawBody?: string | Uint8Array<ArrayBuffer>
}

/** One request and its answer, as they went over the wire. */
export type Exchange = {
  readonly sent: {
    readonly method: string
    readonly path: string
    readonly headers: Readonly<Record<string, string | undefined>>
    readonly content: string | Uint8Array | undefined
  }
  readonly received: Omit<Reply, 'body'>
}

/** One browser at one origin: it keeps cookies, and sends the origin and the project as the product's pages do. */
export type HttpClient = {
  readonly origin: string
  readonly cookies: CookieJar
  /** For code that calls `fetch` itself, such as the appwrite SDK. */
  readonly fetch: typeof fetch
  /**
   * `Body` is what the caller knows about the answer; nothing checks it. `path` starts with a slash.
   */
  readonly request: <Body = unknown>(
    method: string,
    path: string,
    body?: unknown,
    options?: RequestOptions,
  ) => Promise<Reply<Body>>
  readonly get: <Body = unknown>(path: string, options?: RequestOptions) => Promise<Reply<Body>>
  readonly post: <Body = unknown>(path: string, body?: unknown, options?: RequestOptions) => Promise<Reply<Body>>
  readonly put: <Body = unknown>(path: string, body?: unknown, options?: RequestOptions) => Promise<Reply<Body>>
  readonly patch: <Body = unknown>(path: string, body?: unknown, options?: RequestOptions) => Promise<Reply<Body>>
  readonly delete: <Body = unknown>(path: string, options?: RequestOptions) => Promise<Reply<Body>>
}

/** Browsers send the origin with every method except these. */
const methodsWithoutOrigin = ['GET', 'HEAD']

/**
 * `watch` gets every request and answer; of those of `fetch` only texts as content. `always`: headers of every request,
 * such as those of a proxy.
 */
export function createHttpClient(
  origin: string,
  watch: (exchange: Exchange) => void = () => undefined,
  always: Readonly<Record<string, string>> = {},
): HttpClient {
  const cookies = createCookieJar()

  async function fetchAsBrowser(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const headers = new Headers(request.headers)
    const cookie = cookies.header(url.pathname)
    if (cookie !== undefined && !headers.has('cookie')) headers.set('cookie', cookie)
    if (!methodsWithoutOrigin.includes(request.method) && !headers.has('origin')) headers.set('origin', origin)
    const reply = await fetch(url, { ...init, method: request.method, headers, redirect: 'manual' })
    const { body } = init
    watch({
      sent: {
        method: request.method,
        path: `${url.pathname}${url.search}`,
        headers: Object.fromEntries(headers),
        content: typeof body === 'string' ? body : undefined,
      },
      received: { status: reply.status, headers: reply.headers, text: await reply.clone().text() },
    })
    cookies.store(reply.headers.getSetCookie())
    return reply
  }

  async function request<Body>(
    method: string,
    path: string,
    body?: unknown,
    options: RequestOptions = {},
  ): Promise<Reply<Body>> {
    const content = options.rawBody ?? (body === undefined ? undefined : JSON.stringify(body))
    const headers: Record<string, string | null> = {
      ...sentByFetch,
      ...always,
      'x-appwrite-project': projectId,
      origin: methodsWithoutOrigin.includes(method) ? null : origin,
      'content-type': content === undefined ? null : 'application/json',
      'content-length': content === undefined ? null : String(Buffer.byteLength(content)),
      cookie: cookies.header(path.split('?')[0] ?? path) ?? null,
      ...Object.fromEntries(Object.entries(options.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value])),
    }
    const present = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== null)
    const sent = { method, path, headers: Object.fromEntries(present), content }
    const received = await send(`${origin}${path}`, sent)
    watch({ sent, received })
    cookies.store(received.headers.getSetCookie())
    const isJson = received.headers.get('content-type')?.startsWith('application/json') === true
    return { ...received, body: (isJson ? JSON.parse(received.text) : undefined) as Body }
  }

  return {
    origin,
    cookies,
    fetch: fetchAsBrowser,
    request,
    get: (path, options) => request('GET', path, undefined, options),
    post: (path, body = {}, options) => request('POST', path, body, options),
    put: (path, body = {}, options) => request('PUT', path, body, options),
    patch: (path, body = {}, options) => request('PATCH', path, body, options),
    // The SDK sends an empty object with DELETE (protocol §2).
    delete: (path, options) => request('DELETE', path, {}, options),
  }
}

const sentByFetch = { accept: '*/*', 'accept-language': '*', 'sec-fetch-mode': 'cors', 'user-agent': 'node' }
const connections = new Agent({ keepAlive: true })
const utf8 = new TextDecoder()

/**
 * Works like `fetch` in less time: when most requests are refused, `fetch` opens a connection for nearly each of them,
 * and that takes longer than the request.
 */
async function send(url: string, { method, headers, content }: Exchange['sent']): Promise<Exchange['received']> {
  const reply = await new Promise<IncomingMessage>((resolve, reject) =>
    openRequest(url, { method, headers, agent: connections }, resolve).on('error', reject).end(content),
  )
  const received = Object.entries(reply.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  )
  return { status: reply.statusCode ?? 0, headers: new Headers(received), text: utf8.decode(await buffer(reply)) }
}
