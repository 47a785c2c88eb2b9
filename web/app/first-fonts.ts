const fonts = ['1rem "Besley Variable"', '1rem "Atkinson Hyperlegible Next Variable"'] as const
/** From the cache they come at once. On a slow line the screen is read in their stand-ins meanwhile, ms. */
const patienceMs = 250

/** Asks for the fonts of every screen behind the app's script. Resolves once they are there or take too long. */
export const firstFonts: Promise<unknown> = Promise.race([
  Promise.allSettled(fonts.map((font) => document.fonts.load(font))),
  new Promise((resolve) => setTimeout(resolve, patienceMs)),
])
