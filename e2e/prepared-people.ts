import type { BrowserContext, Page, WebSocket } from '@playwright/test'
import {
  type Person,
  registerOrganisation,
  registerPasskey,
  registerStudent,
  registerUnconfirmedOrganisation,
} from '#testing/people-over-http.ts'
import type { SoftwareCredential } from '#testing/software-authenticator.ts'
import { asha, institute, type Student } from './people.ts'
import type { TestServer } from './server-host.ts'
import { addAuthenticator, type ExportedCredential, type VirtualAuthenticator } from './virtual-authenticator.ts'

/** People who have gone through registration already, for tests that begin later in the story. */

export async function prepareOrganisation(server: TestServer, has: 'passkey' | 'no passkey'): Promise<Person> {
  const { pinCode: _notStored, ...form } = institute
  const organisation = await registerOrganisation(server, form)
  if (has === 'passkey') await registerPasskey(organisation)
  return organisation
}

/** One that has not followed its mailed link yet. */
export async function prepareUnconfirmedOrganisation(server: TestServer): Promise<Person> {
  const { pinCode: _notStored, ...form } = institute
  return registerUnconfirmedOrganisation(server, form)
}

export async function prepareStudent(
  server: TestServer,
  instituteCode: string,
  has: 'passkey' | 'no passkey',
  form: Student = asha,
): Promise<Person> {
  const student = await registerStudent(server, instituteCode, form)
  if (has === 'passkey') await registerPasskey(student)
  return student
}

/** Gives the person's login session to a browser. From then on it is that browser's alone. */
export async function openSessionIn(context: BrowserContext, { http }: Pick<Person, 'http'>): Promise<void> {
  const cookies = [...http.cookies.all()].map(([name, { value, httpOnly }]) => ({
    name,
    value,
    url: http.origin,
    httpOnly,
    sameSite: 'Strict' as const,
  }))
  await context.addCookies(cookies)
}

/** Of a live connection. */
export const realtimeAddress = /\/v1\/realtime\?/

/**
 * The page's next live connection, as soon as the server has taken it. To be called before what opens it: it listens at
 * once, so that no frame comes too early to be heard.
 */
export function nextLiveConnection(page: Page): Promise<WebSocket> {
  return new Promise((resolve) => {
    const watch = (socket: WebSocket): void => {
      if (!realtimeAddress.test(socket.url())) return
      socket.on('framereceived', ({ payload }) => {
        if (!String(payload).includes('"connected"')) return
        page.off('websocket', watch)
        resolve(socket)
      })
    }
    page.on('websocket', watch)
  })
}

/** Opens a screen with the person's session and waits until its live connection stands. */
export async function openLive(page: Page, person: Pick<Person, 'http'>, path: string): Promise<void> {
  await openSessionIn(page.context(), person)
  const connected = nextLiveConnection(page)
  await page.goto(path)
  await connected
}

/** The person's passkey, in the form in which a virtual authenticator imports it. */
export function exportPasskey({ authenticator }: Pick<Person, 'authenticator'>): ExportedCredential {
  const [credential] = authenticator.credentials
  if (credential === undefined) throw new Error('No passkey is registered.')
  return toExported(credential)
}

function toExported({ id, rpId, userHandle, privateKey, counter }: SoftwareCredential): ExportedCredential {
  return {
    credentialId: Buffer.from(id, 'base64url').toString('base64'),
    isResidentCredential: true,
    rpId,
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    userHandle: Buffer.from(userHandle, 'base64url').toString('base64'),
    signCount: counter,
    backupEligibility: false,
    backupState: false,
  }
}

/** An authenticator in this page that holds the person's passkey. */
export async function bringPasskey(
  page: Page,
  person: Pick<Person, 'authenticator'>,
  transport: 'internal' | 'cable',
): Promise<VirtualAuthenticator> {
  const authenticator = await addAuthenticator(page, { transport })
  await authenticator.import(exportPasskey(person))
  return authenticator
}
