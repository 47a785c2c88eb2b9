import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export type CapturedMail = { readonly from: string; readonly recipients: readonly string[]; readonly raw: string }

/** The SMTP reply code to send instead of accepting, at one step of the conversation. */
type Refusals = Partial<Record<'mailFrom' | 'recipient' | 'data', number>>

/** A real SMTP server on the loopback interface that stores what it receives. For tests. */
export async function startCaptureSmtp({
  port = 0,
  options = {},
}: {
  port?: number
  options?: SMTPServerOptions
} = {}) {
  const mails: CapturedMail[] = []
  const refusals: Refusals = {}
  /** `acceptAfterMs`: how long it thinks about each mail that it has already. */
  const behaviour: { hangUpAfterData: boolean; acceptAfterMs: number } = { hangUpAfterData: false, acceptAfterMs: 0 }
  const sockets = new Set<Socket>()
  const refuse = (step: keyof Refusals) => {
    const code = refusals[step]
    return code === undefined ? null : Object.assign(new Error('not today'), { responseCode: code })
  }
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    disabledCommands: ['STARTTLS'],
    onMailFrom: (_address, _session, done) => done(refuse('mailFrom')),
    onRcptTo: (_address, _session, done) => done(refuse('recipient')),
    onData: async (stream, session, done) => {
      // A client that breaks off was killed by its test.
      const raw = await buffer(stream).then(String, () => undefined)
      if (raw === undefined) return
      const refusal = refuse('data')
      if (refusal === null) {
        const { mailFrom, rcptTo } = session.envelope
        mails.push({
          from: mailFrom === false ? '' : mailFrom.address,
          recipients: rcptTo.map(({ address }) => address),
          raw,
        })
      }
      if (behaviour.hangUpAfterData) for (const socket of sockets) socket.destroy()
      else setTimeout(() => done(refusal), behaviour.acceptAfterMs)
    },
    ...options,
  })
  server.on('error', () => undefined) // Aborted connections are part of the tests.
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    refusals,
    behaviour,
    /** Ends at once, open connections included. */
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/** One header of a raw mail, with its folded lines joined. */
export function readHeader(raw: string, name: string): string | undefined {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ')
  return head
    .split('\r\n')
    .find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}: `))
    ?.slice(name.length + 2)
}

/** The body part of a raw mail with this content type, decoded. */
export function readPart(raw: string, type: string): string {
  const part = raw.split(/\r\n--\S+\r\n/).find((candidate) => candidate.startsWith(`Content-Type: ${type}`)) ?? ''
  const body = part.slice(part.indexOf('\r\n\r\n') + 4)
  const encoding = readHeader(part, 'Content-Transfer-Encoding')
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return body
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
