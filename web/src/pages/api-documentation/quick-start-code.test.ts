import { createHmac } from 'node:crypto'
import { createContext, runInContext } from 'node:vm'
import { SECRET_PREFIX, signedContent } from '@galla/contract/webhook'
import { expect, test } from 'vitest'
import { checkWithCurl, createWithCurl, createWithNode, verifyWithNode } from './quick-start-code.ts'

const place = { apiUrl: 'http://localhost:3000/api/v1', key: 'key_test_abc' }
const SECRET = `${SECRET_PREFIX}MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw`
const NOW_SECONDS = 1_795_239_000

/** The sample's own check, run as it stands, without its imports and its server. */
async function sampleCheck(): Promise<(headers: Record<string, string>, body: string) => boolean> {
  const { timingSafeEqual } = await import('node:crypto')
  const sample = verifyWithNode()
  const check = sample.slice(sample.indexOf('const secret'), sample.indexOf('createServer(async'))
  const context = createContext({
    createHmac,
    timingSafeEqual,
    Buffer,
    Date: { now: () => NOW_SECONDS * 1000 },
    process: { env: { GALLA_WEBHOOK_SECRET: SECRET } },
  })
  return runInContext(`${check}; isFromGalla`, context)
}

const signed = (body: string, timestamp: number) => {
  const key = Buffer.from(SECRET.slice(SECRET_PREFIX.length), 'base64')
  const signature = createHmac('sha256', key)
    .update(signedContent('msg_1', timestamp, body))
    .digest('base64')
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,AAAA v1,${signature}`,
  }
}

test('the sample accepts what the contract signs, and nothing else', async () => {
  const isFromGalla = await sampleCheck()
  const body = '{"status":"success"}'
  expect(isFromGalla(signed(body, NOW_SECONDS), body)).toBe(true)
  expect(isFromGalla(signed(body, NOW_SECONDS), `${body} `)).toBe(false)
  expect(isFromGalla(signed(body, NOW_SECONDS - 301), body)).toBe(false)
  expect(isFromGalla({}, body)).toBe(false)
})

test('every command carries the key and the address of this server', () => {
  for (const command of [createWithCurl(place), createWithNode(place), checkWithCurl(place)]) {
    expect(command).toContain(place.key)
    expect(command).toContain(`${place.apiUrl}/order/`)
  }
})

test("curl's body is JSON that create-order takes", async () => {
  const { createOrderBody } = await import('@galla/contract/orders')
  const body = /-d '(\{[\s\S]*\})'/.exec(createWithCurl(place))?.[1] ?? ''
  expect(createOrderBody.safeParse(JSON.parse(body)).success).toBe(true)
})
