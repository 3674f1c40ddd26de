import { webhookPayload } from '@galla/contract/webhooks/webhook'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { WebhookVerificationError } from './errors.ts'
import { signWebhook, verifyWebhook, verifyWebhookForm } from './webhook.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const OTHER = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
const AT = new Date('2026-11-21T04:00:00Z')
const BODY = JSON.stringify({ event: 'order.success', eventId: 'evt_1', amount: '499.00', p_info: 'चाय ☕' })
const now = (): number => AT.getTime()

const headers = async (secret = SECRET, body = BODY, at = AT) =>
  signWebhook({ id: 'evt_1', at, body }, secret)

const refusal = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'taken',
    (error: unknown) => error,
  )

test('verifyWebhook accepts signatures of the reference implementation, for text and bytes and any kind of headers', async () => {
  const signature = new Webhook(SECRET).sign('evt_1', AT, BODY)
  const plain = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(AT.getTime() / 1000),
    'webhook-signature': signature,
  }
  const upper = Object.fromEntries(Object.entries(plain).map(([name, value]) => [name.toUpperCase(), value]))
  for (const each of [plain, new Headers(plain), upper])
    expect(await verifyWebhook(BODY, each, SECRET, { now })).toEqual(JSON.parse(BODY))
  const bytes = new TextEncoder().encode(BODY)
  expect(await verifyWebhook(bytes, plain, SECRET, { now })).toEqual(JSON.parse(BODY))
})

test('the reference implementation accepts signatures of signWebhook', async () => {
  const signed = await headers(SECRET, BODY, new Date())
  expect(new Webhook(SECRET).verify(BODY, signed)).toEqual(JSON.parse(BODY))
})

test('verifyWebhook accepts either of two secrets and either of two signatures during a rotation', async () => {
  const [old, fresh] = [await headers(OTHER), await headers(SECRET)]
  const both = { ...old, 'webhook-signature': `${old['webhook-signature']} ${fresh['webhook-signature']}` }
  for (const secrets of [SECRET, OTHER, [SECRET, OTHER]])
    expect(await verifyWebhook(BODY, both, secrets, { now })).toMatchObject({ eventId: 'evt_1' })
  expect(await verifyWebhook(BODY, old, [SECRET, OTHER], { now })).toMatchObject({ eventId: 'evt_1' })
})

test('verifyWebhook rejects everything else with the reason', async () => {
  const good = await headers()
  const cases: [string, Parameters<typeof verifyWebhook>][] = [
    ['does not match this body', [BODY.replace('499', '1'), good, SECRET, { now }]],
    ['does not match this body', [BODY, good, OTHER, { now }]],
    ['does not match this body', [BODY, { ...good, 'webhook-id': 'evt_2' }, SECRET, { now }]],
    ['does not match this body', [BODY, { ...good, 'webhook-signature': 'v1,' }, SECRET, { now }]],
    ['does not match this body', [BODY, { ...good, 'webhook-signature': 'v1,%%%' }, SECRET, { now }]],
    [
      'does not match this body',
      [
        BODY,
        { ...good, 'webhook-signature': good['webhook-signature'].replace('v1,', 'v2,') },
        SECRET,
        { now },
      ],
    ],
    ['too far from the current time', [BODY, good, SECRET, { now: () => now() + 301_000 }]],
    ['too far from the current time', [BODY, good, SECRET, { now: () => now() - 301_000 }]],
    ['is not a Unix time', [BODY, { ...good, 'webhook-timestamp': '1e9' }, SECRET, { now }]],
    ['webhook-signature is missing', [BODY, { ...good, 'webhook-signature': undefined }, SECRET, { now }]],
    ['webhook-id is missing', [BODY, {}, SECRET, { now }]],
    ['must start with whsec_', [BODY, good, '', { now }]],
    ['must start with whsec_', [BODY, good, 'whsec_', { now }]],
    ['signing secret is missing', [BODY, good, [], { now }]],
    ['not JSON', ['{', await headers(SECRET, '{'), SECRET, { now }]],
  ]
  for (const [words, call] of cases) {
    const error = await refusal(verifyWebhook(...call))
    expect(error).toBeInstanceOf(WebhookVerificationError)
    expect(String(error)).toContain(words)
  }
})

const FORM = new URLSearchParams({ client_txn_id: 'A 1/2', udf1: 'चाय & ☕', status: 'success' }).toString()

test('verifyWebhookForm verifies a form by the same headers and returns its decoded fields', async () => {
  const signed = await headers(SECRET, FORM)
  const fields = { client_txn_id: 'A 1/2', udf1: 'चाय & ☕', status: 'success' }
  for (const body of [FORM, new TextEncoder().encode(FORM)])
    expect(await verifyWebhookForm(body, signed, [OTHER, SECRET], { now })).toEqual(fields)
})

test('verifyWebhookForm rejects a changed, rebuilt or missing form, and verifyWebhook rejects a form', async () => {
  const signed = await headers(SECRET, FORM)
  const again = FORM.replaceAll('+', '%20')
  for (const body of [FORM.replace('success', 'failure'), `${FORM}&amount=1`, again, ''])
    expect(String(await refusal(verifyWebhookForm(body, signed, SECRET, { now })))).toContain(
      'does not match this body',
    )
  expect(
    String(await refusal(verifyWebhookForm(FORM, signed, SECRET, { now: () => now() + 301_000 }))),
  ).toContain('too far from the current time')
  expect(String(await refusal(verifyWebhookForm(BODY, await headers(), SECRET, { now })))).toContain(
    'is not a form',
  )
  expect(String(await refusal(verifyWebhook(FORM, signed, SECRET, { now })))).toContain('verifyWebhookForm')
})

test('verifyWebhook accepts a notification that is exactly five minutes old', async () => {
  expect(await verifyWebhook(BODY, await headers(), SECRET, { now: () => now() + 300_000 })).toMatchObject({
    eventId: 'evt_1',
  })
})

test('the webhook payload has the fields of the contract', () => {
  expect(Object.keys(webhookPayload.shape)).toContain('eventId')
})
