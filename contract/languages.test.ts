import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  chooseLanguage,
  chooseLocale,
  countInEnglish,
  countInHindi,
  isLanguageTag,
  readChosenLanguage,
} from './languages.ts'
import { reportTexts } from './report-texts.ts'

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

describe('a count', () => {
  const counts = [0, 0.5, 1, 1.5, 2, 150_000]
  const english = () => counts.map((count) => countInEnglish(count, '# class', '# classes'))
  const hindi = () => counts.map((count) => countInHindi(count, '# कक्षा', '# कक्षाएँ'))

  test('is said by the plural rules of its language', () => {
    expect(english()).toEqual(['0 classes', '0.5 classes', '1 class', '1.5 classes', '2 classes', '150,000 classes'])
    expect(hindi()).toEqual(['0 कक्षा', '0.5 कक्षा', '1 कक्षा', '1.5 कक्षाएँ', '2 कक्षाएँ', '1,50,000 कक्षाएँ'])
  })

  test('has one form where the language has no other, and needs no number in it', () => {
    expect([1, 2].map((count) => countInHindi(count, '# अतिथि'))).toEqual(['1 अतिथि', '2 अतिथि'])
    expect([1, 2].map((count) => countInEnglish(count, 'the one', 'the #'))).toEqual(['the one', 'the 2'])
  })

  test('is written by what is made once', () => {
    const before = english()
    const spies = [vi.spyOn(Intl, 'PluralRules'), vi.spyOn(Intl, 'NumberFormat')]
    onTestFinished(() => void vi.restoreAllMocks())
    expect(english()).toEqual(before)
    for (const spy of spies) expect(spy).not.toHaveBeenCalled()
  })
})

test.each([
  [0, 1, '0 of 1 student is below 75%.'],
  [1, 1, '1 of 1 student is below 75%.'],
  [1, 12, '1 of 12 students is below 75%.'],
  [0, 12, '0 of 12 students are below 75%.'],
  [3, 1200, '3 of 1,200 students are below 75%.'],
])('the verb fits where %i of %i are below', (below, students, sentence) => {
  expect(reportTexts.below75(below, students)).toBe(sentence)
})
