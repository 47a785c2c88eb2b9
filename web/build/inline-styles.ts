import type { Plugin } from 'vite'

/**
 * Puts the styles of such pages into the page itself: its first paint then waits for one answer instead of three. The
 * server allows exactly these bytes by their hash (server/protocol/http/security-headers.ts).
 */
export function inlineStyles(): Plugin {
  return {
    name: 'inline-styles',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { filename, bundle = {} }) => {
        if (!isSelfContained(filename)) return html
        return html.replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)">/g, (_link, file: string) => {
          const sheet = bundle[file]
          if (sheet?.type !== 'asset') throw new Error(`${file} is linked from ${filename} and not in the build`)
          return `<style>${sheet.source}</style>`
        })
      },
    },
  }
}

/** index.html and its translations. */
export function isLandingPage(filename: string): boolean {
  return /\/index(\.\w+)?\.html$/.test(filename)
}

/** Pages that carry their first scripts and styles inside: the landing page, the check-in and the check of evidence. */
export function isSelfContained(filename: string): boolean {
  return isLandingPage(filename) || /\/(checkin|verify)\.html$/.test(filename)
}
