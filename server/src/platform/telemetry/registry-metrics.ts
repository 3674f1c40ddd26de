import { type HrTime, ValueType } from '@opentelemetry/api'
import { emptyResource } from '@opentelemetry/resources'
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics'
import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client'
import { monotonicMs } from '../clock.ts'

type Labels = MetricValue<string>['labels']
type Family = MetricObjectWithValues<MetricValue<string> & { readonly metricName?: string }>

const hrTime = (ms: number): HrTime => [Math.floor(ms / 1000), Math.round((ms % 1000) * 1e6)]

/** Gives the figures of /metrics to OpenTelemetry under the same names, so that each is counted once and named once. */
export const metricsFromRegistry = (registry: Registry): MetricProducer => {
  const startTime = hrTime(performance.timeOrigin)
  return {
    async collect() {
      const families = (await registry.getMetricsAsJSON()) as unknown as Family[]
      const times = { startTime, endTime: hrTime(performance.timeOrigin + monotonicMs()) }
      return {
        errors: [],
        resourceMetrics: {
          resource: emptyResource(),
          scopeMetrics: [
            { scope: { name: 'galla' }, metrics: families.map((family) => metricFrom(family, times)) },
          ],
        },
      }
    },
  }
}

type Times = Pick<DataPoint<number>, 'startTime' | 'endTime'>

const metricFrom = (family: Family, times: Times): MetricData => {
  const base = {
    descriptor: { name: family.name, description: family.help, unit: '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  }
  const type = String(family.type)
  if (type === 'histogram')
    return { ...base, dataPointType: DataPointType.HISTOGRAM, dataPoints: histogramPoints(family, times) }
  const dataPoints = family.values.map(({ value, labels }) => ({
    ...times,
    attributes: attributesOf(labels),
    value,
  }))
  return type === 'counter'
    ? { ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
    : { ...base, dataPointType: DataPointType.GAUGE, dataPoints }
}

const attributesOf = ({ le: _le, ...labels }: Labels): Record<string, string | number> => labels as never

/** Prometheus' buckets count everything below their bound; OpenTelemetry's what lies between two bounds. */
const histogramPoints = (family: Family, times: Times): DataPoint<Histogram>[] => {
  const series = new Map<string, Family['values']>()
  for (const each of family.values) {
    const key = JSON.stringify(attributesOf(each.labels))
    series.set(key, [...(series.get(key) ?? []), each])
  }
  return [...series.values()].map((values) => {
    const buckets = values.filter(({ metricName }) => metricName === `${family.name}_bucket`)
    const below = buckets.map(({ value }) => value)
    const of = (suffix: string): number =>
      values.find(({ metricName }) => metricName === `${family.name}_${suffix}`)?.value ?? 0
    return {
      ...times,
      attributes: attributesOf(values[0]?.labels ?? {}),
      value: {
        buckets: {
          boundaries: buckets.flatMap(({ labels }) => (labels.le === '+Inf' ? [] : [Number(labels.le)])),
          counts: below.map((count, index) => count - (below[index - 1] ?? 0)),
        },
        sum: of('sum'),
        count: of('count'),
      },
    }
  })
}
