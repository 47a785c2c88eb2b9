import { Account, Client, Databases } from 'appwrite'
import { prefixes } from '#contract/addresses.ts'
import { projectId } from '#contract/identifiers.ts'
import { backgroundHeaders } from './presence.ts'
import { createRealtime } from './realtime.ts'

/** The SDK's client. Its headers are the same for all calls; here one header is set for each call. */
class PageClient extends Client {
  override call(...[method, url, headers, ...rest]: Parameters<Client['call']>): ReturnType<Client['call']> {
    return super.call(method, url, { ...headers, ...backgroundHeaders(method) }, ...rest)
  }
}

/** The protocol's public client. Calls go through callServer, which turns the SDK's errors into RequestError. */
export const client = new PageClient().setEndpoint(location.origin + prefixes.appwrite).setProject(projectId)
export const account = new Account(client)
export const databases = new Databases(client)
export const realtime = createRealtime(client)
