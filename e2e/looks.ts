/**
 * In how many looks the browser tests draw the screens. `npm run test:e2e:all` draws each screen in every width, theme and
 * text size, and runs the tests with the tag `whole`. `npm test` draws an example of each (decision 28).
 */

export type Theme = 'light' | 'dark'

const isWhole = process.env.LOOKS === 'all'

/** Playwright leaves these tests out. */
export const leftOut: RegExp[] = isWhole ? [] : [/@whole/]

/** For a test whose rule another test holds in `npm test`, on another screen or in another case. */
export const onlyWhole = { tag: '@whole' } as const

/** All of a list, or in `npm test` the example that stands for it. */
export const inShort = <T>(all: readonly T[], example: readonly T[]): readonly T[] => (isWhole ? all : example)

/** In which axe judges a screen on the way of a journey. */
export const themes = inShort<Theme>(['light', 'dark'], ['dark'])
