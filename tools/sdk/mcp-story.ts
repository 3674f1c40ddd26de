import { KEY_SCOPES, type KeyScope } from '@galla/contract/api-keys/key-scopes'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect } from 'vitest'
import type { Shop, ShopMerchant } from '../../server/testing/shop.ts'

/** An agent that runs the command with a key, and what its tools say. */
export const withAgent = async (
  command: readonly [string, ...string[]],
  env: Readonly<Record<string, string>>,
  work: (agent: {
    readonly tools: readonly string[]
    readonly call: (name: string, given?: object) => Promise<{ failed: boolean; text: string }>
  }) => Promise<void>,
): Promise<void> => {
  const [program, ...args] = command
  const client = new Client({ name: 'an-agent', version: '1.0.0' })
  const path = process.env.PATH ?? ''
  await client.connect(new StdioClientTransport({ command: program, args, env: { PATH: path, ...env } }))
  try {
    const { tools } = await client.listTools()
    await work({
      tools: tools.map(({ name }) => name).toSorted(),
      call: async (name, given = {}) => {
        const { content, isError } = await client.callTool({ name, arguments: { ...given } })
        const [first] = content as { text?: string }[]
        return { failed: isError === true, text: first?.text ?? '' }
      },
    })
  } finally {
    await client.close()
  }
}

export const keyWith = async (merchant: ShopMerchant, scopes: readonly KeyScope[]): Promise<string> =>
  (await merchant.post('/user/api-keys', { name: 'Agent', scopes })).json().data.apiKey

/** An agent creates an order, a person pays it, and the agent sees the proof. */
export const payByAgent = async (
  command: readonly [string, ...string[]],
  shop: Shop,
  merchant: ShopMerchant,
  origin: string,
): Promise<void> => {
  const env = { GALLA_URL: origin, GALLA_API_KEY: await keyWith(merchant, KEY_SCOPES) }
  await withAgent(command, env, async ({ call }) => {
    const made = await call('create_order', {
      amount: '250.00',
      p_info: 'Yoga',
      customer_name: 'Asha Rao',
      customer_email: 'asha@example.com',
      customer_mobile: '9876543210',
    })
    expect(made.failed, made.text).toBe(false)
    const { order_id: orderId, payment_url: page, qr_url: picture } = JSON.parse(made.text)
    expect(new URL(page).pathname).toBe(`/pay/${orderId}`)
    expect((await shop.call({ url: new URL(picture).pathname })).headers['content-type']).toBe('image/png')
    const opened = await shop.call({ method: 'POST', url: `/api/v1/order/pay/${orderId}`, payload: {} })
    const payload = { upi: opened.json().data.upiIntentUrl.bhim, outcome: 'success' }
    expect((await shop.call({ method: 'POST', url: '/api/v1/simulator/pay', payload })).statusCode).toBe(200)
    const seen = JSON.parse((await call('wait_for_payment', { orderId, seconds: 30 })).text)
    expect(seen).toMatchObject({
      status: 'success',
      amount: '250.00',
      utr: expect.stringMatching(/^\d{12}$/),
    })
    const listed = JSON.parse((await call('list_payments', { limit: 1 })).text)
    expect(listed.data[0]).toMatchObject({ utr: seen.utr, orderId })
  })
}
