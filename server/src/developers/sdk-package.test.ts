import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { manualClock } from '../platform/clock.ts'
import { createHttpServer } from '../platform/http/http-server.ts'
import { randomIds } from '../platform/ids.ts'
import { createLog } from '../platform/log.ts'
import { sdkPackageRoute } from './sdk-package.ts'

const PACKAGE = gzipSync('what was packed')
const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0)) await end()
})

const serving = (files: Record<string, Buffer | string>, below = '') => {
  const folder = mkdtempSync(join(tmpdir(), 'galla-sdk-route-'))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  const logged: string[] = []
  const log = createLog({ level: 'info', write: (line) => void logged.push(line) })
  const publicUrl = new URL('https://galla.example/')
  const settings = { production: true, publicUrl, trustProxy: [] }
  const clock = manualClock(new Date('2026-11-21T06:00:00Z'))
  const app: FastifyInstance = createHttpServer({ settings, log, clock, ids: randomIds })
  sdkPackageRoute(app, { distDir: join(folder, below), log })
  endings.push(
    () => app.close(),
    () => rmSync(folder, { recursive: true }),
  )
  return { app, logged }
}

const URL_PATH = '/sdk/galla-sdk-1.2.0-rc.1.tgz'

test('the package is served unchanged under its file name, without a content encoding', async () => {
  const { app } = serving({ 'galla-sdk-1.2.0-rc.1.tgz': PACKAGE, '.inputs': 'x' })
  const reply = await app.inject({ url: URL_PATH, headers: { 'accept-encoding': 'gzip, br' } })
  expect(reply.statusCode).toBe(200)
  expect(reply.rawPayload.equals(PACKAGE)).toBe(true)
  expect(reply.headers).toMatchObject({
    'content-type': 'application/gzip',
    'content-length': String(PACKAGE.length),
    'content-disposition': 'attachment; filename="galla-sdk-1.2.0-rc.1.tgz"',
    'access-control-allow-origin': '*',
    'x-content-type-options': 'nosniff',
  })
  expect(reply.headers).not.toHaveProperty('content-encoding')
})

test('the digest of the package is that of its bytes, and a client that has it gets 304', async () => {
  const { app } = serving({ 'galla-sdk-1.2.0-rc.1.tgz': PACKAGE })
  const { headers } = await app.inject({ url: URL_PATH })
  const sha512 = createHash('sha512').update(PACKAGE).digest('base64')
  expect(headers['repr-digest']).toBe(`sha-512=:${sha512}:`)
  expect(headers['cache-control']).toBe('public, no-cache')
  for (const known of [headers.etag, `"older", W/${headers.etag}`]) {
    const again = await app.inject({ url: URL_PATH, headers: { 'if-none-match': String(known) } })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', headers.etag])
  }
  const older = await app.inject({ url: URL_PATH, headers: { 'if-none-match': '"of-another-build"' } })
  expect(older.statusCode).toBe(200)
})

test('no other file of the build and no other version is served', async () => {
  const { app } = serving({ 'galla-sdk-1.2.0-rc.1.tgz': PACKAGE, '.inputs': 'x', 'galla.js': 'y' })
  for (const name of ['.inputs', 'galla.js', 'galla-sdk-1.2.0.tgz', '../package.json', ''])
    expect((await app.inject({ url: `/sdk/${name}` })).statusCode).toBe(404)
})

test.each(['', 'dist'])('Galla starts without the package, and logs that it was not built', async (below) => {
  const { app, logged } = serving({ 'galla.js': 'y' }, below)
  expect(logged.join()).toContain('the SDK is not built')
  expect((await app.inject({ url: URL_PATH })).statusCode).toBe(404)
})

test('an upgrade keeps the released versions at their addresses', async () => {
  const { app } = serving(
    {
      'dist/galla-sdk-1.2.0.tgz': PACKAGE,
      'released/galla-sdk-1.1.0.tgz': 'old',
      'released/galla-sdk-1.2.0.tgz': PACKAGE,
    },
    'dist',
  )
  const old = await app.inject({ url: '/sdk/galla-sdk-1.1.0.tgz' })
  expect([old.statusCode, old.body]).toEqual([200, 'old'])
  expect((await app.inject({ url: '/sdk/galla-sdk-1.2.0.tgz' })).rawPayload.equals(PACKAGE)).toBe(true)
})
