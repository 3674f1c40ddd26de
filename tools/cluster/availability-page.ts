import type { Comparison } from './compare-journal.ts'
import { figuresOf, type Journal, type Window, type WindowFigures } from './journal.ts'
import type { Kill } from './kills.ts'

export interface Measured {
  readonly kill: Kill
  readonly window: Window
}

export interface Run {
  readonly date: Date
  readonly versions: string
  readonly requestsPerSecond: number
  readonly processors: number
  readonly journal: Journal
  readonly measured: readonly Measured[]
  readonly comparison: Comparison
  readonly ledgerFaults: number
  /** The longest time without an acknowledged write, before the first kill. */
  readonly quietOutageMs: number
}

const seconds = (ms: number): string => (Number.isFinite(ms) ? (ms / 1000).toFixed(1) : 'never')
const largest = (values: readonly number[]): number => Math.max(0, ...values)
const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

const sumOf = (all: readonly ReadonlyMap<number, number>[]): ReadonlyMap<number, number> => {
  const sum = new Map<number, number>()
  for (const counts of all)
    for (const [status, count] of counts) sum.set(status, (sum.get(status) ?? 0) + count)
  return sum
}

const failureText = (failures: ReadonlyMap<number, number>): string =>
  [...failures]
    .sort(([one], [other]) => one - other)
    .map(([status, count]) => `${count} × ${status === 0 ? 'broken connection' : status}`)
    .join(', ') || 'none'

const goalsOf = ({ outageMsMax, isUnnoticed, notifiedMsMax }: Kill): string =>
  [
    ...(outageMsMax === undefined ? [] : [`outage < ${outageMsMax / 1000} s`]),
    ...(isUnnoticed === true ? ['no failed request'] : []),
    ...(notifiedMsMax === undefined ? [] : [`notified < ${notifiedMsMax / 1000} s`]),
  ].join(', ')

const isMet = (kill: Kill, all: readonly WindowFigures[]): boolean =>
  all.every(
    ({ outageMs, failures, slowestNotificationMs }) =>
      outageMs < (kill.outageMsMax ?? Number.POSITIVE_INFINITY) &&
      (kill.isUnnoticed !== true || failures.size === 0) &&
      slowestNotificationMs <= (kill.notifiedMsMax ?? Number.POSITIVE_INFINITY),
  )

const rowOf = (kill: Kill, all: readonly WindowFigures[]): string => {
  const outages = all.map(({ outageMs }) => outageMs)
  const goals = goalsOf(kill)
  return `| ${[
    kill.what,
    all.length,
    `${seconds(median(outages))} / ${seconds(largest(outages))}`,
    failureText(sumOf(all.map(({ failures }) => failures))),
    failureText(sumOf(all.map(({ failedPayments }) => failedPayments))),
    seconds(largest(all.map(({ slowestNotificationMs }) => slowestNotificationMs))),
    goals,
    goals === '' ? '' : isMet(kill, all) ? 'met' : 'missed',
  ].join(' | ')} |`
}

const namesOf = (names: readonly string[]): string => (names.length === 0 ? '' : ` (${names.join(', ')})`)

/** The text of docs/measurements/availability.md. */
export const availabilityPage = (run: Run): string => {
  const { journal, measured, comparison } = run
  const kinds = Map.groupBy(measured, ({ kill }) => kill)
  const rows = [...kinds].map(([kill, all]) =>
    rowOf(
      kill,
      all.map(({ window }) => figuresOf(journal, window)),
    ),
  )
  const statuses = Map.groupBy(journal.answers, ({ status }) => status)
  const errors = journal.answers.filter(({ status }) => status >= 500 && status !== 502 && status !== 503)
  return `# Availability, measured on ${run.date.toISOString().slice(0, 10)}

Written by \`npm run proof -- cluster\`: the parts of \`deploy/compose.ha.yaml\` as processes of one machine with ${run.processors} processors, which other work
shared; ${run.versions}. Clients create orders, pay them in the simulator and request their status, ${run.requestsPerSecond} requests a second, and record
the replies. Each part is killed in turn. All parts share the same processors and the same disk, so the times are longer than on separate
machines. A network that loses packets is not tested.

| | |
|---|---|
| kills | ${measured.length} |
| answers | ${journal.answers.length} |
| acknowledged orders, payments | ${comparison.acknowledgedOrders}, ${comparison.acknowledgedPayments} |
| acknowledged and lost | ${comparison.lost.length}${namesOf(comparison.lost)} |
| doubled | ${comparison.doubled.length}${namesOf(comparison.doubled)} |
| paid, and the shop was not notified | ${comparison.notNotified.length}${namesOf(comparison.notNotified)} |
| broken rules of the ledger (\`verify-ledger\`) | ${run.ledgerFaults} |
| answers 500 | ${errors.length} |
| all answers by status | ${[...statuses].map(([status, all]) => `${status === 0 ? 'broken connection' : status}: ${all.length}`).join(', ')} |

Outage: the longest time without one acknowledged order or payment, in seconds, the median and the longest of all kills of the kind.
Without any kill it was ${seconds(run.quietOutageMs)}. Failed requests: creations with an
Idempotency-Key and status calls, which HAProxy repeats. A payment in the simulator has no key, so nobody repeats it; the client asks for the
status first. Notified: the longest time from an acknowledged payment to the shop's webhook.

| kill | times | outage (s) | failed requests | failed payments | notified (s) | goal | |
|---|---|---|---|---|---|---|---|
${rows.join('\n')}
`
}
