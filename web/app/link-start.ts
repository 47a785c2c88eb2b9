import { getMailLink, takeMailLink } from '../session/mail-link.ts'

// Stands first in a page that a mailed link leads to: the secret leaves the address before the page asks for anything.
takeMailLink()
const link = getMailLink()
if (link !== undefined) window.rollkeyMailLink = link
