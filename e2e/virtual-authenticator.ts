import type { CDPSession, Page } from '@playwright/test'

/** A credential in the debugging protocol's form, with its private key. */
export type ExportedCredential = Awaited<ReturnType<typeof getCredentials>>[number]

export type VirtualAuthenticator = {
  readonly credentials: () => Promise<ExportedCredential[]>
  /** Puts a credential of another authenticator into this one, as if it were the same device. */
  readonly import: (credential: ExportedCredential) => Promise<void>
  /** Whether user verification (PIN or fingerprint) succeeds. */
  readonly setUserVerified: (isVerified: boolean) => Promise<void>
  /** Whether the authenticator is touched when it asks. False: it stays silent, and the ceremony waits. */
  readonly setPresent: (isPresent: boolean) => Promise<void>
  readonly remove: () => Promise<void>
}

export type AuthenticatorKind = {
  /** Chromium allows one `internal` authenticator per page. Default: internal. */
  readonly transport?: 'internal' | 'usb' | 'cable'
}

function getCredentials(cdp: CDPSession, authenticatorId: string) {
  return cdp.send('WebAuthn.getCredentials', { authenticatorId }).then(({ credentials }) => credentials)
}

const sessions = new WeakMap<Page, Promise<CDPSession>>()

/** The debugging session belongs to the page: it survives navigation and reload, and another tab does not see it. */
function openSession(page: Page): Promise<CDPSession> {
  const open = sessions.get(page) ?? enableWebAuthn(page)
  sessions.set(page, open)
  return open
}

async function enableWebAuthn(page: Page): Promise<CDPSession> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable', { enableUI: false })
  return cdp
}

/** Connects an authenticator to Chromium's own WebAuthn code in this page. */
export async function addAuthenticator(page: Page, kind: AuthenticatorKind = {}): Promise<VirtualAuthenticator> {
  const cdp = await openSession(page)
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: kind.transport ?? 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    credentials: () => getCredentials(cdp, authenticatorId),
    import: async (credential) => {
      await cdp.send('WebAuthn.addCredential', { authenticatorId, credential })
    },
    setUserVerified: async (isUserVerified) => {
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
    setPresent: async (enabled) => {
      await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
    },
    remove: async () => {
      await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
    },
  }
}

/** The machine of the tests may have no Bluetooth, and its browser would say so. */
export async function letBrowserAskPhones(page: Page, can = true): Promise<void> {
  await page.addInitScript((hybridTransport) => {
    PublicKeyCredential.getClientCapabilities = async () => ({ hybridTransport })
  }, can)
}
