import type { FastifyInstance } from 'fastify'
import type { MailAddress, Mailer, OutgoingMail } from '#server/domain/mail/mailer.ts'
import { mailboxStyles, renderMail, renderMailbox, renderMissingMail } from './development-mailbox-pages.ts'

export type ReceivedMail = OutgoingMail & {
  /** Counts up from 1. */
  readonly id: number
  readonly from: MailAddress
  /** Epoch ms. */
  readonly receivedAt: number
  /** The web addresses in the text, in their order. */
  readonly links: readonly string[]
}

export type DevelopmentMailbox = Mailer & {
  /** The newest first. */
  readonly list: () => readonly ReceivedMail[]
  readonly find: (id: number) => ReceivedMail | undefined
}

type DevelopmentMailboxOptions = {
  readonly from: MailAddress
  readonly now: () => number
  /** Shows one line to whoever started the server. */
  readonly print: (line: string) => void
  readonly capacity?: number
}

/** Where mail goes while no SMTP server is configured: into memory, its links to the terminal. Never in production. */
export function createDevelopmentMailbox(options: DevelopmentMailboxOptions): DevelopmentMailbox {
  const { from, now, print, capacity = 100 } = options
  const mails: ReceivedMail[] = []
  let lastId = 0
  return {
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

/** The mailbox to look at (`/dev/mailbox`) and for tests (`/dev/mailbox.json`). Its pages need no script. */
export function registerDevelopmentMailbox(app: FastifyInstance, mailbox: DevelopmentMailbox): void {
  app.get('/dev/mailbox', async (_request, reply) => {
    return reply.type('text/html; charset=utf-8').send(renderMailbox(mailbox.list()))
  })
  app.get<{ Params: { id: string } }>('/dev/mailbox/:id', async (request, reply) => {
    const mail = mailbox.find(Number(request.params.id))
    if (mail === undefined) reply.code(404)
    return reply.type('text/html; charset=utf-8').send(mail === undefined ? renderMissingMail() : renderMail(mail))
  })
  app.get('/dev/mailbox.json', async () => ({ mails: mailbox.list() }))
  app.get('/dev/mailbox.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(mailboxStyles))
}
