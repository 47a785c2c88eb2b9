import type { ScreenTexts } from '#contract/screen-texts.ts'

/** 'Firefox on Windows', as far as the browser says it. */
export function nameBrowser(
  { browser, system }: { readonly browser: string; readonly system: string },
  words: Pick<ScreenTexts, 'browserOn' | 'unknownBrowser'>,
): string {
  return browser && system ? words.browserOn(browser, system) : browser || system || words.unknownBrowser
}
