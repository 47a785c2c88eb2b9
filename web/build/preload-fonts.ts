import type { HtmlTagDescriptor, Plugin } from 'vite'

/** The faces that every first screen needs. */
const firstFonts = /(besley|atkinson-hyperlegible-next)-latin-wght-normal.*\.woff2$/

/** Lets the browser ask for the fonts beside the stylesheet rather than after it. */
export function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }): HtmlTagDescriptor[] =>
        Object.keys(bundle)
          .filter((file) => firstFonts.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
            injectTo: 'head',
          })),
    },
  }
}
