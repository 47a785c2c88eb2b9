import { expect, test } from 'vitest'
import { unzip } from '#roster-files/unzip.ts'
import { writeZip, type ZipEntry } from './zip.ts'

async function write(entries: readonly ZipEntry[]): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of writeZip(entries)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const entries = () => [
  { name: 'xl/ä.xml', content: ['<a>', 'नमस्ते', '</a>'] },
  { name: 'nothing.xml', content: [] },
  { name: 'long.xml', content: Array.from({ length: 400 }, (_, index) => `<row>${index}</row>`.repeat(100)) },
]

test('every part of a zip file comes out as it went in', async () => {
  const files = unzip(await write(entries()), () => true)
  expect([...files].map(([name, bytes]) => [name, new TextDecoder().decode(bytes)])).toEqual(
    entries().map(({ name, content }) => [name, content.join('')]),
  )
})

test('equal contents give equal zip files', async () => {
  expect(await write(entries())).toEqual(await write(entries()))
})

test('a zip file is sent while its content is made', async () => {
  let made = 0
  async function* content() {
    for (; made < 64; made++) yield Math.random().toString(36).repeat(10_000)
  }
  const chunks = writeZip([{ name: 'sheet.xml', content: content() }])
  // The name of the part, then the first bytes of what it holds.
  await chunks.next()
  await chunks.next()
  expect(made).toBeLessThan(4)
})

test('a content that fails makes the zip file fail', async () => {
  async function* content() {
    yield 'text'
    throw new Error('The database is gone')
  }
  await expect(write([{ name: 'sheet.xml', content: content() }])).rejects.toThrow('The database is gone')
})
