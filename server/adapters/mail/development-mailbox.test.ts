import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import type { OutgoingMail } from '#server/domain/mail/mailer.ts'
import { createDevelopmentMailbox, registerDevelopmentMailbox } from './development-mailbox.ts'

const origin = 'http://localhost:8080'
const link = 'http://localhost:8080/verify-email?userId=K7QF3M9T&secret=abc'
const mail: OutgoingMail = {
  to: { name: 'Ada', address: 'ada@example.org' },
  subject: 'Verify your email for Rollkey',
  text: `Hello Ada,\n\nVerify email:\n${link}\n`,
  html: '<p>Hello Ada,</p>',
  messageId: '<mail-1@localhost>',
}

function setUp(capacity?: number) {
  const lines: string[] = []
  const mailbox = createDevelopmentMailbox({
    from: { name: 'Rollkey', address: 'no-reply@localhost' },
    now: () => Date.UTC(2026, 10, 21, 8, 5),
    print: (line) => void lines.push(line),
    origin,
    key: 'key',
    ...(capacity === undefined ? {} : { capacity }),
  })
  const app = fastify()
  registerDevelopmentMailbox(app, mailbox)
  const get = (url: string, headers: Record<string, string> = {}) =>
    app.inject({ method: 'GET', url, headers: { host: 'localhost:8080', ...headers } })
  return { mailbox, lines, get }
}

describe('the mailbox', () => {
  test('prints the link of a mail', async () => {
    const { mailbox, lines } = setUp()
    await mailbox.send(mail)
    expect(lines).toEqual([`Mail for ada@example.org: Verify your email for Rollkey ${link}`])
  })

  test('keeps the last hundred mails, the newest first', async () => {
    const { mailbox } = setUp()
    for (let sent = 0; sent < 103; sent += 1) await mailbox.send(mail)
    expect(mailbox.list()).toHaveLength(100)
    expect([mailbox.list().at(0)?.id, mailbox.list().at(-1)?.id]).toEqual([103, 4])
    expect(mailbox.find(3)).toBeUndefined()
  })
})

describe('its pages', () => {
  test('list the mails and show one, with its link to follow', async () => {
    const { mailbox, get } = setUp()
    expect((await get('/dev/mailbox/key')).body).toContain('No mail yet')
    await mailbox.send(mail)
    const list = await get('/dev/mailbox/key')
    expect(list.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(list.body).toContain('<a href="/dev/mailbox/key/1">Verify your email for Rollkey</a>')
    expect((await get('/dev/mailbox/key/1')).body).toContain(`<a href="${link.replaceAll('&', '&amp;')}">`)
  })

  test('name an icon that the web app has, so that no browser asks for one in vain', async () => {
    const [, icon = ''] = /<link rel="icon" href="([^"]+)">/.exec((await setUp().get('/dev/mailbox/key')).body) ?? []
    expect(existsSync(join(import.meta.dirname, '../../../web/public', icon))).toBe(true)
    expect(icon).toMatch(/\.png$/)
  })

  test('answer 404 for a mail that does not exist', async () => {
    const { get } = setUp()
    for (const id of ['1', '0', 'x', '__proto__']) expect((await get(`/dev/mailbox/key/${id}`)).statusCode).toBe(404)
  })

  test('need neither script nor style of their own, which the security policy forbids', async () => {
    const { mailbox, get } = setUp()
    await mailbox.send({ ...mail, html: '<p style="color:red">x</p>' })
    for (const page of [await get('/dev/mailbox/key'), await get('/dev/mailbox/key/1')]) {
      expect(page.body).not.toMatch(/<script|<style|<[^>]* (style|on\w+)=/)
      expect(page.body).toContain('<link rel="stylesheet" href="/dev/mailbox/key.css">')
    }
    expect((await get('/dev/mailbox/key.css')).headers['content-type']).toBe('text/css; charset=utf-8')
  })

  test('show hostile mail as text', async () => {
    const { mailbox, get } = setUp()
    const hostile = `"><script>alert('1')</script>`
    await mailbox.send({
      to: { name: hostile, address: hostile },
      subject: hostile,
      text: `${hostile} https://x.example/"><script>`,
      html: hostile,
      messageId: hostile,
    })
    for (const page of [await get('/dev/mailbox/key'), await get('/dev/mailbox/key/1')]) {
      expect(page.body).not.toContain('<script')
      expect(page.body).toContain('&lt;script&gt;')
    }
  })

  test('give everything as JSON', async () => {
    const { mailbox, get } = setUp()
    await mailbox.send(mail)
    expect((await get('/dev/mailbox/key.json')).json()).toEqual({
      mails: [
        {
          ...mail,
          id: 1,
          from: { name: 'Rollkey', address: 'no-reply@localhost' },
          receivedAt: Date.UTC(2026, 10, 21, 8, 5),
          links: [link],
        },
      ],
    })
  })
})

describe('for strangers', () => {
  const paths = ['', '/1', '.json', '.css'].map((end) => `/dev/mailbox/key${end}`)

  test.each([
    [{ host: 'attend.example.org' }],
    [{ host: 'localhost' }],
    [{ host: '192.0.2.7:8080' }],
    [{ forwarded: 'for=192.0.2.1' }],
    [{ via: '1.1 proxy' }],
    [{ 'x-forwarded-for': '127.0.0.1' }],
    [{ 'x-forwarded-host': 'localhost:8080' }],
    [{ 'x-forwarded-proto': 'http' }],
    [{ 'x-real-ip': '127.0.0.1' }],
  ])('it does not exist: %j', async (headers) => {
    const { mailbox, get } = setUp()
    await mailbox.send(mail)
    for (const path of paths) {
      const [refused, unknown] = [await get(path, headers), await get('/no/such/page', headers)]
      expect(refused.statusCode).toBe(404)
      expect(refused.body).toBe(unknown.body.replaceAll('/no/such/page', path))
      expect(Object.keys(refused.headers)).toEqual(Object.keys(unknown.headers))
    }
  })

  test('it has an address that cannot be guessed', async () => {
    const { mailbox, get } = setUp()
    await mailbox.send(mail)
    for (const path of ['/dev/mailbox', '/dev/mailbox/', '/dev/mailbox.json', '/dev/mailbox/1', '/dev/mailbox/kez']) {
      expect((await get(path)).statusCode).toBe(404)
    }
  })

  test('neither browser nor proxy may store any of it', async () => {
    const { mailbox, get } = setUp()
    await mailbox.send(mail)
    for (const path of paths) {
      expect(await get(path)).toMatchObject({ statusCode: 200, headers: { 'cache-control': 'no-store' } })
    }
  })
})
