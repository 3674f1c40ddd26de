import { changeOrder, type OrderDeps } from '../orders/change-order.ts'
import type { Order, OrderScope } from '../orders/order.ts'
import { findOrderInScope } from '../orders/order-store.ts'
import type { AccountKey } from '../payment-accounts/account-source.ts'
import { whileLeased } from '../platform/jobs/lease.ts'
import { createRunningWork } from '../platform/jobs/running-work.ts'
import { type BackgroundWork, createSweep } from '../platform/jobs/sweep.ts'
import { failureLogger, type Log } from '../platform/log.ts'
import { Refusal } from '../platform/refusal.ts'
import { type CheckAtProviderDeps, checkOrderAtProvider, checkOrdersAtProvider } from './check-at-provider.ts'
import { listAccountsWithDueChecks, renewChecks } from './check-store.ts'
import { type ClaimedCheck, claimCheckNow, claimDueChecks } from './claim-checks.ts'

export interface ChecksDeps extends CheckAtProviderDeps {
  readonly log: Log
}

export interface Checks extends BackgroundWork {
  /**
   * Checks one order at once, unless its account is at its rate limit or the order was checked just now. Resolves when the result is
   * recorded; false when no provider was called or none answered.
   */
  now(order: AccountKey & { readonly orderId: string }): Promise<boolean>
  /** Looks for due checks soon, in a process that was started. */
  wake(): void
  /** Starts the checks that are due, without waiting for them. */
  sweep(): void
  /** Resolves when this process claims, checks and records nothing. */
  idle(): Promise<void>
}

export const CHECK_SWEEP_MS = 500
const ACCOUNTS_PER_CLAIM = 10
const CLAIMS_PER_SWEEP = 100
/** One claim may go beyond it by ten checks for each of its accounts. */
const IN_FLIGHT_MAX = 200

const START: AccountKey = { merchantId: '', accountId: '' }

/**
 * Runs the status checks: one at a time for each order, within the rate limit of each account. A sweep starts checks and does not
 * wait for them, so a slow provider delays only its own orders.
 */
export const createChecks = (deps: ChecksDeps): Checks => {
  const { db, clock } = deps.orders
  const { workerId } = deps
  const claiming = { db, clock, workerId }
  const onError = failureLogger(deps.log, 'checks')
  const work = createRunningWork()
  let inFlight = 0
  let stopped = false
  let after = START

  const check = async (claimed: readonly ClaimedCheck[]): Promise<boolean> => {
    const [only] = claimed
    const orders = claimed.map(({ order }) => order)
    inFlight += 1
    const checked = whileLeased(
      () => renewChecks(db, orders, workerId),
      () =>
        only !== undefined && claimed.length === 1
          ? checkOrderAtProvider(deps, only)
          : checkOrdersAtProvider(deps, claimed),
    )
    return (await work.track(checked.finally(() => (inFlight -= 1))).catch(onError)) ?? false
  }

  const checkDue = async (): Promise<{ readonly more: boolean }> => {
    for (let claims = 0; claims < CLAIMS_PER_SWEEP && !stopped && inFlight < IN_FLIGHT_MAX; claims += 1) {
      const accounts = await listAccountsWithDueChecks(db, clock.now(), after, ACCOUNTS_PER_CLAIM)
      // The walk continues where it ended, also after a failure, and starts again after the last account.
      after = accounts.length === ACCOUNTS_PER_CLAIM ? (accounts.at(-1) ?? START) : START
      if (accounts.length > 0) await claimDueChecks(claiming, accounts, (claimed) => void check(claimed))
      if (after === START) break
    }
    return { more: false }
  }

  const sweeping = createSweep(
    { clock, log: deps.log },
    { name: 'status.checks', everyMs: CHECK_SWEEP_MS, work: checkDue },
  )

  return {
    start: sweeping.start,
    wake: sweeping.wake,
    async stop() {
      stopped = true
      await sweeping.stop()
      await work.idle()
    },
    async now(order) {
      const claimed = stopped ? undefined : await claimCheckNow(claiming, order)
      return claimed === undefined ? false : check([claimed])
    },
    sweep: () => void work.track(checkDue()).catch(onError),
    idle: work.idle,
  }
}

/**
 * Verifies an order for the merchant: checks it at the account's provider if there is one, and expires it if its window is over.
 */
export const verifyOrder = async (
  deps: OrderDeps,
  checks: Pick<Checks, 'now'>,
  scope: OrderScope,
  orderId: string,
): Promise<Order> => {
  const order = await findOrderInScope(deps.db, scope, orderId)
  if (order === undefined) throw new Refusal('order_not_found')
  if (order.status !== 'success' && order.mode === 'live') await checks.now(order)
  return (await changeOrder(deps, orderId, () => ({ kind: 'time' }))) ?? order
}
