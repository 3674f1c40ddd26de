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

test('an agent creates an order, a person pays it, and the agent sees the proof', async () => {
  await payByAgent([...COMMAND, '--create'], shop, merchant, origin)
})
