import { Account, Client, Databases } from 'appwrite'
import { projectId } from '#contract/identifiers.ts'
import { createRealtime } from './realtime.ts'

/** The protocol's public client. Calls go through callServer, which turns its errors into ours. */
export const client = new Client().setEndpoint(`${location.origin}/v1`).setProject(projectId)
export const account = new Account(client)
export const databases = new Databases(client)
export const realtime = createRealtime(client)
