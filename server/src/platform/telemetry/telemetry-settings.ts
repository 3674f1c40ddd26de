import { z } from 'zod'
import { urlOf, wholeNumber } from '../setting-readers.ts'

/** Where traces and metrics go. The exporters themselves read OTEL_EXPORTER_OTLP_HEADERS and the like from the environment. */
export interface TelemetrySettings {
  /** The collector; `/v1/traces` and `/v1/metrics` are added. */
  readonly endpoint: string
  readonly serviceName: string
  /** The part of all traces that is sent, 0 to 1. */
  readonly sampledPart: number
  readonly metricIntervalMs: number
}

const SERVICE_NAME = 'galla'
const METRIC_INTERVAL_MS = 60_000

/** Standard names: https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/ */
export const TELEMETRY_READERS = {
  OTEL_EXPORTER_OTLP_ENDPOINT: [
    urlOf('http:', 'https:'),
    'the http or https URL of an OpenTelemetry collector, such as http://127.0.0.1:4318',
  ],
  OTEL_SERVICE_NAME: [z.string().max(100), 'a name of at most 100 characters'],
  OTEL_TRACES_SAMPLER_ARG: [
    z
      .string()
      .regex(/^(?:0(?:\.\d{1,9})?|1(?:\.0{1,9})?)$/)
      .transform(Number),
    'a number from 0 to 1',
  ],
  OTEL_METRIC_EXPORT_INTERVAL: [wholeNumber(1_000, 3_600_000), 'milliseconds, 1000 to 3600000'],
} as const

type Values = {
  [N in keyof typeof TELEMETRY_READERS]: z.output<(typeof TELEMETRY_READERS)[N][0]> | undefined
}

export const telemetryFrom = (values: Values): TelemetrySettings | undefined =>
  values.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
    ? undefined
    : {
        endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
        serviceName: values.OTEL_SERVICE_NAME ?? SERVICE_NAME,
        sampledPart: values.OTEL_TRACES_SAMPLER_ARG ?? 1,
        metricIntervalMs: values.OTEL_METRIC_EXPORT_INTERVAL ?? METRIC_INTERVAL_MS,
      }
