import { texts } from '#contract/texts.ts'
import { escapeHtml } from '#server/domain/mail/html-text.ts'
import type { MailAddress } from '#server/domain/mail/mailer.ts'
import type { ReceivedMail } from './received-mail.ts'

/** Served as a file, because the content security policy allows no style in a page. */
export const mailboxStyles = `:root { color-scheme: light dark }
body { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem; background: light-dark(#f3f6f1, #0e1713);
  color: light-dark(#13201a, #edf3ee); font: 1rem/1.5 sans-serif; overflow-wrap: anywhere }
a { color: inherit }
ol { padding: 0; list-style: none }
li, pre { padding: 1rem; border: 1px solid light-dark(#d3dcd2, #2b3b33); background: light-dark(#fff, #16221c) }
li + li { border-top: 0 }
pre { white-space: pre-wrap; font: inherit }
time, dt { color: light-dark(#46544c, #b4c2ba) }
dd { margin: 0 0 .5rem }
`

/** All mails, the newest first. `path`: the mailbox's own address. */
export function renderMailbox(path: string, mails: readonly ReceivedMail[]): string {
  const items = mails.map(
    (mail) =>
      `<li><a href="${path}/${mail.id}">${escapeHtml(mail.subject)}</a><br>
to ${escapeHtml(formatAddress(mail.to))}, ${renderTime(mail)}</li>`,
  )
  const list =
    items.length === 0
      ? '<p>No mail yet. It appears here as soon as the server sends some.</p>'
      : `<ol>${items.join('\n')}</ol>`
  return renderPage(
    path,
    'Development mailbox',
    `<p>Mail that would be sent if SMTP_URL were set. Reload for new ones.</p>\n${list}`,
  )
}

/** One mail: its headers, its links, and both of its parts as text. */
export function renderMail(path: string, mail: ReceivedMail): string {
  const headers = { From: formatAddress(mail.from), To: formatAddress(mail.to), 'Message-ID': mail.messageId }
  const rows = Object.entries(headers).map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`)
  const links = mail.links.map((link) => `<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`)
  return renderPage(
    path,
    mail.subject,
    `<p><a href="${path}">All mail</a></p>
<dl>${rows.join('')}<dt>Received</dt><dd>${renderTime(mail)}</dd></dl>
${links.join('\n')}
<h2>Text</h2><pre>${escapeHtml(mail.text)}</pre>
<h2>HTML, as source</h2><pre>${escapeHtml(mail.html)}</pre>`,
  )
}

export function renderMissingMail(path: string): string {
  return renderPage(path, 'No such mail', `<p>It was never here or is gone. <a href="${path}">All mail</a></p>`)
}

function renderPage(path: string, title: string, body: string): string {
  const heading = escapeHtml(title)
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${heading} · ${texts.product.name}</title>
<link rel="icon" href="/icon-192.png"><link rel="stylesheet" href="${path}.css"></head>
<body><h1>${heading}</h1>
${body}
</body>
</html>
`
}

function renderTime({ receivedAt }: ReceivedMail): string {
  const time = new Date(receivedAt).toISOString()
  return `<time datetime="${time}">${time.slice(0, 19).replace('T', ' ')} UTC</time>`
}

function formatAddress({ name, address }: MailAddress): string {
  return name === '' ? address : `${name} <${address}>`
}
