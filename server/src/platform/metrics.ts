import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

const EVENTS = ['order_created', 'credit_recorded', 'delivery_delivered', 'delivery_failed'] as const
export type CountedEvent = (typeof EVENTS)[number]
export type Totals = Readonly<Record<CountedEvent | 'replies_5xx', number>>

/** The figures of one process. Labels are routes and words of the program: never ids, so that their number stays small. */
export interface Metrics {
  readonly registry: Registry
  answered(request: { method: string; route: string; status: number; seconds: number }): void
  /** Called after the commit of what is counted. */
  count(event: CountedEvent): void
  /** What the process counted since its start. */
  totals(): Promise<Totals>
  /** Figures that are read together when someone asks for them; those that are not there now are left out. */
  gauges<Name extends string>(
    helps: Readonly<Record<Name, string>>,
    read: () => Promise<Partial<Record<Name, number>>>,
  ): void
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

export const createMetrics = (): Metrics => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'galla_http_request_seconds',
    help: 'Time from the first byte of a request to the last of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  })
  const events = new Counter({
    name: 'galla_events_total',
    help: 'Orders created, credits recorded, and attempts of webhook deliveries, by what came of them.',
    labelNames: ['event'],
    registers: [registry],
  })
  for (const event of EVENTS) events.inc({ event }, 0)
  // Looking up the labels' series for each of thousands of polls a second costs more than counting; there are few routes.
  const series = new Map<string, { observe(seconds: number): void }>()
  const seriesOf = (method: string, route: string, status: string) => {
    const name = `${method} ${route} ${status}`
    const known = series.get(name) ?? requests.labels(method, route, status)
    series.set(name, known)
    return known
  }
  return {
    registry,
    answered: ({ method, route, status, seconds }) =>
      seriesOf(method, route, `${Math.floor(status / 100)}xx`).observe(seconds),
    count: (event) => events.inc({ event }),
    async totals() {
      const counted = (await events.get()).values.map(({ labels, value }) => [labels.event, value])
      const failed = (await requests.get()).values.filter(
        ({ metricName, labels }) => metricName?.endsWith('_count') && labels.status === '5xx',
      )
      return {
        ...(Object.fromEntries(counted) as Record<CountedEvent, number>),
        replies_5xx: failed.reduce((sum, { value }) => sum + value, 0),
      }
    },
    gauges(helps, read) {
      const together = once(read)
      for (const [name, help] of Object.entries<string>(helps)) {
        const gauge: Gauge = new Gauge({
          name,
          help,
          registers: [registry],
          async collect() {
            const value = (await together())[name as keyof typeof helps]
            if (value === undefined) gauge.remove()
            else gauge.set(value)
          },
        })
      }
    },
  }
}

/** All who ask while a reading is under way get that one. */
const once = <T>(read: () => Promise<T>): (() => Promise<T>) => {
  let reading: Promise<T> | undefined
  return () => {
    reading ??= read().finally(() => {
      reading = undefined
    })
    return reading
  }
}
