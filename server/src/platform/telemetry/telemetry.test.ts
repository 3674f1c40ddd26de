import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { freePort } from '../../../testing/free-port.ts'
import { createOn, registerOn } from '../../../testing/galla-client.ts'
import { type GallaProgram, startGalla } from '../../../testing/galla-program.ts'
import { ORDER_BODY } from '../../../testing/order-body.ts'
import { monotonicMs } from '../clock.ts'
import { createMetrics } from './metrics.ts'
import { openOtlp } from './otlp.ts'

const LONG_MS = 300_000
const METRICS_TOKEN = 'a-metrics-token-of-length'

/** An OpenTelemetry collector over HTTP and JSON; `answers` false: it takes everything and never replies. */
const startCollector = async (answers = true) => {
  const bodies: { path: string; text: string }[] = []
  const server: Server = createServer(async (request, reply) => {
    let text = ''
    for await (const piece of request) text += String(piece)
    bodies.push({ path: request.url ?? '', text })
    if (answers) reply.setHeader('content-type', 'application/json').end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    bodies,
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
type Collector = Awaited<ReturnType<typeof startCollector>>

interface Span {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: unknown }[]
}

const spansOf = ({ bodies }: Pick<Collector, 'bodies'>): Span[] =>
  bodies
    .filter(({ path }) => path === '/v1/traces')
    .flatMap(({ text }) => JSON.parse(text).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans)

const metricNamesOf = ({ bodies }: Pick<Collector, 'bodies'>): string[] =>
  bodies
    .filter(({ path }) => path === '/v1/metrics')
    .flatMap(({ text }) => JSON.parse(text).resourceMetrics)
    .flatMap(({ scopeMetrics }) => scopeMetrics)
    .flatMap(({ metrics }) => metrics)
    .map(({ name }) => name)

let database: TestDatabase
let dataDir: string
const programs: GallaProgram[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'galla-telemetry-'))
})
afterEach(async () => {
  for (const program of programs.splice(0)) {
    program.kill('SIGTERM')
    await program.ended
  }
})
afterAll(async () => {
  await database?.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

const start = async (endpoint: string): Promise<number> => {
  const port = await freePort()
  const program = await startGalla({
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: database.connectionString,
    APP_KEY: '07'.repeat(32),
    METRICS_TOKEN,
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_METRIC_EXPORT_INTERVAL: '1000',
  })
  programs.push(program)
  return port
}

test(
  'a request, its statements, a job and the metrics reach the collector, without personal data',
  async () => {
    const collector = await startCollector()
    const port = await start(collector.endpoint)
    const merchant = await registerOn(port, 'canary@example.com')
    expect((await createOn(port, merchant, 'CANARY-1')).status).toBe(200)

    const created = () => spansOf(collector).find(({ name }) => name === 'POST /api/v1/order/create-order')
    await expect.poll(created, { timeout: 60_000 }).toBeDefined()
    const parent = created()
    const below = () => spansOf(collector).filter(({ parentSpanId }) => parentSpanId === parent?.spanId)
    await expect.poll(() => below().length, { timeout: 60_000 }).toBeGreaterThan(0)
    expect(new Set(below().map(({ traceId }) => traceId))).toEqual(new Set([parent?.traceId]))
    await expect
      .poll(() => spansOf(collector).map(({ name }) => name), { timeout: 60_000 })
      .toContain('job merchant.registered')

    const scraped = await fetch(`http://127.0.0.1:${port}/metrics`, {
      headers: { authorization: `Bearer ${METRICS_TOKEN}` },
    })
    const names = [...(await scraped.text()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name ?? '')
    expect(names).toContain('galla_http_request_seconds')
    await expect
      .poll(() => names.filter((name) => !metricNamesOf(collector).includes(name)), { timeout: 60_000 })
      .toEqual([])

    const sent = collector.bodies.map(({ text }) => text).join('\n')
    const key = merchant.authorization.authorization?.replace('Bearer ', '') ?? ''
    expect(key).toMatch(/^key_test_/)
    const { amount, customer_name: name, customer_email: email, customer_mobile: mobile } = ORDER_BODY
    for (const secret of [key, 'canary@example.com', 'CANARY-1', name, email, mobile])
      expect(sent).not.toContain(secret)
    expect(sent).not.toContain(`"${amount}"`)
    collector.close()
  },
  LONG_MS,
)

test(
  'a collector that is down or never replies does not fail or delay requests',
  async () => {
    const silent = await startCollector(false)
    for (const [round, endpoint] of [`http://127.0.0.1:${await freePort()}`, silent.endpoint].entries()) {
      const port = await start(endpoint)
      const merchant = await registerOn(port, `calm-${round}@example.com`)
      const statuses = await Promise.all(
        Array.from({ length: 20 }, async (_, n) => (await createOn(port, merchant, `CALM-${n}`)).status),
      )
      expect(statuses.filter((status) => ![200, 429].includes(status))).toEqual([])
      const [program] = programs.splice(0)
      program?.kill('SIGTERM')
      expect(await program?.ended).toBe(0)
    }
    silent.close()
  },
  LONG_MS,
)

test(
  'unsent spans are dropped beyond a limit, and a shutdown does not wait for them',
  async () => {
    const silent = await startCollector(false)
    const logged: string[] = []
    const log = { debug() {}, info() {}, error() {}, warn: (event: string) => void logged.push(event) }
    const settings = {
      endpoint: silent.endpoint,
      serviceName: 'galla',
      sampledPart: 1,
      metricIntervalMs: 60_000,
    }
    const telemetry = openOtlp(settings, { registry: createMetrics().registry, version: '1.0.0', log })
    for (let n = 0; n < 20_000; n += 1) await telemetry.tracing.root('work', {}, async () => {})
    const since = monotonicMs()
    await telemetry.stop()
    expect(monotonicMs() - since).toBeLessThan(10_000)
    expect(spansOf(silent).length).toBeLessThanOrEqual(2_048 + 512)
    silent.close()
  },
  LONG_MS,
)

test('the error of a span is its code, never its message', async () => {
  const collector = await startCollector()
  const log = { debug() {}, info() {}, error() {}, warn() {} }
  const settings = {
    endpoint: collector.endpoint,
    serviceName: 'galla',
    sampledPart: 1,
    metricIntervalMs: 60_000,
  }
  const telemetry = openOtlp(settings, { registry: createMetrics().registry, version: '1.0.0', log })
  const failing = telemetry.tracing.root('work', {}, async () => {
    throw Object.assign(new Error('duplicate key (asha@example.com)'), { code: '23505' })
  })
  await expect(failing).rejects.toThrow('duplicate key')
  await telemetry.stop()
  const [span] = spansOf(collector)
  expect(span?.attributes).toEqual([{ key: 'error.type', value: { stringValue: '23505' } }])
  expect(JSON.stringify(collector.bodies)).not.toContain('asha@')
  collector.close()
})
