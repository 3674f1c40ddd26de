import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ManualClock, manualClock } from '../clock.ts'
import { randomIds } from '../ids.ts'
import { createLog } from '../log.ts'
import { firstReplies } from './first-replies.ts'
import { createHttpServer } from './http-server.ts'

const ASKED = ['/api/v1/session', '/api/v1/list?page=1', '/api/v1/broken', '/api/v1/account']

let app: FastifyInstance
let clock: ManualClock
/** Replies of the list wait for it. */
let list: Promise<unknown>

beforeEach(() => {
  clock = manualClock(new Date('2026-11-21T06:00:00Z'))
  list = Promise.resolve()
  const settings = { production: true, publicUrl: new URL('https://galla.example/'), trustProxy: [] }
  app = createHttpServer({ settings, log: createLog({ level: 'silent' }), clock, ids: randomIds })
  app.get('/api/v1/session', (request, reply) =>
    request.headers.cookie === 'galla=asha' ? { data: 'Asha' } : reply.code(401).send({}),
  )
  app.get('/api/v1/list', async ({ ip }) => {
    await list
    return { data: [`</script><!--__NONCE__ of ${ip}`] }
  })
  app.post('/api/v1/account', ({ body }) => ({ data: body }))
  app.get('/api/v1/broken', (_request, reply) => reply.code(500).send({ data: 'broken' }))
  app.get('/page', async (request, reply) =>
    reply.send((await firstReplies(app, request, clock, ASKED)) ?? ''),
  )
})
afterEach(() => app.close())

const page = async (headers: Record<string, string>) =>
  (await app.inject({ url: '/page', headers, remoteAddress: '192.0.2.7' })).body

const own = { cookie: 'galla=asha' }

test('a page brings the replies to its calls, made as the browser would, and none that failed', async () => {
  const html = await page(own)
  const [, date, json = ''] =
    /^<script type="application\/json" id="first-replies" data-date="(.*?)">(.*)<\/script>$/.exec(html) ?? []
  expect(date).toBe('Sat, 21 Nov 2026 06:00:00 GMT')
  expect(JSON.parse(json)).toEqual({
    '/api/v1/session': { data: 'Asha' },
    '/api/v1/list?page=1': { data: ['</script><!--__NONCE__ of 192.0.2.7'] },
    '/api/v1/account': { data: {} },
  })
})

test('no text in a reply ends the element or opens a comment', async () => {
  const html = await page(own)
  expect(html.match(/<(?:\/script|!--)/g)).toEqual(['</script'])
})

test('a visitor without a session, or with an ended one, gets none', async () => {
  expect(await page({})).toBe('')
  expect(await page({ cookie: 'galla=ended' })).toBe('')
})

test('a navigation from a foreign page gets none', async () => {
  for (const site of ['cross-site', 'same-site'])
    expect(await page({ ...own, 'sec-fetch-site': site })).toBe('')
  for (const site of ['same-origin', 'none'])
    expect(await page({ ...own, 'sec-fetch-site': site })).toContain('Asha')
})

test('a page does not wait for a slow call', async () => {
  list = new Promise(() => {})
  const waiting = page(own)
  const ended = () => {
    clock.advance({ ms: 400 })
    return Promise.race([waiting, 'waits'])
  }
  await expect.poll(ended).toBe('')
})
