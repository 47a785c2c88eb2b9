import { describe, expect, test } from 'vitest'
import { chooseLanguage, isLanguageTag } from './languages.ts'

describe('chooseLanguage', () => {
  test.each([
    ['takes what was chosen before what the browser prefers', 'en', ['hi-IN', 'hi'], 'en'],
    ['takes the first language that we speak', undefined, ['ta-IN', 'hi-IN', 'en'], 'hi'],
    ['keeps to the order of the browser', undefined, ['en-IN', 'hi'], 'en'],
    ['knows a region and a script by their language', undefined, ['HI-Deva-IN'], 'hi'],
    ['takes English for everybody else', undefined, ['fr', 'de-CH'], 'en'],
    ['takes English where nothing is preferred', undefined, [], 'en'],
    ['passes over a choice that it does not know', 'xx', ['hi'], 'hi'],
    ['is not misled by what every object has', 'constructor', ['toString'], 'en'],
  ] as const)('%s', (_title, chosen, preferred, language) => {
    expect(chooseLanguage(chosen, preferred)).toBe(language)
  })
})

test('a region is not a language of its own', () => {
  expect(isLanguageTag('hi-IN')).toBe(false)
})
