/** One reply to a client. */
export interface Answer {
  readonly call: 'create' | 'pay' | 'status'
  /** When the reply arrived, in milliseconds of the run. */
  readonly atMs: number
  readonly ms: number
  /** 0 when the connection broke, so that the client knows no result. */
  readonly status: number
}

/** One sale as its client knows it. */
export interface Sale {
  readonly clientTxnId: string
  /** In rupees. */
  readonly amount: string
  /** Known when the creation was acknowledged. */
  orderId?: string
  /** How often the customer's app sent the payment. */
  paysSent: number
  /** The number of the payment, once it was acknowledged. */
  utr?: string
  paidAtMs?: number
  /** When the shop's server was notified that the order is paid. */
  notifiedAtMs?: number
}

export interface Journal {
  readonly answers: Answer[]
  readonly sales: Map<string, Sale>
  /** Milliseconds since the run started. */
  nowMs(): number
}

export const createJournal = (): Journal => {
  const startedMs = performance.now()
  return { answers: [], sales: new Map(), nowMs: () => performance.now() - startedMs }
}

export interface Window {
  readonly fromMs: number
  readonly toMs: number
}

export interface WindowFigures {
  readonly requests: number
  /** Failed replies by status, of calls that HAProxy may repeat. */
  readonly failures: ReadonlyMap<number, number>
  /** Failed payments by status: a payment has no key, so no proxy repeats it. */
  readonly failedPayments: ReadonlyMap<number, number>
  /** The longest time without one acknowledged order or payment. */
  readonly outageMs: number
  readonly slowestMs: number
  /** The time from an acknowledged payment to the notification of the shop's server. */
  readonly slowestNotificationMs: number
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300

const countFailures = (answers: readonly Answer[]): ReadonlyMap<number, number> => {
  const counts = new Map<number, number>()
  for (const { status } of answers) if (!isSuccess(status)) counts.set(status, (counts.get(status) ?? 0) + 1)
  return counts
}

/** The longest time between two moments, including the start and the end of the window. */
export const longestGap = (times: readonly number[], { fromMs, toMs }: Window): number => {
  const inside = times.filter((time) => time >= fromMs && time <= toMs).sort((one, other) => one - other)
  const all = [fromMs, ...inside, toMs]
  return Math.max(0, ...all.slice(1).map((time, index) => time - (all[index] ?? time)))
}

export const figuresOf = (
  { answers, sales }: Pick<Journal, 'answers' | 'sales'>,
  window: Window,
): WindowFigures => {
  const isInside = (atMs: number): boolean => atMs >= window.fromMs && atMs <= window.toMs
  const inside = answers.filter(({ atMs }) => isInside(atMs))
  const writes = inside.filter(({ call, status }) => call !== 'status' && isSuccess(status))
  const waits = [...sales.values()].flatMap(({ paidAtMs, notifiedAtMs }) =>
    paidAtMs !== undefined && isInside(paidAtMs)
      ? [(notifiedAtMs ?? Number.POSITIVE_INFINITY) - paidAtMs]
      : [],
  )
  return {
    requests: inside.length,
    failures: countFailures(inside.filter(({ call }) => call !== 'pay')),
    failedPayments: countFailures(inside.filter(({ call }) => call === 'pay')),
    outageMs: longestGap(
      writes.map(({ atMs }) => atMs),
      window,
    ),
    slowestMs: Math.max(0, ...inside.map(({ ms }) => ms)),
    slowestNotificationMs: Math.max(0, ...waits),
  }
}
