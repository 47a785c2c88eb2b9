import { afterEach, expect, test, vi } from 'vitest'
import { addressWith, readProduct } from './read-product.ts'

afterEach(() => vi.unstubAllGlobals())

test('an address has of its query what is neither undefined nor empty', () => {
  expect(addressWith('/here', { limit: 5, search: '', from: undefined, sort: 'a b' })).toBe('/here?limit=5&sort=a+b')
  expect(addressWith('/here', { from: undefined })).toBe('/here')
})

test('a report is read at the address of its call', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    return new Response('{"total":0,"students":[]}')
  })
  expect(await readProduct('GET /reports/students', {}, { limit: 5 })).toEqual({ total: 0, students: [] })
  expect(asked).toEqual(['/api/v1/reports/students?limit=5'])
})
