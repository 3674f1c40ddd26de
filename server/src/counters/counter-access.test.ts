import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ENDPOINTS } from '@galla/contract/endpoint-harness'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logInAtCounter } from '../../testing/every-caller.ts'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { openCounter, PIN, payPrintedQr } from './counters-harness.ts'

const ORIGIN = 'http://localhost:3000'

let shop: Shop
let merchant: ShopMerchant

beforeAll(async () => {
  shop = await openShop({ API_RATE_PER_SECOND: '1000' })
  merchant = await shop.merchant()
})
afterAll(() => shop.close())

const logIn = (token: string, pin: string) =>
  shop.call({
    method: 'POST',
    url: '/api/v1/counter/login',
    payload: { token, pin },
    headers: { origin: ORIGIN },
  })

test("a counter's token opens the calls of the counter and no others", async () => {
  const { cookie } = await openCounter(shop, merchant)
  const open: string[] = []
  for (const { endpoint } of ENDPOINTS) {
    if (endpoint.auth === 'public') continue
    const reply = await shop.call({
      method: endpoint.method,
      url: `/api/v1${endpoint.path}`,
      headers: { cookie, origin: ORIGIN },
      ...(endpoint.method === 'GET' ? {} : { payload: {} }),
    })
    if (reply.statusCode !== 401) open.push(endpoint.path)
    else expect(endpoint.auth, endpoint.path).not.toBe('counter')
  }
  expect(open.toSorted()).toEqual([
    '/counter',
    '/counter/credits/:creditId/orders',
    '/counter/credits/:creditId/take',
    '/counter/orders',
  ])
})

test("a merchant's session and API key do not open the calls of a counter", async () => {
  for (const headers of [{ cookie: merchant.cookie }, { authorization: `Bearer ${merchant.key}` }])
    expect((await shop.call({ url: '/api/v1/counter', headers })).statusCode).toBe(401)
})

test('a device logs in with the link and the PIN; a wrong PIN and an unknown link get the same reply', async () => {
  const { loginToken } = await openCounter(shop, merchant)
  const [wrong, unknown] = [await logIn(loginToken, '0000'), await logIn('unknown', PIN)]
  expect(wrong.statusCode).toBe(401)
  expect({ ...unknown.json(), requestId: '' }).toEqual({ ...wrong.json(), requestId: '' })
  expect((await logIn(loginToken, PIN)).statusCode).toBe(200)
  const foreign = await shop.call({
    method: 'POST',
    url: '/api/v1/counter/login',
    payload: { token: loginToken, pin: PIN },
    headers: { origin: 'https://elsewhere.example' },
  })
  expect(foreign.statusCode).toBe(403)
})

test('logInAtCounter allows 5 PINs in 15 minutes and 20 a day, also concurrent ones', async () => {
  const { loginToken } = await openCounter(shop, merchant)
  const codes = async (tries: number) => {
    const replies = await Promise.all(Array.from({ length: tries }, () => logIn(loginToken, '9998')))
    return replies.filter(({ statusCode }) => statusCode === 401).length
  }
  expect(await codes(12)).toBe(5)
  expect((await logIn(loginToken, PIN)).json().code).toBe('too_many_attempts')
  let tried = 5
  for (let round = 0; round < 6; round += 1) {
    shop.clock.advance({ minutes: 16 })
    tried += await codes(6)
  }
  expect(tried).toBeLessThanOrEqual(20)
  shop.clock.advance({ hours: 25 })
  expect((await logIn(loginToken, PIN)).statusCode).toBe(200)
  merchant = await shop.logInAgain(merchant)
})

test('a new login link logs out every device and ends the old link, and closing a counter ends both', async () => {
  const counter = await openCounter(shop, merchant, 'Renewed')
  const renewed = await merchant.post(`/user/counters/${counter.counterId}/login`, { pin: '8264' })
  expect(renewed.statusCode, renewed.body).toBe(200)
  expect((await counter.get('/counter')).statusCode).toBe(401)
  expect((await logIn(counter.loginToken, PIN)).statusCode).toBe(401)
  const token = new URL(renewed.json().data.loginUrl).hash.slice(1)
  const cookie = await logInAtCounter(shop, token, '8264')
  const read = () => shop.call({ url: '/api/v1/counter', headers: { cookie } })
  expect((await read()).statusCode).toBe(200)
  expect((await merchant.post(`/user/counters/${counter.counterId}/close`)).statusCode).toBe(200)
  expect((await read()).statusCode).toBe(401)
  expect((await logIn(token, '8264')).statusCode).toBe(401)
  const names = (await merchant.get('/user/counters')).json().data.map((each: { name: string }) => each.name)
  expect(names).not.toContain('Renewed')
})

test('a sixth device logs out the first one, and a device can log out', async () => {
  const counter = await openCounter(shop, merchant, 'Many devices')
  const cookies: string[] = []
  for (let n = 0; n < 5; n += 1) {
    shop.clock.advance({ seconds: 1 })
    cookies.push(await logInAtCounter(shop, counter.loginToken, PIN))
  }
  const statusOf = async (cookie = '') =>
    (await shop.call({ url: '/api/v1/counter', headers: { cookie } })).statusCode
  expect(await statusOf(counter.cookie)).toBe(401)
  expect(await Promise.all(cookies.map(statusOf))).toEqual([200, 200, 200, 200, 200])
  const cookie = cookies[0] ?? ''
  await shop.call({ method: 'POST', url: '/api/v1/counter/logout', headers: { cookie, origin: ORIGIN } })
  expect(await statusOf(cookie)).toBe(401)
})

test('the event stream reports a payment to the printed QR, and needs a logged-in device', async () => {
  const counter = await openCounter(shop, merchant, 'Live')
  await shop.app.http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = shop.app.http.server.address() as AddressInfo
  const open = async (cookie: string): Promise<IncomingMessage> => {
    const request = get({ port, host: '127.0.0.1', path: '/api/v1/counter/events', headers: { cookie } })
    const [reply] = (await once(request, 'response')) as [IncomingMessage]
    return reply
  }
  expect((await open('x=y')).statusCode).toBe(401)
  const stream = await open(counter.cookie)
  let text = ''
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  const changes = () => text.split('event: changed').length - 1
  await expect.poll(changes).toBeGreaterThanOrEqual(1)
  await payPrintedQr(shop, merchant, '61.00')
  await expect.poll(changes).toBeGreaterThan(1)
  shop.clock.advance({ seconds: 5 })
  await expect.poll(() => text).toContain('event: beat')
  const heard = changes()
  await merchant.post(`/user/counters/${counter.counterId}/close`)
  await expect.poll(changes).toBeGreaterThan(heard)
  stream.destroy()
})
