import type { FailureReason, Mode, OrderStatus } from '@galla/contract/orders/order-status'
import type { CreditState } from '@galla/contract/reconciliation/credits'
import { announcementOf, type Change, type Order, type Stage, stageOf } from '../../orders/order.ts'
import { isLowered } from '../credit.ts'

/**
 * The promises of the ledger, each checked against the rows. The schema enforces most of them. The check covers the others, and the case
 * that a constraint was removed.
 */
export const PROMISES = {
  credit_once: 'A credit is unique by mode and UTR',
  credit_evidence: 'Every credit has evidence, and some of it has its amount',
  credit_history: 'The state of a credit is the last one of its history',
  credit_settles: 'A matched credit settles its order',
  refunds_counted:
    'What goes back of a credit is the sum of its refunds, and at most its amount, beside what a provider sent although it had ended here',
  refunds_whole: 'A credit is refunded if and only if all of it was sent back',
  settled_once: 'A credit settles at most one order',
  settled_by: 'An order is settled by a credit of its mode that is matched with it',
  success_settled: 'An order is a success if and only if a credit settles it',
  settled_amount:
    'An order is settled by exactly its payable amount, or by another amount that a named person accepted',
  settled_by_proof: 'An order that neither a UTR nor a person proves is settled by a lowered amount',
  success_evidence: 'Every success has evidence',
  success_final: 'Nothing changes an order after it was paid',
  history_complete: 'An order has as many history entries as versions, without a gap',
  history_consistent: 'The history of an order leads in allowed steps to its status',
  announced: 'Each change to success or failed has its webhook event, and no other event exists',
  mode_kept: 'Test orders belong to test accounts, and live orders to live accounts',
  quota_used: 'The number of used QR requests equals the live orders without those that pay for plans',
  received_exact: 'The amount received on a day is the sum of its credits that count',
  plan_ordered: 'Every plan purchase has an order of the operator',
  invoices_numbered:
    'The invoices of a financial year are numbered from 1, each number once and without a gap',
  money_whole: 'Amounts are whole paise in 64-bit columns, and no column is a floating-point number',
  times_utc: 'Every time is stored as an instant',
  guards_stand: 'All constraints and triggers that guard the ledger are in force',
} as const

export type PromiseName = keyof typeof PROMISES

export interface Fault {
  readonly promise: PromiseName
  /** The fault, with ids but without personal data. */
  readonly what: string
}

export interface OrderFacts {
  readonly merchant_id: string
  readonly order_id: string
  readonly mode: Mode
  readonly account_mode: Mode | null
  readonly status: OrderStatus
  readonly failure_reason: FailureReason | null
  readonly version: number
  readonly amount_paise: bigint
  readonly payable_paise: bigint
  readonly settled_by_credit_id: string | null
  readonly settled_paise: bigint | null
  readonly amount_accepted_by: string | null
  readonly amount_accepted_why: string | null
  readonly credit_paise: bigint | null
  readonly credit_utr: string | null
  readonly credit_confirmed: boolean | null
  readonly credit_state: CreditState | null
  readonly credit_order_id: string | null
  readonly credit_of_mode: boolean | null
  readonly evidence: number
  readonly also_settled: number
  readonly versions: number[]
  readonly events: Change[]
  /** Whether the entry is recent enough for its webhook event to be kept. */
  readonly events_kept: boolean[]
  readonly announced: string[]
}

const STEPS = {
  created: {
    opened: 'pending',
    retried: 'pending',
    declined: 'declined',
    expired: 'expired',
    paid: 'success',
  },
  pending: { opened: null, retried: 'pending', declined: 'declined', expired: 'expired', paid: 'success' },
  declined: { opened: null, retried: 'pending', declined: null, expired: 'expired', paid: 'success' },
  expired: { opened: null, retried: null, declined: null, expired: null, paid: 'success' },
  success: { opened: null, retried: null, declined: null, expired: null, paid: null },
} as const satisfies Record<Stage, Record<Change, Stage | null>>

interface Walked {
  /** The stage after the history; null after a step that is not allowed. */
  readonly stage: Stage | null
  /** Notifications that its steps cause. `text` is `event:version`. */
  readonly announced: readonly { readonly text: string; readonly isKept: boolean }[]
}

const STATUS_OF = {
  created: { status: 'created', failureReason: null },
  pending: { status: 'pending', failureReason: null },
  declined: { status: 'failed', failureReason: 'declined' },
  expired: { status: 'failed', failureReason: 'expired' },
  success: { status: 'success', failureReason: null },
} as const satisfies Record<Stage, Pick<Order, 'status' | 'failureReason'>>

const walkHistory = (order: OrderFacts): Walked => {
  let stage: Stage | null = 'created'
  const announced: { text: string; isKept: boolean }[] = []
  order.events.forEach((change, index) => {
    if (stage === null) return
    const before = STATUS_OF[stage]
    const next: Stage | null | undefined = STEPS[stage][change]
    const event = next && announcementOf(before as Order, change)
    if (event)
      announced.push({
        text: `${event}:${order.versions[index]}`,
        isKept: order.events_kept[index] === true,
      })
    stage = next ?? null
  })
  return { stage, announced }
}

/** Finds every promise that an order breaks. */
export const faultsOfOrder = (order: OrderFacts): Fault[] => {
  const what = `order ${order.order_id}`
  const broken: Partial<Record<PromiseName, boolean>> = {
    ...historyFaults(order),
    ...(order.status === 'success' ? settlementFaults(order) : {}),
    success_settled:
      (order.status === 'success') !== (order.settled_by_credit_id !== null) ||
      (order.status === 'success') !== (order.settled_paise !== null),
    mode_kept: order.account_mode !== order.mode,
  }
  return faultsIn(broken, what)
}

const settlementFaults = (order: OrderFacts): Partial<Record<PromiseName, boolean>> => {
  const accepted = Boolean(order.amount_accepted_by) && Boolean(order.amount_accepted_why)
  const isTaken = order.credit_state === 'matched' || order.credit_state === 'refunded'
  return {
    settled_by: order.credit_of_mode !== true || !isTaken || order.credit_order_id !== order.order_id,
    settled_once: order.also_settled > 0,
    settled_amount:
      order.settled_paise !== order.credit_paise ||
      (order.settled_paise !== order.payable_paise && !accepted),
    settled_by_proof:
      order.credit_utr === null &&
      !order.credit_confirmed &&
      !isLowered({ amount: order.amount_paise, payable: order.payable_paise }),
    success_evidence: order.evidence === 0,
  }
}

const historyFaults = (order: OrderFacts): Partial<Record<PromiseName, boolean>> => {
  const { stage, announced } = walkHistory(order)
  const due = announced.filter(({ isKept }) => isKept).map(({ text }) => text)
  const caused = new Set(announced.map(({ text }) => text))
  const paidAt = order.events.indexOf('paid')
  return {
    history_complete:
      order.versions.length !== order.version - 1 ||
      order.versions.some((version, index) => version !== index + 2),
    history_consistent: stage !== stageOf({ status: order.status, failureReason: order.failure_reason }),
    success_final: paidAt >= 0 && (paidAt !== order.events.length - 1 || order.status !== 'success'),
    announced:
      due.some((text) => !order.announced.includes(text)) ||
      order.announced.some((text) => !caused.has(text)) ||
      new Set(order.announced).size !== order.announced.length,
  }
}

export interface CreditFacts {
  readonly merchant_id: string
  readonly credit_id: string
  readonly state: CreditState
  readonly same_utr: number
  readonly evidence: number
  readonly evidence_of_amount: number
  readonly is_last_in_history: boolean
  readonly settles_its_order: boolean | null
  readonly amount_paise: bigint
  readonly refunding_paise: bigint
  /** By its refunds: asked for or sent, and sent. */
  readonly refunds_paise: bigint
  /** Of those that were sent: sent although they had ended here. */
  readonly revived_paise: bigint
  readonly sent_paise: bigint
}

export const faultsOfCredit = (credit: CreditFacts): Fault[] =>
  faultsIn(
    {
      credit_once: credit.same_utr > 0,
      credit_evidence: credit.evidence === 0 || credit.evidence_of_amount === 0,
      credit_history: !credit.is_last_in_history,
      credit_settles: credit.state === 'matched' && credit.settles_its_order !== true,
      refunds_counted:
        credit.refunding_paise !== credit.refunds_paise ||
        credit.refunds_paise - credit.revived_paise > credit.amount_paise,
      // One that was marked as no payment after its refund had begun stays ignored.
      refunds_whole:
        credit.state !== 'ignored' &&
        (credit.state === 'refunded') !== credit.sent_paise >= credit.amount_paise,
    },
    `credit ${credit.credit_id}`,
  )

const faultsIn = (broken: Partial<Record<PromiseName, boolean>>, what: string): Fault[] =>
  (Object.keys(broken) as PromiseName[])
    .filter((promise) => broken[promise] === true)
    .map((promise) => ({ promise, what }))

/** What was checked, and the faults. */
export interface LedgerReport {
  readonly checkedAt: string
  readonly tookMs: number
  readonly orders: number
  readonly credits: number
  readonly merchants: number
  readonly faults: number
  readonly promises: readonly {
    readonly promise: PromiseName
    readonly faults: number
    /** The first ten. */
    readonly examples: readonly string[]
  }[]
}

/** Formats the report for people, one line per promise. */
export const ledgerReportLines = (report: LedgerReport): string[] => [
  `Checked ${report.orders} orders, ${report.credits} credits and ${report.merchants} merchants in ${report.tookMs} ms.`,
  '',
  ...report.promises.flatMap(({ promise, faults, examples }) => [
    `  ${faults === 0 ? 'kept  ' : 'BROKEN'}  ${PROMISES[promise]}${faults === 0 ? '' : `: ${faults} times`}`,
    ...examples.map((example) => `            ${example}`),
  ]),
  '',
  report.faults === 0
    ? 'Every promise of the ledger is kept.'
    : `${report.faults} faults. Nothing was changed. See the rows named above.`,
]
