import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { MailAddress, Mailer } from '#server/domain/mail/mailer.ts'
import { mailboxStyles, renderMail, renderMailbox, renderMissingMail } from './development-mailbox-pages.ts'
import type { ReceivedMail } from './received-mail.ts'

export type DevelopmentMailbox = Mailer & {
  /** The address of the mailbox; its last part cannot be guessed. */
  readonly url: string
  /** The newest first. */
  readonly list: () => readonly ReceivedMail[]
  readonly find: (id: number) => ReceivedMail | undefined
}

type DevelopmentMailboxOptions = {
  readonly from: MailAddress
  readonly now: () => number
  /** Prints one line to the terminal of the server. */
  readonly print: (line: string) => void
  /** The origin of the server. */
  readonly origin: string
  /** The last part of the address. */
  readonly key: string
  readonly capacity?: number
}

/**
 * Receives mail while no SMTP server is configured: keeps it in memory and prints its links to the terminal. Never in
 * production.
 */
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
 * The mailbox for a browser (its address) and for tests (the same with `.json`). Its pages need no script. For requests
 * that may come from another machine it does not exist: strangers can reach the port of a container or of a proxy.
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

/** The peer's address is no evidence: all requests to a container's port come from its bridge. */
function isFromThisMachine({ headers }: FastifyRequest, host: string): boolean {
  return headers.host === host && !Object.keys(headers).some((name) => forwarding.test(name))
}

/** Headers with which a proxy says that it forwards a request. */
const forwarding =
  /^(forwarded|via|x-forwarded-.*|x-real-ip|x-client-ip|x-original-.*|cf-connecting-ip|true-client-ip)$/
