import { createHash } from 'node:crypto'
import { appLinks } from '@galla/upi/app-links'
import { parsePayLink, payLink } from '@galla/upi/link'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { webhookPayload } from '../webhooks/webhook.ts'
import { dataSchemaOf, INTEGRATOR_CALLS, sentSchemaOf } from './integrator-calls.ts'
import { EXAMPLE_ORDER, EXAMPLE_WEBHOOK, exampleCreated } from './integrator-examples.ts'
import { WEBHOOK_FIELDS } from './integrator-fields.ts'

const ORIGIN = 'https://pay.example.com'
const fieldsOf = (schema: z.ZodType): string[] =>
  Object.keys(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {})

test.each(INTEGRATOR_CALLS)('the schemas of $name accept its examples', (call) => {
  expect(sentSchemaOf(call.endpoint).safeParse(call.exampleBody).error).toBeUndefined()
  const { success, msg, ...reply } = call.exampleReply(ORIGIN) as Record<string, unknown>
  expect({ success, msg }).toEqual({ success: true, msg: expect.any(String) })
  // Strict: an example may not show a field that no reply has.
  expect(call.endpoint.reply.parse(reply)).toEqual(reply)
})

test.each(INTEGRATOR_CALLS)('exactly the fields of $name have descriptions', (call) => {
  expect(Object.keys(call.bodyFields)).toEqual(fieldsOf(sentSchemaOf(call.endpoint)))
  expect(Object.keys(call.dataFields)).toEqual(fieldsOf(dataSchemaOf(call.endpoint)))
})

test('the example webhook has every field of the payload, in the order of the descriptions', () => {
  expect(webhookPayload.parse(EXAMPLE_WEBHOOK)).toEqual(EXAMPLE_WEBHOOK)
  expect(Object.keys(WEBHOOK_FIELDS)).toEqual(Object.keys(webhookPayload.shape))
})

test('the links and the hash of the example order match its UPI ID', () => {
  const { upi_intent, upi_id_hash, order_id } = exampleCreated(ORIGIN).data
  const payment = parsePayLink(upi_intent.bhim_link)
  if (payment === undefined) throw new Error('the example link cannot be paid')
  const links = appLinks(payLink(payment))
  expect(upi_intent).toEqual({
    upi_link: links.generic,
    bhim_link: links.bhim,
    paytm_link: links.paytm,
    googlepay_link: links.googlepay,
    gpay_link: links.googlepay,
    phonepe_link: links.phonepe,
  })
  expect(upi_id_hash).toBe(createHash('sha256').update(payment.payeeVpa).digest('hex'))
  expect(payment).toMatchObject({ reference: order_id, note: EXAMPLE_ORDER.p_info })
})
