import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSystemMetrics } from '../../server/src/operator/operator-feature.ts'
import { systemClock } from '../../server/src/platform/clock.ts'
import { createMetrics } from '../../server/src/platform/metrics.ts'
import { openShop, type Shop } from '../../server/testing/shop.ts'

const FOLDER = fileURLToPath(new URL('../../deploy/observability', import.meta.url))
const TOKEN = 'a-metrics-token-of-length'
/** What Prometheus itself adds. */
const OF_PROMETHEUS = ['up']

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ METRICS_TOKEN: TOKEN })
})
afterAll(() => shop.close())

const scrape = async (): Promise<string> => {
  const reply = await shop.call({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } })
  expect(reply.statusCode).toBe(200)
  return reply.body
}

const figureOf = (text: string, name: string): number | undefined => {
  const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]
  return value === undefined ? undefined : Number(value)
}

const expressions = (): string[] => {
  const dashboard = JSON.parse(readFileSync(join(FOLDER, 'grafana-dashboard.json'), 'utf8'))
  const shown: string[] = dashboard.panels.flatMap((panel: { targets: { expr: string }[] }) =>
    panel.targets.map(({ expr }) => expr),
  )
  const rules = readFileSync(join(FOLDER, 'alerts.yaml'), 'utf8')
  return [...shown, ...[...rules.matchAll(/^ +expr: (.+)$/gm)].map(([, expr]) => expr ?? '')]
}

test('every metric of the dashboard and of the alert rules is emitted under that name', async () => {
  await shop.call({ url: '/healthz' })
  const emitted = new Set(
    [...(await scrape()).matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  )
  const used = new Set(
    expressions().flatMap((expr) =>
      [...expr.matchAll(/\b(?:galla|nodejs|process)_\w+|\bup\b/g)].map(([name]) => name),
    ),
  )
  expect(used.size).toBeGreaterThan(15)
  expect([...used].filter((name) => !emitted.has(name) && !OF_PROMETHEUS.includes(name))).toEqual([])
  expect(readdirSync(FOLDER)).toHaveLength(3)
})

test('the metrics of the installation match its database, and leave out unknown values', async () => {
  const before = await scrape()
  expect(figureOf(before, 'galla_database_up')).toBe(1)
  expect(figureOf(before, 'galla_database_connections')).toBeGreaterThan(0)
  expect(figureOf(before, 'galla_disk_free_bytes')).toBeGreaterThan(0)
  expect(figureOf(before, 'galla_backup_age_seconds')).toBeUndefined()
  await shop.db.pool.query(`insert into backups (finished_at, file, bytes) values ($1, 'b.tar.age', 1)`, [
    shop.clock.now(),
  ])
  shop.clock.advance({ hours: 3 })
  expect(figureOf(await scrape(), 'galla_backup_age_seconds')).toBe(3 * 3600)
})

test('without a database the metrics report the outage, and the others stay', async () => {
  const metrics = createMetrics()
  const away = () => Promise.reject(new Error('the database is away'))
  addSystemMetrics(metrics, { read: away, clock: systemClock })
  const text = await metrics.registry.metrics()
  expect(figureOf(text, 'galla_database_up')).toBe(0)
  expect(figureOf(text, 'galla_database_connections')).toBeUndefined()
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
})
