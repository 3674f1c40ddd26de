import { expect, test } from 'vitest'
import { openShop } from '../testing/shop.ts'

test('a process that only serves the web leaves sending to the workers', async () => {
  const shop = await openShop({ ROLE: 'web' })
  try {
    const merchant = await shop.merchant()
    await merchant.post('/user/update-webhook-url', { webhookUrl: 'http://127.0.0.1:9/hook' })
    for (let n = 0; n < 5; n += 1) {
      expect((await merchant.post('/user/test-webhook')).statusCode).toBe(200)
      await merchant.get('/auth/session')
    }
    const { rows } = await shop.db.pool.query(
      'select distinct state, attempts_made, (select count(leased_until)::int from webhook_undelivered) as leased from webhook_deliveries',
    )
    expect(rows).toEqual([{ state: 'pending', attempts_made: 0, leased: 0 }])
  } finally {
    await shop.close()
  }
})
