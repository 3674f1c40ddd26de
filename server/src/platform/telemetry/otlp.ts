import { AsyncLocalStorage } from 'node:async_hooks'
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { monotonicMs, waitRealMs } from '../clock.ts'
import { errorCode } from '../error-code.ts'
import { metricsFromRegistry } from './registry-metrics.ts'
import type { Telemetry, TelemetryDeps } from './telemetry.ts'
import type { TelemetrySettings } from './telemetry-settings.ts'
import type { SpanAttributes, Tracing } from './tracing.ts'

/** Spans that wait for the collector; beyond these they are dropped, and no request waits. */
const SPANS_WAITING_MAX = 2_048
const SPANS_AT_ONCE_MAX = 512
const SPANS_EVERY_MS = 5_000
const EXPORT_TIMEOUT_MS = 5_000
const STOP_MS_MAX = 2_000
const NAME_CHARACTERS_MAX = 120

/** Opens the exporters. Loaded only where telemetry is on. */
export const openOtlp = (
  { endpoint, serviceName, sampledPart, metricIntervalMs }: TelemetrySettings,
  { registry, version, log }: TelemetryDeps,
): Telemetry => {
  const resource = resourceFromAttributes({ 'service.name': serviceName, 'service.version': version })
  const urlOf = (signal: string): string => `${endpoint.replace(/\/$/, '')}/v1/${signal}`
  const noteResult = createFailureLog(log)
  const spans = new OTLPTraceExporter({ url: urlOf('traces'), timeoutMillis: EXPORT_TIMEOUT_MS })
  const figures = new OTLPMetricExporter({ url: urlOf('metrics'), timeoutMillis: EXPORT_TIMEOUT_MS })
  for (const exporter of [spans, figures]) noteResults(exporter, noteResult)
  const traces = new TracerProvider({
    resource,
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampledPart) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: spans,
        maxQueueSize: SPANS_WAITING_MAX,
        maxExportBatchSize: SPANS_AT_ONCE_MAX,
        scheduledDelayMillis: SPANS_EVERY_MS,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  })
  const metrics = new MeterProvider({
    resource,
    readers: [
      new PeriodicExportingMetricReader({
        exporter: figures,
        exportIntervalMillis: metricIntervalMs,
        exportTimeoutMillis: Math.min(EXPORT_TIMEOUT_MS, metricIntervalMs),
        metricProducers: [metricsFromRegistry(registry)],
      }),
    ],
  })
  return {
    tracing: tracingWith(traces.getTracer('galla', version)),
    async stop() {
      const stopped = Promise.allSettled([traces.shutdown(), metrics.shutdown()])
      await Promise.race([stopped, waitRealMs(STOP_MS_MAX)])
    },
  }
}

interface Exporting {
  export(batch: never, done: (result: { readonly code: number }) => void): void
}

const noteResults = (exporter: Exporting, note: (worked: boolean) => void): void => {
  const send = exporter.export.bind(exporter)
  exporter.export = (batch, done) =>
    send(batch, (result) => {
      note(result.code === 0)
      done(result)
    })
}

/** Logs the first and the last failure to reach the collector, not each one. */
const createFailureLog = (log: TelemetryDeps['log']): ((worked: boolean) => void) => {
  let works = true
  return (worked) => {
    if (worked === works) return
    works = worked
    if (worked) log.info('the telemetry collector responds again')
    else log.warn('the telemetry collector does not respond; traces and metrics are dropped')
  }
}

const endFailed = (span: Span, error: unknown): void => {
  // Not the message: it may contain values.
  span.setAttribute('error.type', errorCode(error) || (error instanceof Error ? error.name : 'thrown'))
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

const tracingWith = (tracer: Tracer): Tracing => {
  const current = new AsyncLocalStorage<Span>()
  const start = (name: string, attributes: SpanAttributes, parent?: Span, startTime?: number): Span =>
    tracer.startSpan(
      name.slice(0, NAME_CHARACTERS_MAX),
      {
        attributes,
        kind: parent === undefined ? SpanKind.SERVER : SpanKind.CLIENT,
        ...(startTime === undefined ? {} : { startTime }),
      },
      parent === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, parent),
    )
  const within = async <T>(span: Span, work: () => Promise<T>): Promise<T> => {
    try {
      const result = await current.run(span, work)
      span.end()
      return result
    } catch (error) {
      endFailed(span, error)
      throw error
    }
  }
  return {
    root(name, attributes, work) {
      const span = start(name, attributes)
      return within(span, () => work((more) => void span.setAttributes(more)))
    },
    child(name, attributes, work) {
      const parent = current.getStore()
      return parent === undefined ? work() : within(start(name, attributes, parent), work)
    },
    begin(name, attributes, startedMsAgo, next) {
      const span = start(name, attributes, undefined, performance.timeOrigin + monotonicMs() - startedMsAgo)
      current.run(span, next)
      return (more, failed) => {
        span.setAttributes(more)
        if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      }
    },
  }
}
