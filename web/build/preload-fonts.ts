import type { HtmlTagDescriptor, Plugin } from 'vite'

/** The faces that every first screen needs. */
const firstFonts = /(besley|atkinson-hyperlegible-next)-latin-wght-normal.*\.woff2$/

/**
 * Lets the browser ask for the fonts while the app's scripts are still on their way. Not on the landing pages: their
 * text is painted at once in a stand-in of the same measures, and fonts would only take the line from the stylesheet.
 */
export function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { path, bundle = {} }): HtmlTagDescriptor[] =>
        path !== '/app.html'
          ? []
          : Object.keys(bundle)
              .filter((file) => firstFonts.test(file))
              .map((file) => ({
                tag: 'link',
                attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
                injectTo: 'head',
              })),
    },
  }
}
