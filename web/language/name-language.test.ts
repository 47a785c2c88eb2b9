import { expect, test } from 'vitest'
import { nameLanguage } from './name-language.ts'

test.each([
  ['श्रेया चट्टोपाध्याय', 'hi'],
  ['Shreya चट्टोपाध्याय', 'hi'],
  ['Shreya Chattopadhyay', undefined],
  ['', undefined],
])('the language of the name %j is %s', (name, language) => {
  expect(nameLanguage(name)).toBe(language)
})
