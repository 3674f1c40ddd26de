import { EXAMPLE_ORDER } from '@galla/contract/api-reference/integrator-examples'
import { DIALECT_PATHS } from '@galla/contract/gateway-compat/dialects'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Shop, type ShopMerchant } from '../../server/testing/shop.ts'
import { isHere } from './guide-programs.ts'
import { payInSimulator, whileRunning } from './guide-receivers.ts'

/** The guide's receivers of the quickstart and of forms, run as they stand against the notifications of the real app. */
let shop: Shop

const NATIVE = '/api/v1/order/create-order'
const deps = { shop: () => shop }

beforeAll(async () => {
  // Receivers compare the time of the signature with their clock.
  shop = await openShop({}, new Date())
})
afterAll(() => shop.close())

const pay = async ({ key }: ShopMerchant, path: string, clientTxnId: string): Promise<void> => {
  const payload = { ...EXAMPLE_ORDER, key, client_txn_id: clientTxnId }
  const made = (await shop.call({ method: 'POST', url: path, payload })).json()
  await payInSimulator(shop, (made.payment_url ?? made.data.payment_url).slice(-26))
}

describe.each(['node', 'php', 'python'] as const)("the quickstart's receiver in %s", (language) => {
  test.skipIf(!isHere(language))(
    'prints each payment of any order in any format, and forged events',
    async () => {
      await whileRunning('receiver', language, deps, async ({ url, merchant, printed }) => {
        await merchant.post('/user/update-webhook-url', { webhookUrl: url })
        const lines = () =>
          printed()
            .split('\n')
            .filter((line) => line.includes('client_txn_id'))
            .map((line) => JSON.parse(line.slice(line.indexOf('{'))))
            .filter((line) => line.client_txn_id?.startsWith('ANY'))
        await pay(merchant, NATIVE, 'ANY-1')
        await expect.poll(() => lines().length).toBe(1)
        await pay(merchant, DIALECT_PATHS.ekqrCreate, 'ANY-2')
        await expect.poll(() => lines().length).toBe(2)
        const utr = expect.stringMatching(/^\d{12}$/)
        expect(lines()).toEqual([
          {
            event: 'order.success',
            client_txn_id: 'ANY-1',
            amount: '499.00',
            status: 'success',
            utr,
            verified: true,
          },
          expect.objectContaining({
            client_txn_id: 'ANY-2',
            amount: '499',
            status: 'success',
            utr,
            verified: true,
          }),
        ])
        const forged = await fetch(url, {
          method: 'POST',
          body: '{"client_txn_id":"ANY-3","status":"success"}',
        })
        expect(forged.status).toBe(401)
        await expect.poll(() => lines().at(-1)).toMatchObject({ client_txn_id: 'ANY-3', verified: false })
      })
    },
  )
})

describe("the guide's PHP receiver for forms", () => {
  test.skipIf(!isHere('php')).each([
    ['an EKQR', DIALECT_PATHS.ekqrCreate],
    ['a CutePe', DIALECT_PATHS.cutepeCreate],
  ])('accepts %s notification of the server, and marks its order as paid', async (_what, path) => {
    await whileRunning('callback', 'php', deps, async ({ url, merchant, printed }) => {
      await merchant.post('/user/update-webhook-url', { webhookUrl: url })
      await merchant.post('/user/test-webhook')
      await pay(merchant, path, EXAMPLE_ORDER.client_txn_id)
      await expect.poll(printed).toMatch(/Paid: ORDER-1001, UTR \d{12}/)
    })
  })

  test.skipIf(!isHere('php'))(
    'refuses a form that is changed, old or unsigned, and marks no other order as paid',
    async () => {
      await whileRunning('callback', 'php', deps, async ({ url, secret, printed }) => {
        const { signWebhook } = await import('../../server/src/webhooks/endpoints/sign-webhook.ts')
        const form = { client_txn_id: 'ORDER-1001', amount: '499', status: 'success', upi_txn_id: '1' }
        const body = new URLSearchParams(form).toString()
        const send = async (at: Date, sent: string, key = secret, signedBody = body) => {
          const signed = signWebhook({ webhookId: 'evt_1', at, body: signedBody, secrets: [key] })
          const headers = { ...signed, 'content-type': 'application/x-www-form-urlencoded' }
          return (await fetch(url, { method: 'POST', headers, body: sent })).status
        }
        const now = new Date()
        expect(await send(now, `${body}&amount=1`)).toBe(401)
        expect(await send(new Date(now.getTime() - 400_000), body)).toBe(401)
        expect(await send(now, body, 'whsec_AAAA')).toBe(401)
        for (const over of [{ client_txn_id: 'ORDER-2' }, { amount: '1' }, { status: 'failure' }]) {
          const other = new URLSearchParams({ ...form, ...over }).toString()
          expect(await send(now, other, secret, other)).toBe('client_txn_id' in over ? 404 : 200)
        }
        expect(printed()).not.toContain('Paid')
        expect(await send(now, body)).toBe(200)
        await expect.poll(printed).toContain('Paid: ORDER-1001')
      })
    },
  )
})
