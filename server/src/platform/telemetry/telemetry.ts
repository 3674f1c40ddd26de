import type { Registry } from 'prom-client'
import type { Log } from '../log.ts'
import type { TelemetrySettings } from './telemetry-settings.ts'
import type { Tracing } from './tracing.ts'

export interface Telemetry {
  readonly tracing: Tracing
  /** Sends what is left, as long as that takes little time. */
  stop(): Promise<void>
}

export interface TelemetryDeps {
  /** The figures of /metrics, which are sent too. */
  readonly registry: Registry
  readonly version: string
  readonly log: Log
}

/** Sends traces and metrics to a collector. Without one it is off, and its packages are not even loaded. */
export const startTelemetry = async (
  settings: TelemetrySettings | undefined,
  deps: TelemetryDeps,
): Promise<Telemetry | undefined> => {
  if (settings === undefined) return undefined
  const { openOtlp } = await import('./otlp.ts')
  return openOtlp(settings, deps)
}
