import { createPublicKey, randomBytes, verify } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { keyFileOf } from '../../config/database-location.ts'
import { createInstallationKey } from './installation-key.ts'
import { readKeyFile } from './key-file.ts'

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rollkey-key-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

describe('the file of the installation key', () => {
  test('is made at the first start, for its owner alone, and stays', () => {
    const file = join(makeFolder(), 'new', 'rollkey.key')
    const [made] = readKeyFile(file)
    expect(made).toHaveLength(32)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readKeyFile(file)).toEqual([made])
  })

  test('may hold an older key below the newest', () => {
    const file = join(makeFolder(), 'rollkey.key')
    const [old] = readKeyFile(file)
    const newest = randomBytes(32)
    writeFileSync(file, `${newest.toString('base64url')}\n${readFileSync(file, 'utf8')}`)
    expect(readKeyFile(file)).toEqual([newest, old])
  })

  test.runIf(process.platform !== 'win32')('is refused when every user of the machine may use it', () => {
    const file = join(makeFolder(), 'rollkey.key')
    readKeyFile(file)
    chmodSync(file, 0o644)
    expect(() => readKeyFile(file)).toThrow('every user of this machine may use')
  })

  test.each(['', 'short\n', `${'A'.repeat(44)}\n`])('is refused with %o in it', (text) => {
    const file = join(makeFolder(), 'rollkey.key')
    writeFileSync(file, text, { mode: 0o600 })
    expect(() => readKeyFile(file)).toThrow(/installation key/)
  })

  test('must be named in production on PostgreSQL', () => {
    const production = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://rollkey.example',
      SMTP_URL: 'smtps://user:password@mail.example:465',
    }
    const onPostgresql = { ...production, DATABASE_URL: 'postgresql://user:password@db.example/rollkey' }
    expect(() => keyFileOf(readConfig(onPostgresql))).toThrow('ROLLKEY_KEY_FILE is not set')
    expect(keyFileOf(readConfig({ ...onPostgresql, ROLLKEY_KEY_FILE: '/etc/rollkey.key' }))).toBe('/etc/rollkey.key')
    expect(keyFileOf(readConfig({ ...production, DATA_DIR: '/var/lib/rollkey' }))).toBe('/var/lib/rollkey/rollkey.key')
  })
})

describe('the installation key', () => {
  const [old, newest] = [randomBytes(32), randomBytes(32)]

  test('opens what it sealed, and nothing that was changed', () => {
    const key = createInstallationKey([newest])
    const sealed = key.seal('a ticket')
    expect(key.unseal(sealed)).toBe('a ticket')
    const [id, body = ''] = sealed.split('.')
    const bytes = Buffer.from(body, 'base64url')
    for (const place of [0, 12, bytes.length - 1]) {
      const changed = Buffer.from(bytes)
      changed.writeUInt8(changed.readUInt8(place) ^ 1, place)
      expect(key.unseal(`${id}.${changed.toString('base64url')}`)).toBeUndefined()
    }
    for (const broken of ['', id ?? '', `${id}.`, `.${body}`]) expect(key.unseal(broken)).toBeUndefined()
  })

  test('opens no other spelling of what it sealed', () => {
    const key = createInstallationKey([newest])
    const sealed = key.seal('a ticket')
    const standard = sealed.replaceAll('-', '+').replaceAll('_', '/')
    for (const other of [`${sealed}.`, `${sealed}.x`, `${sealed}=`, `${sealed}~`, ` ${sealed}`, `${standard}==`]) {
      expect(key.unseal(other)).toBeUndefined()
    }
  })

  test('opens what an older one sealed, and seals by the newest', () => {
    const sealed = createInstallationKey([old]).seal('a ticket')
    const rotated = createInstallationKey([newest, old])
    expect(rotated.unseal(sealed)).toBe('a ticket')
    expect(createInstallationKey([newest]).unseal(rotated.seal('another'))).toBe('another')
    expect(createInstallationKey([newest]).unseal(sealed)).toBeUndefined()
  })

  test('signs by the newest one, tells the public half of each, and is the same after a restart', () => {
    const rotated = createInstallationKey([newest, old])
    const { keyId, signature } = rotated.sign('text')
    expect(rotated.publicKeys.map(({ kid }) => kid)).toEqual([keyId, createInstallationKey([old]).sign('text').keyId])
    expect(createInstallationKey([newest]).sign('text')).toEqual({ keyId, signature })
    const [fits, isOther] = rotated.publicKeys.map(({ kty, crv, x }) => {
      const key = createPublicKey({ key: { kty, crv, x }, format: 'jwk' })
      return verify(null, Buffer.from('text'), key, Buffer.from(signature, 'base64url'))
    })
    expect([fits, isOther]).toEqual([true, false])
  })

  test('makes another code of each use, and of each key', () => {
    const macs = [createInstallationKey([old]), createInstallationKey([newest])].flatMap((key) => [
      key.mac('room-code', 'text').toString('hex'),
      key.mac('browser', 'text').toString('hex'),
    ])
    expect(new Set(macs).size).toBe(4)
  })
})
