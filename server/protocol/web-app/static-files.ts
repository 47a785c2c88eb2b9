import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseEncoding, type Encoding, encodings } from '../http/choose-encoding.ts'
import { entityTagOf, isKnown } from '../http/entity-tag.ts'

/** A file as it is sent: uncompressed, and in each encoding that is smaller. */
export type StaticFile = {
  readonly type: string
  readonly etag: string
  readonly cacheControl: string
  /** Request headers besides Accept-Encoding on which the answer depends. */
  readonly vary?: string
  /** Replaces the header that every answer has. */
  readonly contentSecurityPolicy?: string
  readonly content: Buffer
  readonly encoded: Readonly<Partial<Record<Encoding, () => Promise<Buffer>>>>
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}
const compressWithBrotli = promisify(brotliCompress)
const compressWithGzip = promisify(gzip)
const extensions = { br: '.br', gzip: '.gz' } as const satisfies Record<Encoding, string>

/**
 * Every file below `root` by its address, with its compressed variants from the build; pages and hidden files are left
 * out. They are kept in memory, a few megabytes: one lookup answers a request, no address can lead out of the folder,
 * and a new build under a running server cannot remove the files that its pages name.
 */
export function readStaticFiles(root: string): ReadonlyMap<string, StaticFile> {
  const names = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length).split(sep).join('/'))
    .map((name) => (name.startsWith('/') ? name : `/${name}`))
  const twins = new Set(names.filter((name) => /\.(br|gz)$/.test(name)))
  const isServed = (name: string) => !twins.has(name) && !name.endsWith('.html') && !name.includes('/.')
  return new Map(names.filter(isServed).map((name) => [name, readStaticFile(root, name, twins)]))
}

function readStaticFile(root: string, name: string, twins: ReadonlySet<string>): StaticFile {
  const encoded: Partial<Record<Encoding, () => Promise<Buffer>>> = {}
  for (const encoding of encodings) {
    const twin = `${name}${extensions[encoding]}`
    if (!twins.has(twin)) continue
    const compressed = Promise.resolve(readFileSync(join(root, twin)))
    encoded[encoding] = () => compressed
  }
  const content = readFileSync(join(root, name))
  // Names of files under assets/ hold a hash of their content.
  const cacheControl = name.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
  return { type: typeOf(extname(name)), etag: entityTagOf(content), cacheControl, content, encoded }
}

/** A page that is made in memory and compressed at its first request, so that the start need not wait. */
export function toStaticPage(
  html: string,
  options: Pick<StaticFile, 'vary' | 'contentSecurityPolicy'> = {},
): StaticFile {
  const content = Buffer.from(html)
  const encoded = {
    br: once(() => compressWithBrotli(content)),
    gzip: once(() => compressWithGzip(content, { level: constants.Z_BEST_COMPRESSION })),
  }
  return { type: typeOf('.html'), etag: entityTagOf(content), cacheControl: 'no-cache', content, encoded, ...options }
}

/** Requests during the compression wait for the same result. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => (made ??= make())
}

function typeOf(extension: string): string {
  return types[extension] ?? 'application/octet-stream'
}

/** Answers 304 when the browser has this version already (RFC 9110 §13.1.2); only a status of 200 can be so. */
export async function sendStaticFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StaticFile,
): Promise<FastifyReply> {
  reply.header('cache-control', file.cacheControl).header('etag', file.etag)
  const vary = [file.vary, Object.keys(file.encoded).length > 0 && 'accept-encoding'].filter(Boolean).join(', ')
  if (vary !== '') reply.header('vary', vary)
  // With a 304 too: the browser replaces the headers that it keeps with these (RFC 9111 §3.2).
  if (file.contentSecurityPolicy !== undefined) reply.header('content-security-policy', file.contentSecurityPolicy)
  if (reply.statusCode === 200 && isKnown(request, file.etag)) return reply.code(304).send()
  reply.type(file.type)
  const encoding = chooseEncoding(request.headers['accept-encoding'], encodings)
  const encoded = encoding && (await file.encoded[encoding]?.())
  return encoded ? reply.header('content-encoding', encoding).send(encoded) : reply.send(file.content)
}
