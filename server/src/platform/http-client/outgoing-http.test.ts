import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OutgoingRequest, sendHttp } from './outgoing-http.ts'
import { isPublicAddress } from './vetted-address.ts'

let server: Server
let base = ''
let requests = 0

beforeAll(async () => {
  server = createServer((request, response) => {
    requests += 1
    if (request.url === '/redirect') response.writeHead(302, { location: '/' }).end()
    else if (request.url === '/endless') {
      const more = (): void => {
        while (response.write('x'.repeat(65_536)));
      }
      response.on('drain', more)
      more()
    } else if (request.url !== '/silent')
      response.writeHead(200, { 'x-seen': request.method ?? '' }).end('fine')
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const send = (url: string, over: Partial<OutgoingRequest> = {}) =>
  sendHttp({
    url,
    method: 'POST',
    body: '{}',
    connectTimeoutMs: 60_000,
    totalTimeoutMs: 60_000,
    maxResponseBytes: 1_024,
    allowPrivate: true,
    ...over,
  })

test('a response has its status, headers and body', async () => {
  const reply = await send(`${base}/`)
  expect(reply).toMatchObject({ status: 200, headers: { 'x-seen': 'POST' } })
  expect(reply.error === undefined && reply.body.toString()).toBe('fine')
})

test('a redirect is a response and is not followed', async () => {
  const before = requests
  expect(await send(`${base}/redirect`)).toMatchObject({ status: 302 })
  expect(requests - before).toBe(1)
})

test('an endless response is cut at the limit', async () => {
  const reply = await send(`${base}/endless`)
  expect(reply.error === undefined && reply.body.length).toBe(1_024)
})

test('a receiver that never responds times out', async () => {
  expect(await send(`${base}/silent`, { totalTimeoutMs: 100 })).toMatchObject({ error: 'timed_out' })
})

test('a closed port gives connect_failed', async () => {
  expect(await send('http://127.0.0.1:1/')).toMatchObject({ error: 'connect_failed' })
})

test.each([
  ['http://user:secret@127.0.0.1/', 'bad_url'],
  ['ftp://127.0.0.1/', 'bad_url'],
  ['not a url', 'bad_url'],
])('%s is refused as %s', async (url, error) => {
  expect(await send(url)).toMatchObject({ error })
})

describe('when private addresses are not allowed', () => {
  test.each([
    ['http://127.0.0.1/', 'private_address'],
    ['http://localhost/', 'private_address'],
    ['http://[::1]/', 'private_address'],
    ['http://2130706433/', 'private_address'],
    ['http://0x7f.1/', 'private_address'],
    ['http://[::ffff:10.0.0.1]/', 'private_address'],
    ['http://169.254.169.254/latest/meta-data', 'private_address'],
    ['http://8.8.8.8:22/', 'bad_url'],
  ])('%s is refused as %s and never connected to', async (url, error) => {
    const before = requests
    expect(await send(url, { allowPrivate: false })).toMatchObject({ error })
    expect(requests).toBe(before)
  })
})

test.each([
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.1.2.3',
  '169.254.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8%eth0',
  '::ffff:192.168.1.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:2::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  'example.com',
  '',
])('%s is not a public address', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each([
  '1.1.1.1',
  '8.8.8.8',
  '100.63.255.255',
  '100.128.0.1',
  '172.15.0.1',
  '172.32.0.1',
  '192.0.1.1',
  '2606:4700::1111',
  '2a00:1450::1',
  '2400:cb00::1',
])('%s is a public address', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})
