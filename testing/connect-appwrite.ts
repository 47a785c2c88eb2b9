import { AsyncLocalStorage } from 'node:async_hooks'
import * as sdk18 from 'appwrite'
import * as sdk16 from 'appwrite-16'
import * as sdk27 from 'appwrite-27'
import { projectId } from '#contract/identifiers.ts'
import type { HttpClient } from './http-client.ts'

/** The SDK that the web app uses, and the oldest and newest that the server must support (protocol §1). */
export const sdks = { '16.1.0': sdk16, '18.2.0': sdk18, '27.0.0': sdk27 } as const

type SdkClient = {
  setEndpoint: (endpoint: string) => unknown
  setProject: (id: string) => unknown
  // biome-ignore lint/suspicious/noExplicitAny: the signatures differ between the versions, and are handed through.
  call: (...args: any[]) => Promise<any>
}
type Sdk<C extends SdkClient, A, D> = {
  readonly Client: new () => C
  readonly Account: new (client: C) => A
  readonly Databases: new (client: C) => D
}

/**
 * The SDK reaches the server through the global `fetch` and leaves cookies to the browser. Here several browsers live
 * in one process: each `fetch` within a call of a browser's SDK goes through that browser's client.
 */
const fetchOfCall = new AsyncLocalStorage<typeof fetch>()
const platformFetch = globalThis.fetch
globalThis.fetch = (input, init) => (fetchOfCall.getStore() ?? platformFetch)(input, init)

/** An unmodified SDK, in the browser that `http` is. */
export function connectAppwrite<C extends SdkClient, A, D>(
  sdk: Sdk<C, A, D>,
  http: HttpClient,
): { client: C; account: A; databases: D } {
  const client = new sdk.Client()
  client.setEndpoint(`${http.origin}/v1`)
  client.setProject(projectId)
  const call = client.call.bind(client)
  client.call = (...args) => fetchOfCall.run(fetchWithin(http), () => call(...args))
  return { client, account: new sdk.Account(client), databases: new sdk.Databases(client) }
}

/** The client's own request must reach the platform, not the client again. */
function fetchWithin(http: HttpClient): typeof fetch {
  return (input, init) => fetchOfCall.exit(() => http.fetch(input, init))
}
