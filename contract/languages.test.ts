import { describe, expect, test } from 'vitest'
import { chooseLanguage, chooseLocale, isLanguageTag, readChosenLanguage } from './languages.ts'

describe('chooseLanguage', () => {
  test.each([
    ['takes what was chosen before what the browser prefers', 'en', ['hi-IN', 'hi'], 'en'],
    ['takes the first language that Rollkey has', undefined, ['ta-IN', 'hi-IN', 'en'], 'hi'],
    ['keeps to the order of the browser', undefined, ['en-IN', 'hi'], 'en'],
    ['knows a region and a script by their language', undefined, ['HI-Deva-IN'], 'hi'],
    ['takes English for all others', undefined, ['fr', 'de-CH'], 'en'],
    ['takes English where nothing is preferred', undefined, [], 'en'],
    ['is not misled by what every object has', undefined, ['constructor', 'toString'], 'en'],
  ] as const)('%s', (_title, chosen, preferred, language) => {
    expect(chooseLanguage(chosen, preferred)).toBe(language)
  })
})

describe('chooseLocale', () => {
  test.each([
    ['keeps the region that the browser names', 'en', ['en-IN', 'en-GB', 'en'], 'en-IN'],
    ['passes over other languages', 'en', ['hi-IN', 'en-US'], 'en-US'],
    ['writes English as the mails do where the browser names none', 'en', ['fr-FR', 'fr'], 'en-GB'],
    ['has a region for Hindi, too', 'hi', [], 'hi-IN'],
  ] as const)('%s', (_title, language, preferred, locale) => {
    expect(chooseLocale(language, preferred)).toBe(locale)
  })
})

describe('readChosenLanguage', () => {
  test.each([
    ['a=b; language=hi; c=d', 'hi'],
    ['language=en', 'en'],
    ['language=xx', undefined],
    ['my-language=hi', undefined],
    ['language=constructor', undefined],
    ['', undefined],
  ])('of %j is %j', (cookies, tag) => {
    expect(readChosenLanguage(cookies)).toBe(tag)
  })
})

test('a region is not a language of its own', () => {
  expect(isLanguageTag('hi-IN')).toBe(false)
})
