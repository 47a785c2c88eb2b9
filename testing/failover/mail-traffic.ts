import { setTimeout as wait } from 'node:timers/promises'
import { mailsPerPass } from '#server/domain/mail/send-due-mail.ts'
import { type CapturedMail, readHeader } from '../capture-smtp.ts'
import { createHttpClient } from '../http-client.ts'

const mailsPerSecond = 4
/** A mail that a lost process had taken is taken again a minute later, and the workers look twice a minute. */
const usualPatienceMs = 120_000
/** Each of two processes has at most one pass in flight. */
export const mostInFlight = 2 * mailsPerPass

/** What became of the mails that were asked for while the fault came and went. */
export type MailSeen = {
  readonly sent: number
  readonly twice: number
  readonly moreOften: number
  /** Asked for with success, and never sent. */
  readonly lost: number
}

type MailTraffic = {
  /** Asks for no more, and waits so long for those that were asked for, ms. */
  readonly stop: (patienceMs?: number) => Promise<MailSeen>
}

/** Students ask for a new password, each once, at the addresses b0@domain, b1@domain, … */
export function startMailTraffic(origin: string, domain: string, mails: readonly CapturedMail[]): MailTraffic {
  const accepted = new Set<string>()
  let isStopped = false

  async function ask(email: string): Promise<void> {
    const body = { email, url: `${origin}/new-password` }
    const asked = createHttpClient(origin).post('/v1/account/recovery', body, { headers: { origin } })
    // A request that fails is not repeated: its student may or may not get a mail.
    const status = await asked.then(
      (reply) => reply.status,
      () => undefined,
    )
    if (status === 201) accepted.add(email)
  }
  async function run(): Promise<void> {
    const asked: Promise<void>[] = []
    for (let index = 0; !isStopped; index++) {
      asked.push(ask(`b${index}@${domain}`))
      await wait(1_000 / mailsPerSecond)
    }
    await Promise.all(asked)
  }
  const running = run()
  const own = () => mails.filter(({ recipients }) => recipients.some((one) => one.endsWith(`@${domain}`)))
  const findLost = () => {
    const reached = new Set(own().flatMap(({ recipients }) => recipients))
    return [...accepted].filter((email) => !reached.has(email))
  }

  return {
    async stop(patienceMs = usualPatienceMs) {
      isStopped = true
      await running
      const end = Date.now() + patienceMs
      while (findLost().length > 0 && Date.now() < end) await wait(500)
      const times = new Map<string, number>()
      for (const { raw } of own()) {
        const id = readHeader(raw, 'Message-ID') ?? ''
        times.set(id, (times.get(id) ?? 0) + 1)
      }
      const counts = [...times.values()]
      return {
        sent: counts.length,
        twice: counts.filter((count) => count === 2).length,
        moreOften: counts.filter((count) => count > 2).length,
        lost: findLost().length,
      }
    },
  }
}
