export type ReceivedMail = {
  /** Addresses of the envelope, in lower case. */
  readonly recipients: readonly string[]
  /** By name in lower case, unfolded and decoded. */
  readonly headers: ReadonlyMap<string, string>
  readonly subject: string
  /** The text part, decoded. */
  readonly text: string
  /** The HTML part unchanged, or empty. */
  readonly html: string
  /** Every address in the text part. */
  readonly links: readonly string[]
}

type Part = { readonly headers: ReadonlyMap<string, string>; readonly body: string }

/**
 * Reads the parts of MIME (RFC 2045 to 2047) that mails of the product use. `source`: the bytes, as latin1 characters.
 */
export function parseMail(source: string, recipients: readonly string[]): ReceivedMail {
  const mail = parsePart(source)
  const leaves = listLeaves(mail)
  const contentOf = (type: string): string => {
    const leaf = leaves.find(({ headers }) => (headers.get('content-type') ?? 'text/plain').startsWith(type))
    return leaf === undefined ? '' : decodeBody(leaf).replaceAll('\r\n', '\n')
  }
  const text = contentOf('text/plain')
  return {
    recipients,
    headers: mail.headers,
    subject: mail.headers.get('subject') ?? '',
    text,
    html: contentOf('text/html'),
    links: text.match(/https?:\/\/[^\s<>"]+/g) ?? [],
  }
}

function parsePart(source: string): Part {
  const end = source.indexOf('\r\n\r\n')
  const head = end === -1 ? source : source.slice(0, end)
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  const headers = lines
    .filter((line) => line.includes(':'))
    .map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())]
    })
  return { headers: new Map(headers), body: end === -1 ? '' : source.slice(end + 4) }
}

function listLeaves(part: Part): Part[] {
  const type = part.headers.get('content-type') ?? 'text/plain'
  const boundary = /^multipart\/.*boundary="?([^";]+)"?/i.exec(type)?.[1]
  if (boundary === undefined) return [part]
  // The text before the first boundary, and after the one with two dashes, is for old mail programs.
  const parts = `\r\n${part.body}`.split(`\r\n--${boundary}`).slice(1, -1)
  return parts.flatMap((source) => listLeaves(parsePart(source.replace(/^[ \t]*\r\n/, ''))))
}

function decodeBody({ headers, body }: Part): string {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  const bytes = encoding === 'quoted-printable' ? decodeQuotedPrintable(body) : body
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** RFC 2045 §6.7 */
function decodeQuotedPrintable(text: string): string {
  return text
    .replace(/[ \t]+$/gm, '')
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** RFC 2047: words in a header that are not ASCII. */
function decodeWords(text: string): string {
  return text
    .replace(/(\?=)\s+(=\?)/g, '$1$2')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_all, encoding: string, word: string) => {
      const bytes =
        encoding.toLowerCase() === 'b'
          ? Buffer.from(word, 'base64')
          : Buffer.from(decodeQuotedPrintable(word.replaceAll('_', ' ')), 'latin1')
      return bytes.toString('utf8')
    })
}
