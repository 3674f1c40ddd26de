import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const SERVER = fileURLToPath(new URL('../..', import.meta.url))

/** Loads the whole program, starts telemetry with these settings, and prints which packages of OpenTelemetry were loaded. */
const loadedWith = (settings: string): string[] => {
  const script = `
    import { registerHooks } from 'node:module'
    const loaded = new Set()
    registerHooks({
      resolve(name, context, next) {
        if (/^@opentelemetry\\/(?:sdk|exporter|resources)/.test(name)) loaded.add(name)
        return next(name, context)
      },
    })
    await import(${JSON.stringify(`${SERVER}app.ts`)})
    const { startTelemetry } = await import(${JSON.stringify(`${SERVER}platform/telemetry/telemetry.ts`)})
    const { createMetrics } = await import(${JSON.stringify(`${SERVER}platform/telemetry/metrics.ts`)})
    const log = { debug() {}, info() {}, warn() {}, error() {} }
    await startTelemetry(${settings}, { registry: createMetrics().registry, version: '1', log })
    console.log(JSON.stringify([...loaded]))
    process.exit(0)`
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  return JSON.parse(printed) as string[]
}

test('disabled telemetry loads none of its packages', () => {
  expect(loadedWith('undefined')).toEqual([])
  const on = {
    endpoint: 'http://127.0.0.1:9',
    serviceName: 'galla',
    sampledPart: 1,
    metricIntervalMs: 60_000,
  }
  expect(loadedWith(JSON.stringify(on))).toContain('@opentelemetry/sdk-trace')
}, 120_000)
