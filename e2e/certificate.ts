import { execFileSync } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commandFolders, findCommand } from '../scripts/executable.mjs'

/** A self-signed certificate for one host name and one day. */
export type Certificate = {
  /** With fullchain.pem and privkey.pem. */
  readonly folder: string
  /** Chromium trusts it by this value: SHA-256 of the public key, base64. */
  readonly keyHash: string
  readonly remove: () => void
}

/** Undefined if openssl is not installed. */
export function makeCertificate(host: string): Certificate | undefined {
  const openssl = findCommand(['openssl'], commandFolders())
  if (openssl === undefined) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'rollkey-certificate-'))
  const [certificate, key] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')]
  const subject = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`]
  const kind = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1']
  execFileSync(openssl, ['req', ...kind, ...subject, '-keyout', key, '-out', certificate], { stdio: 'pipe' })
  const publicKey = new X509Certificate(readFileSync(certificate)).publicKey.export({ type: 'spki', format: 'der' })
  return {
    folder,
    keyHash: createHash('sha256').update(publicKey).digest('base64'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
