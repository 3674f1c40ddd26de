import { expect, test } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { freePort } from '../testing/free-port.ts'
import { startGalla } from '../testing/galla-program.ts'
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

test('a worker with a port answers only health checks and metrics there', async () => {
  const database = await createTestDatabase()
  const port = await freePort()
  const worker = await startGalla({
    ROLE: 'worker',
    PORT: String(port),
    DATABASE_URL: database.connectionString,
    APP_KEY: '07'.repeat(32),
    METRICS_TOKEN: 'm'.repeat(16),
  })
  try {
    const statusOf = async (path: string): Promise<number> => {
      const headers = { authorization: `Bearer ${'m'.repeat(16)}` }
      return (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).status
    }
    expect(await Promise.all(['/healthz', '/readyz', '/metrics', '/', '/login'].map(statusOf))).toEqual([
      200, 200, 200, 404, 404,
    ])
    worker.kill('SIGTERM')
    expect(await worker.ended).toBe(0)
  } finally {
    worker.kill('SIGKILL')
    await worker.ended
    await database.drop()
  }
})
