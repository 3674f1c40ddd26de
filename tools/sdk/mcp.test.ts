import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openShop, type Shop, type ShopMerchant } from '../../server/testing/shop.ts'
import { keyWith, payByAgent, withAgent } from './mcp-story.ts'

const COMMAND = [
  process.execPath,
  fileURLToPath(new URL('../../sdk/command/sdk-command.ts', import.meta.url)),
  'mcp',
] as const
const READ = [
  'get_closing',
  'get_order',
  'list_open_cases',
  'list_orders',
  'list_payments',
  'wait_for_payment',
]

let shop: Shop
let origin = ''
let merchant: ShopMerchant
beforeAll(async () => {
  shop = await openShop()
  origin = await shop.app.http.listen({ host: '127.0.0.1', port: 0 })
})
beforeEach(async () => {
  merchant = await shop.merchant()
})
afterAll(() => shop.close())

test('an agent only reads unless it may create, and can neither refund, cancel nor confirm', async () => {
  const env = { GALLA_URL: origin, GALLA_API_KEY: await keyWith(merchant, ['orders:read']) }
  await withAgent(COMMAND, env, async ({ tools, call }) => {
    expect(tools).toEqual(READ)
    expect(JSON.parse((await call('list_orders')).text)).toMatchObject({ data: [], next: null })
    const refused = await call('list_payments')
    expect(refused.failed).toBe(true)
    expect(refused.text).toContain('needs the scope credits:read')
    const wrong = await call('list_orders', { cursor: 'x' })
    expect([wrong.failed, wrong.text]).toEqual([true, expect.stringContaining('cursor')])
    expect((await call('get_order', { orderId: 'none' })).text).toContain('order_not_found')
  })
  await withAgent([...COMMAND, '--create'], env, async ({ tools, call }) => {
    expect(tools).toEqual([...READ, 'create_order'].toSorted())
    const refused = await call('create_order', {
      amount: '1.00',
      p_info: 'Tea',
      customer_name: 'Asha',
      customer_email: 'asha@example.com',
      customer_mobile: '9876543210',
    })
    expect(refused.text).toContain('needs the scope orders:create')
  })
})

test('an agent that repeats an order gets the first one again, and none with the id of another', async () => {
  const env = { GALLA_URL: origin, GALLA_API_KEY: await keyWith(merchant, ['orders:create']) }
  const order = {
    client_txn_id: 'AGENT-1',
    amount: '1.00',
    p_info: 'Tea',
    customer_name: 'Asha',
    customer_email: 'asha@example.com',
    customer_mobile: '9876543210',
  }
  await withAgent([...COMMAND, '--create'], env, async ({ call }) => {
    const { order_id, payment_url, qr_url } = JSON.parse((await call('create_order', order)).text)
    const again = await call('create_order', order)
    expect([again.failed, JSON.parse(again.text)]).toEqual([false, { order_id, payment_url, qr_url }])
    const other = await call('create_order', { ...order, amount: '2.00' })
    expect([other.failed, other.text]).toEqual([true, expect.stringContaining('duplicate_client_txn_id')])
  })
})

test('an agent creates an order, a person pays it, and the agent sees the proof', async () => {
  await payByAgent([...COMMAND, '--create'], shop, merchant, origin)
})
