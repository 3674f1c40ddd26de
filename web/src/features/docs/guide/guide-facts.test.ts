import { INTEGRATOR_CALLS, sentSchemaOf } from '@galla/contract/api-reference/integrator-calls'
import {
  CREATE_ORDER_FIELDS,
  STATUS_FIELDS,
  WEBHOOK_FIELDS,
} from '@galla/contract/api-reference/integrator-fields'
import { checkOrderStatus, createOrderBody } from '@galla/contract/orders/orders'
import { REFUSALS } from '@galla/contract/refusals'
import { ATTEMPTS_MAX, RETRY_DELAYS_SECONDS, webhookPayload } from '@galla/contract/webhooks/webhook'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { codePieces } from './code/code-pieces.ts'
import { callCode, checkStatusCode, createOrderCode } from './code/order-code.ts'
import { WEBHOOK_CODE } from './code/webhook-code.ts'
import { durationLabel, shortDuration } from './duration-labels.ts'
import { fieldRows } from './field-rows.ts'
import { integratorRefusals } from './sections/refusal-advice.ts'

const place = { apiUrl: 'https://pay.example.com/api/v1', key: 'key_test_abc' }

test('the field table of create-order matches its schema', () => {
  const rows = fieldRows(createOrderBody, CREATE_ORDER_FIELDS, 'input')
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(createOrderBody.shape))
  for (const { name, required, means } of rows) {
    const accepts =
      createOrderBody.shape[name as keyof typeof createOrderBody.shape].safeParse(undefined).success
    expect({ name, required }).toEqual({ name, required: !accepts })
    expect(means).not.toBe('')
  }
  expect(rows.find(({ name }) => name === 'client_txn_id')).toMatchObject({
    type: 'text',
    limit: 'at most 64 characters',
  })
  expect(rows.find(({ name }) => name === 'amount')).toMatchObject({
    type: 'text or number',
    limit: '0.01 to 10,00,000.00, at most 2 decimals',
  })
})

test('the required fields and maximum lengths match the JSON Schema of each call', () => {
  for (const { endpoint, bodyFields } of INTEGRATOR_CALLS) {
    const json = z.toJSONSchema(sentSchemaOf(endpoint), { io: 'input', unrepresentable: 'any' })
    for (const { name, required, limit } of fieldRows(sentSchemaOf(endpoint), bodyFields, 'input')) {
      const field = json.properties?.[name]
      if (typeof field !== 'object') throw new Error(`${name} is not in the JSON Schema`)
      expect({ name, required }).toEqual({ name, required: json.required?.includes(name) ?? false })
      if (bodyFields[name]?.limit === undefined && field.maxLength !== undefined)
        expect(limit).toBe(`at most ${field.maxLength} characters`)
    }
  }
})

test('types are named as in JSON', () => {
  const types = (rows: ReturnType<typeof fieldRows>) =>
    Object.fromEntries(rows.map(({ name, type }) => [name, type]))
  expect(types(fieldRows(checkOrderStatus.reply.shape.data, STATUS_FIELDS, 'output'))).toMatchObject({
    status: 'created, pending, success or failed',
    txnDate: 'time (ISO 8601) or null',
    failureReason: 'declined, expired or null',
    paidLate: 'boolean',
  })
  expect(types(fieldRows(webhookPayload, WEBHOOK_FIELDS, 'output'))).toMatchObject({
    event: 'order.success or order.failed',
    sequence: 'number',
  })
})

test('each code that a call may return is listed once, with its status, message and advice', () => {
  const known = integratorRefusals()
  expect(known.map(({ code }) => code).toSorted()).toEqual(
    [...new Set(known.map(({ code }) => code))].toSorted(),
  )
  for (const refusal of known) {
    expect(refusal).toMatchObject(REFUSALS[refusal.code])
    expect(refusal.advice, refusal.code).not.toBe('')
  }
})

test('durations are shown in whole units', () => {
  const inAll = RETRY_DELAYS_SECONDS.reduce<number>((sum, seconds) => sum + seconds, 0)
  expect(durationLabel(inAll)).toBe('75 hours 35 minutes 5 seconds')
  expect([5, 60, 300, 3600, 86_400, 2_592_000].map(durationLabel)).toEqual([
    '5 seconds',
    '1 minute',
    '5 minutes',
    '1 hour',
    '1 day',
    '30 days',
  ])
  expect(RETRY_DELAYS_SECONDS.map(shortDuration)).toEqual(
    '5 s,5 min,30 min,2 h,5 h,10 h,14 h,20 h,24 h'.split(','),
  )
  expect(RETRY_DELAYS_SECONDS).toHaveLength(ATTEMPTS_MAX - 1)
})

test('highlighting a sample changes none of its characters', () => {
  const samples = [createOrderCode(place), checkStatusCode(place), WEBHOOK_CODE]
  for (const sample of samples)
    for (const [language, code] of Object.entries(sample)) {
      const pieces = codePieces(code, language as 'curl')
      expect(pieces.map(({ text }) => text).join('')).toBe(code)
      expect(pieces.some(({ kind }) => kind === 'text')).toBe(true)
    }
  const json = codePieces('{ "success": true, "msg": "OK" }', 'json').filter(({ kind }) => kind !== 'plain')
  expect(json.map(({ kind, text }) => [kind, text])).toEqual([
    ['word', 'true'],
    ['text', '"OK"'],
  ])
  expect(codePieces('curl https://a.example', 'curl').some(({ kind }) => kind === 'comment')).toBe(false)
})

test('an example call has the API key only if the call requires one', () => {
  for (const call of INTEGRATOR_CALLS)
    for (const code of Object.values(callCode(call, place)))
      expect(code.includes(place.key)).toBe(call.endpoint.auth === 'key')
})
