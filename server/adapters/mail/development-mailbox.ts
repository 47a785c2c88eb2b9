import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { MailAddress, Mailer } from '#server/domain/mail/mailer.ts'
import { mailboxStyles, renderMail, renderMailbox, renderMissingMail } from './development-mailbox-pages.ts'
import type { ReceivedMail } from './received-mail.ts'

export type DevelopmentMailbox = Mailer & {
  /** Where it can be looked at; the last part of the address cannot be guessed. */
  readonly url: string
  /** The newest first. */
  readonly list: () => readonly ReceivedMail[]
  readonly find: (id: number) => ReceivedMail | undefined
}

type DevelopmentMailboxOptions = {
  readonly from: MailAddress
  readonly now: () => number
  /** Shows one line to whoever started the server. */
  readonly print: (line: string) => void
  /** The server's. */
  readonly origin: string
  /** The last part of the address. */
  readonly key: string
  readonly capacity?: number
}

/** Where mail goes while no SMTP server is configured: into memory, its links to the terminal. Never in production. */
export function createDevelopmentMailbox(options: DevelopmentMailboxOptions): DevelopmentMailbox {
  const { from, now, print, origin, key, capacity = 100 } = options
  const mails: ReceivedMail[] = []
  let lastId = 0
  return {
    url: `${origin}/dev/mailbox/${key}`,
    async send(mail) {
      lastId += 1
      const links = mail.text.match(/https?:\/\/\S+/g) ?? []
      mails.unshift({ ...mail, id: lastId, from, receivedAt: now(), links })
      mails.splice(capacity)
      print(`Mail for ${mail.to.address}: ${[mail.subject, ...links].join(' ')}`)
    },
    list: () => [...mails],
    find: (id) => mails.find((mail) => mail.id === id),
  }
}

/**
 * The mailbox to look at (its address) and for tests (the same with `.json`). Its pages need no script. To requests that may
 * come from another machine it is not there: the port of a container, or of a proxy, brings strangers here.
 */
export function registerDevelopmentMailbox(app: FastifyInstance, mailbox: DevelopmentMailbox): void {
  const { pathname: path, host } = new URL(mailbox.url)
  app.register((pages, _options, done) => {
    pages.addHook('onRequest', async (request, reply) => {
      if (!isFromThisMachine(request, host)) return reply.callNotFound()
      reply.header('cache-control', 'no-store')
    })
    pages.get(path, async (_request, reply) => {
      return reply.type('text/html; charset=utf-8').send(renderMailbox(path, mailbox.list()))
    })
    pages.get<{ Params: { id: string } }>(`${path}/:id`, async (request, reply) => {
      const mail = mailbox.find(Number(request.params.id))
      if (mail === undefined) reply.code(404)
      const page = mail === undefined ? renderMissingMail(path) : renderMail(path, mail)
      return reply.type('text/html; charset=utf-8').send(page)
    })
    pages.get(`${path}.json`, async () => ({ mails: mailbox.list() }))
    pages.get(`${path}.css`, async (_request, reply) => reply.type('text/css; charset=utf-8').send(mailboxStyles))
    done()
  })
}

/** The peer's address says nothing: everybody who reaches a container's port comes from its bridge. */
function isFromThisMachine({ headers }: FastifyRequest, host: string): boolean {
  return headers.host === host && !Object.keys(headers).some((name) => forwarding.test(name))
}

/** Headers by which a proxy says that it passes on somebody else's request. */
const forwarding =
  /^(forwarded|via|x-forwarded-.*|x-real-ip|x-client-ip|x-original-.*|cf-connecting-ip|true-client-ip)$/
