import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Validator } from '@seriousme/openapi-schema-validator'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyCallDocument } from '../testing/every-call-document.ts'
import { openShop, type Shop } from '../testing/shop.ts'

const DOCUMENT = '/api/openapi.json'

let shop: Shop
/** As they are registered with Fastify. */
const routes: { readonly method: string; readonly url: string }[] = []
const watch = (message: unknown): void => {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) routes.push({ method: each, url })
  })
}

let document: { paths: Record<string, Record<string, unknown>>; servers: { url: string }[] }

beforeAll(async () => {
  subscribe('fastify.initialization', watch)
  shop = await openShop()
  document = (await shop.call({ url: DOCUMENT })).json()
})
afterAll(() => {
  unsubscribe('fastify.initialization', watch)
  return shop.close()
})

test('the document and all its references are valid OpenAPI 3.1 to an independent validator', async () => {
  const validator = new Validator()
  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
  const text = JSON.stringify(document)
  for (const [, path = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    const found = path
      .split('/')
      .reduce<unknown>((part, name) => (part as Record<string, unknown>)?.[name], document)
    expect(found, path).toBeTypeOf('object')
  }
})

test('the validator of these tests refuses a broken document', async () => {
  const broken = structuredClone(document)
  broken.paths['/nowhere'] = { get: { responses: { 200: {} } } }
  expect((await new Validator().validate(broken)).valid).toBe(false)
})

test('the document contains the address of the server, and any page may read it', async () => {
  expect(document.servers).toEqual([{ url: 'http://localhost:3000' }])
  const { headers } = await shop.call({ url: DOCUMENT, headers: { origin: 'https://editor.example' } })
  expect(headers['access-control-allow-origin']).toBe('*')
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
})

test('the document is compressed as the client accepts, and answers 304 to a client that has it', async () => {
  const ask = (headers: Record<string, string>) => shop.call({ url: DOCUMENT, headers })
  const plain = await ask({})
  const brotli = await ask({ 'accept-encoding': 'gzip, deflate, br, zstd' })
  const gzip = await ask({ 'accept-encoding': 'gzip' })
  expect(brotli.headers['content-encoding']).toBe('br')
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect((await ask({ 'accept-encoding': 'br;q=0, gzip' })).headers['content-encoding']).toBe('gzip')
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body)
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
  expect(brotli.rawPayload.length).toBeLessThan(plain.rawPayload.length / 6)

  const tag = String(plain.headers.etag)
  expect(tag).toMatch(/^W\/"[\w-]{22}"$/)
  expect([brotli.headers.etag, gzip.headers.etag]).toEqual([tag, tag])
  const again = await ask({ 'if-none-match': `"other", ${tag}` })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  expect((await ask({ 'if-none-match': 'W/"other"' })).statusCode).toBe(200)
})

/** Pages and files for people and their browsers, and the figures of the process; everything else that answers is a call. */
const PAGES = new Set([
  '/*',
  '/robots.txt',
  '/sitemap.xml',
  '/llms.txt',
  '/api.md',
  '/pay/:orderId',
  '/pay/:orderId/claim',
  '/pay/:orderId/view',
  '/l/:code',
  '/pay/logo/:merchantId/:name',
  '/receipt/:orderId',
  '/receipt/:orderId/:file',
  '/verify-receipt',
  '/.well-known/galla-receipts.json',
  '/.well-known/security.txt',
  '/metrics',
])
const isPage = (url: string): boolean =>
  PAGES.has(url) || /^\/(pay\/script|sdk|downloads)\//.test(url) || /^\/docs(\/[\w-]+)?\.md$/.test(url)

test('every route of the server is a call of the contract or on a list, and every documented one exists', () => {
  const answering = routes
    .filter(({ method, url }) => !isPage(url) && method !== 'HEAD' && method !== 'OPTIONS')
    .map(({ method, url }) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`)
  const operationsOf = (paths: Record<string, Record<string, unknown>>) =>
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
  const every = operationsOf(everyCallDocument().paths)
  expect(answering.toSorted()).toEqual(every.toSorted())
  expect(every.length).toBeGreaterThan(80)
  expect(operationsOf(document.paths).filter((each) => !answering.includes(each))).toEqual([])
})
