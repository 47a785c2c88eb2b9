import type { Plugin } from 'vite'
import { defaultLanguage } from '#contract/languages.ts'
import { hindiTexts } from '#contract/texts.hi.ts'
import { texts } from '#contract/texts.ts'

const marker = '<!--needs-script-->'
const sentences = { [defaultLanguage]: texts, hi: hindiTexts }

/** Says in every language what the app's page needs: without scripts the page cannot know which language is wanted. */
export function needsScript(): Plugin {
  const paragraphs = Object.entries(sentences).map(([tag, { common }]) => `<p lang="${tag}">${common.needsScript}</p>`)
  return {
    name: 'needs-script',
    transformIndexHtml: { order: 'pre', handler: (html) => html.replace(marker, paragraphs.join('')) },
  }
}
