import { EXAMPLE_ORDER } from '@galla/contract/api-reference/integrator-examples'
import { checkOrderStatus, createOrder } from '@galla/contract/orders/orders'
import { simulatorPay } from '@galla/contract/payment-page/payment-page'
import { expect, test } from 'vitest'
import { bodyToTry, isTestKey, madeBy } from './tried-body.ts'

const ORIGIN = 'https://galla.example'
const created = {
  order_id: '01M7Y45MG07M3V5T9XWNB4E6RH',
  payment_url: `${ORIGIN}/pay/01M7Y45MG07M3V5T9XWNB4E6RH`,
  upi_intent: { bhim_link: 'bhim://upi/pay?pa=x' },
}
const sent = JSON.stringify({ client_txn_id: 'TRY-7' })

test('a tried order has a new ID, redirects to this server, and passes its schema', () => {
  const body = bodyToTry({ endpoint: createOrder, exampleBody: EXAMPLE_ORDER }, ORIGIN, 'K7', undefined)
  expect(body).toEqual({ ...EXAMPLE_ORDER, client_txn_id: 'TRY-K7', redirect_url: `${ORIGIN}/` })
  expect(createOrder.body.safeParse(body).success).toBe(true)
})

test('the next query and payment use the created order', () => {
  const made = madeBy(ORIGIN, sent, JSON.stringify({ success: true, data: created }))
  expect(made).toEqual({
    clientTxnId: 'TRY-7',
    paymentUrl: created.payment_url,
    upi: created.upi_intent.bhim_link,
  })
  const check = { endpoint: checkOrderStatus, exampleBody: { client_txn_id: 'ORDER-1001' } }
  expect(bodyToTry(check, ORIGIN, 'K7', made)).toEqual({ client_txn_id: 'TRY-7' })
  expect(bodyToTry(check, ORIGIN, 'K7', undefined)).toEqual(check.exampleBody)
  const pay = { endpoint: simulatorPay, exampleBody: { upi: 'upi://pay?pa=y', outcome: 'success' } }
  expect(bodyToTry(pay, ORIGIN, 'K7', made)).toEqual({ upi: 'bhim://upi/pay?pa=x', outcome: 'success' })
})

test.each([
  ['a refusal', sent, '{"success":false,"msg":"No"}'],
  ['a reply that is not JSON', sent, '<html>'],
  ['a body that is not JSON', 'x', JSON.stringify({ data: created })],
  ['another host', sent, JSON.stringify({ data: { ...created, payment_url: 'https://evil.example/pay/1' } })],
  ['a script', sent, JSON.stringify({ data: { ...created, payment_url: 'javascript:alert(1)' } })],
])('%s leaves no order to continue with', (_, body, reply) => {
  expect(madeBy(ORIGIN, body, reply)).toBeUndefined()
})

test.each([
  ['key_test_IIlf09OhQasCUygsWhLi0KzvnVCO81YDEJaTytKYUh516TTDW', true],
  ['key_live_IIlf09OhQasCUygsWhLi0KzvnVCO81YDEJaTytKYUh516TTDW', false],
  ['key_test_...', false],
  ['key_test_IIlf••••••••TTDW', false],
  ['key_test_a\nX-Evil: 1', false],
  ['', false],
])('%j is a valid test key: %s', (key, is) => {
  expect(isTestKey(key)).toBe(is)
})
