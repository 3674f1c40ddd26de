import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { manualClock } from '../clock.ts'
import { randomIds } from '../ids.ts'
import { createLog } from '../log.ts'
import { createHttpServer } from './http-server.ts'
import { serveWebApp } from './web-app.ts'

const publicUrl = new URL('https://galla.example/')
const folder = mkdtempSync(join(tmpdir(), 'galla-web-app-'))
let app: FastifyInstance

const clock = manualClock(new Date('2026-11-21T06:00:00Z'))
beforeAll(async () => {
  mkdirSync(join(folder, 'pages'))
  mkdirSync(join(folder, 'assets'))
  const files = {
    'index.html': '<style nonce="__NONCE__"></style>the app',
    'assets/app-1234.js': 'alert(1)',
    'favicon.svg': '<svg/>',
    'pages/landing.html': '<style nonce="__NONCE__"></style><link rel="canonical" href="__ORIGIN__/">welcome',
    'pages/pricing.html': 'our prices',
    'pages/not-found.html': 'nothing here',
    'pages/robots.txt': 'Sitemap: __ORIGIN__/sitemap.xml',
    'pages/sitemap.xml': '<loc>__ORIGIN__/</loc>',
    'pages/llms.txt': '# Galla\n__ORIGIN__/docs.md',
    'pages/docs.md': '# Guide',
    'pages/docs-orders.md': '# Orders',
    'pages/contact.html': '<a title="__CONTACT_EMAIL__">',
    'pages/pages.json': JSON.stringify({
      pages: { '/': 'landing.html', '/pricing': 'pricing.html', '/contact': 'contact.html' },
      shell: ['/dashboard', '/simulator'],
      asks: {},
      texts: { '/llms.txt': 'llms.txt', '/docs.md': 'docs.md', '/docs/orders.md': 'docs-orders.md' },
    }),
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const settings = { production: true, publicUrl, trustProxy: [] }
  app = createHttpServer({
    settings,
    log: createLog({ level: 'silent' }),
    clock,
    ids: randomIds,
  })
  app.post('/api/v1/call', () => ({ success: true }))
  const contactEmail = 'o"k@tea.example'
  await serveWebApp(app, { distDir: folder, ids: randomIds, clock, publicUrl, contactEmail })
})

afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

test('a public page is sent as it was rendered, with any query', async () => {
  for (const url of ['/pricing', '/pricing?utm_source=x', '/pricing?next=/a.js']) {
    const reply = await app.inject({ url })
    expect([reply.statusCode, reply.body, reply.headers['content-type']]).toEqual([
      200,
      'our prices',
      'text/html; charset=utf-8',
    ])
  }
})

test('each reply has its own nonce, the same in its policy and its styles', async () => {
  const nonces = new Set<string>()
  for (let times = 0; times < 2; times++) {
    const { body, headers } = await app.inject({ url: '/' })
    const nonce = /nonce="(.+?)"/.exec(body)?.[1] ?? ''
    expect(headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
    nonces.add(nonce)
  }
  expect(nonces.size).toBe(2)
})

test('absolute addresses start with the public address', async () => {
  expect((await app.inject({ url: '/' })).body).toContain('href="https://galla.example/"')
  expect((await app.inject({ url: '/robots.txt' })).body).toBe('Sitemap: https://galla.example/sitemap.xml')
  expect((await app.inject({ url: '/sitemap.xml' })).body).toBe('<loc>https://galla.example/</loc>')
  expect((await app.inject({ url: '/llms.txt' })).body).toBe('# Galla\nhttps://galla.example/docs.md')
  const guide = await app.inject({ url: '/docs.md' })
  expect([guide.body, guide.headers['content-type']]).toEqual(['# Guide', 'text/markdown; charset=utf-8'])
})

test("the contact page shows the operator's contact", async () => {
  expect((await app.inject({ url: '/contact' })).body).toBe('<a title="o&quot;k@tea.example">')
})

test('the addresses of the dashboards get the app, and an unknown one below them has status 404', async () => {
  expect((await app.inject({ url: '/dashboard' })).statusCode).toBe(200)
  expect((await app.inject({ url: '/simulator' })).body).toContain('the app')
  for (const url of ['/dashboard/nothing', '/operator/nothing']) {
    const unknown = await app.inject({ url })
    expect([url, unknown.statusCode, unknown.body.endsWith('the app')]).toEqual([url, 404, true])
  }
})

test('an unknown address gets a page with status 404, and a missing file gets no page', async () => {
  for (const url of [
    '/nothing',
    '/pricing/more',
    '//galla.example/',

    '/__proto__',
    '/constructor',
  ]) {
    const reply = await app.inject({ url })
    expect([url, reply.statusCode, reply.body]).toEqual([url, 404, 'nothing here'])
  }
  for (const url of ['/assets/gone-1234.js', '/pages/landing.html', '/pages/pages.json', '/api/nothing'])
    expect((await app.inject({ url })).json()).toMatchObject({ success: false, code: 'not_found' })
})

test('a call with a wrong method gets the allowed one', async () => {
  const reply = await app.inject({ url: '/api/v1/call?amount=1' })
  expect([reply.statusCode, reply.headers.allow, reply.json().code]).toEqual([
    405,
    'POST',
    'method_not_allowed',
  ])
})

test('a page has one address, to which the others redirect, never to another host', async () => {
  const places = { '/pricing/?a=1': '/pricing?a=1', '/pricing//': '/pricing', '/index.html': '/' }
  for (const [url, place] of Object.entries(places)) {
    const reply = await app.inject({ url })
    expect([reply.statusCode, reply.headers.location]).toEqual([308, place])
  }
  for (const url of ['//evil.example/', '//evil.example/x/'])
    expect((await app.inject({ url })).statusCode).toBe(404)
})

test('HEAD replies with the same headers and no page', async () => {
  const reply = await app.inject({ method: 'HEAD', url: '/nothing' })
  expect([reply.statusCode, reply.body]).toEqual([404, ''])
  expect((await app.inject({ method: 'HEAD', url: '/pricing' })).statusCode).toBe(200)
})

test('a page is compressed as the browser accepts', async () => {
  const packed = (encoding: string) =>
    app.inject({ url: '/pricing', headers: { 'accept-encoding': encoding } })
  expect(brotliDecompressSync((await packed('gzip, br')).rawPayload).toString()).toBe('our prices')
  expect(gunzipSync((await packed('gzip')).rawPayload).toString()).toBe('our prices')
  expect((await packed('identity')).body).toBe('our prices')
  expect((await packed('br;q=0, gzip')).headers['content-encoding']).toBe('gzip')
  expect((await packed('br;q=0')).body).toBe('our prices')
})

test('files with a hash in their name are cached forever, and the others are revalidated', async () => {
  const keeping = async (url: string) => (await app.inject({ url })).headers['cache-control']
  expect(await keeping('/assets/app-1234.js')).toContain('immutable')
  expect(await keeping('/favicon.svg')).toBe('no-cache')
  expect(await keeping('/')).toBe('no-cache')
})

test("security.txt names the operator's address, and is in force for 180 days more", async () => {
  const read = () => app.inject({ url: '/.well-known/security.txt' })
  expect((await read()).body).toBe('Contact: mailto:o%22k@tea.example\nExpires: 2027-05-20T06:00:00.000Z\n')
  clock.advance({ days: 1 })
  const { headers, body } = await read()
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(body).toContain('Expires: 2027-05-21T06:00:00.000Z')
})
