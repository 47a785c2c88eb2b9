import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { QrCode } from './qr-code.tsx'

const address = 'https://attend.example.org/register?code=K7QF-3M9T'

/** The dark modules that the picture's strokes cover. */
function readModules(markup: string): Set<string> {
  const strokes = [...markup.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)].map((found) => found.slice(1).map(Number))
  return new Set(
    strokes.flatMap(([x = 0, y = 0, width = 0]) => Array.from({ length: width }, (_, step) => `${x + step} ${y}`)),
  )
}

test('draws each dark module of the code, and no other', () => {
  const drawn = readModules(renderToStaticMarkup(createElement(QrCode, { address, label: 'code' })))
  const { data } = encode(address, { ecc: 'M', border: 4 })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x} ${y}`] : [])))
  expect(dark.length).toBeGreaterThan(300)
  expect([...drawn].toSorted()).toEqual(dark.toSorted())
})

test('leaves four blank modules around it', () => {
  const markup = renderToStaticMarkup(createElement(QrCode, { address, label: 'code' }))
  const size = Number(/viewBox="0 0 (\d+)/.exec(markup)?.[1])
  for (const module of readModules(markup)) {
    for (const place of module.split(' ').map(Number)) {
      expect(place).toBeGreaterThanOrEqual(4)
      expect(place).toBeLessThan(size - 4)
    }
  }
})
