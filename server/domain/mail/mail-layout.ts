import { texts } from '#contract/texts.ts'
import { escapeHtml } from './html-text.ts'
import type { OutgoingMail } from './mailer.ts'

/** The paragraphs of a mail before and after its button, if it has one. Plain text; escaped here. */
export type MailContent = {
  readonly subject: string
  readonly before: readonly string[]
  readonly action?: { readonly label: string; readonly link: string }
  readonly after: readonly string[]
}

// Mail programs do not reliably load style sheets, so each element carries its styles.
const styles = {
  page: 'margin:0;padding:32px 16px;background:#F3F6F1;color:#13201A;font:16px/24px sans-serif',
  sheet:
    'max-width:520px;margin:0 auto;padding:24px 32px;background:#FFFFFF;border:1px solid #D3DCD2;border-radius:6px;overflow-wrap:break-word',
  button:
    'display:inline-block;padding:12px 20px;background:#FFB31A;border:1px solid #B87400;border-radius:8px;color:#1B1503;font-weight:bold;text-decoration:none',
  link: 'color:#46544C;font-size:13px;line-height:18px;word-break:break-all',
}

/** The HTML part and the text part of a mail, with the same words. */
export function layOutMail(
  recipientName: string,
  content: MailContent,
): Pick<OutgoingMail, 'subject' | 'text' | 'html'> {
  const opening = [greet(recipientName), ...content.before]
  return { subject: content.subject, text: toText(opening, content), html: toHtml(opening, content) }
}

function toText(opening: readonly string[], { action, after }: MailContent): string {
  const link = action === undefined ? [] : [`${action.label}:\n${action.link}`]
  return `${[...opening, ...link, ...after, texts.product.name].join('\n\n')}\n`
}

function toHtml(opening: readonly string[], { subject, action, after }: MailContent): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="${styles.page}"><div style="${styles.sheet}">
${[...opening.map(toParagraph), ...(action === undefined ? [] : toButton(action)), ...after.map(toParagraph)].join('\n')}
<p>${texts.product.name}</p>
</div></body>
</html>
`
}

function toParagraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`
}

function toButton({ label, link }: { readonly label: string; readonly link: string }): string[] {
  const href = escapeHtml(link)
  return [
    `<p><a href="${href}" style="${styles.button}">${escapeHtml(label)}</a></p>`,
    `<p style="${styles.link}">${href}</p>`,
  ]
}

/**
 * A name in a form that a mail may carry. Anyone can register a stranger's address under any name. A name that a mail
 * program could turn into a link is left out (undefined), so that our mail cannot carry another person's message.
 */
export function readSafeName(givenName: string): string | undefined {
  const name = givenName.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
  const couldBeLink = /[@/\\:]|www|\S\.\S/i.test(name)
  return name === '' || couldBeLink ? undefined : name
}

const maxQuotedLetters = 60
/** Letters of two scripts can look alike; a name in one of these is quoted, any other is left out. */
const scripts =
  'Latin Cyrillic Greek Arabic Hebrew Devanagari Bengali Gujarati Gurmukhi Kannada Malayalam Oriya Tamil Telugu Sinhala Thai Hangul Han'
const ofOneScript = scripts
  .split(' ')
  .map((script) => new RegExp(`^(?:\\p{Script=${script}}|[\\p{M}\\p{Nd} .,'’&()-])+$`, 'u'))

/** The name that an institute gives itself, where an invitation may quote it: no link, no telephone number, no sentence of some length. */
export function readQuotedName(givenName: string): string | undefined {
  const name = readSafeName(givenName)
  if (name === undefined || [...name].length > maxQuotedLetters || !/\p{L}/u.test(name)) return
  const hasNumber = /(?:\p{Nd}[ .()-]*){4}/u.test(name)
  return !hasNumber && ofOneScript.some((script) => script.test(name)) ? name : undefined
}

function greet(recipientName: string): string {
  const name = readSafeName(recipientName)
  return name === undefined ? 'Hello,' : `Hello ${name},`
}
