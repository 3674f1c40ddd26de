import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lettersIn } from '../../../testing/outbox.ts'
import { openShop, type Shop } from '../../../testing/shop.ts'
import { sql } from '../../platform/database/database.ts'
import { readOutbox } from '../../platform/mail/outbox.ts'

const DAYS_5_MS = 5 * 86_400_000

let shop: Shop
let url: string
let status = 410
const server = createServer((_request, reply) => void reply.writeHead(status).end())

beforeAll(async () => {
  shop = await openShop()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?shop=<tea>&n=1`
})
afterAll(async () => {
  await shop.close()
  server.close()
})

test.each([
  ['gone', 410, 'Your server answered 410, which means that the URL no longer exists.'],
  ['failing for five days', 500, 'Your server has accepted no notification for 5 days.'],
])(
  'a merchant whose webhook is %s gets one mail with the URL, the reason and what to do',
  async (_what, answer, why) => {
    status = answer
    const merchant = await shop.merchant()
    await merchant.post('/user/update-webhook-url', { webhookUrl: url })
    await shop.db.run(sql`
    update webhook_endpoints set failing_since = ${new Date(shop.clock.now().getTime() - DAYS_5_MS)}
    where merchant_id = ${merchant.merchantId} and mode = 'test'`)
    for (let n = 0; n < 2; n += 1) await merchant.post('/user/test-webhook')
    const mails = async () =>
      (await readOutbox(shop.dataDir)).filter(
        (letter) => letter.to === merchant.email && letter.subject === 'Your test webhook is paused',
      )
    await expect.poll(mails).toHaveLength(1)
    const [letter] = await mails()
    // Words, and no link: the address is the merchant's own text.
    const place = url.replace('http:', 'http: ')
    expect(letter?.text).toContain(`Galla has paused the test webhook at ${place}. ${why}`)
    expect(letter?.text).toContain(
      'Galla stores new notifications. When your server works again, press Resume',
    )
    expect(letter?.text).toContain('http://localhost:3000/dashboard/webhooks')
    // The HTML has the same text, and the merchant's input is escaped in it.
    const page = lettersIn(shop.dataDir)
      .find((each) => each.includes(`To: ${merchant.email}`) && each.includes('is paused'))
      ?.split('text/html')[1]
    expect(page).toContain(why)
    expect(page).toContain('Open your webhooks')
    expect(page).not.toContain('<tea>')
    await expect.poll(() => shop.db.rows(sql`select from jobs`)).toEqual([])
    expect(await mails()).toHaveLength(1)
  },
)
