import type { HtmlTagDescriptor, Plugin } from 'vite'
import { isSelfContained } from './inline-styles.ts'

/** The fonts that every first screen of the app needs. */
const firstFonts = /(besley|atkinson-hyperlegible-next)-latin-wght-normal.*\.woff2$/

/** Lets the browser request the app's fonts together with its stylesheet instead of after it. */
export function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { filename, bundle = {} }): HtmlTagDescriptor[] =>
        Object.keys(isSelfContained(filename) ? {} : bundle)
          .filter((file) => firstFonts.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
            injectTo: 'head',
          })),
    },
  }
}
