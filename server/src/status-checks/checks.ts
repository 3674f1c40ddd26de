import type { AccountKey } from '../payment-accounts/account-source.ts'
import type { Timer } from '../platform/clock.ts'
import { type CheckAtProviderDeps, checkOrderAtProvider, checkOrdersAtProvider } from './check-at-provider.ts'
import { accountsWithDueChecks } from './check-store.ts'
import { type ClaimedCheck, claimCheckNow, claimDueChecks } from './claim-checks.ts'

export interface ChecksDeps extends CheckAtProviderDeps {
  /** Something failed on our side; the order is asked about again at its next time in the schedule. */
  readonly onError: (error: unknown) => void
}

export interface Checks {
  start(): void
  /** No further question begins; resolves when those under way are recorded. */
  stop(): Promise<void>
  /**
   * Asks about one order at once, if its account may be asked and nobody has just done so. Resolves when the answer is recorded;
   * false when nobody was asked or nobody answered.
   */
  now(order: AccountKey & { readonly orderId: string }): Promise<boolean>
  /** Looks for what is due. */
  sweep(): void
  /** Resolves when nothing is being claimed, asked or recorded by this process. */
  idle(): Promise<void>
}

export const CHECK_SWEEP_MS = 500
const ACCOUNTS_PER_CLAIM = 10
const CLAIMS_PER_SWEEP = 100
/** One claim may go beyond it by ten questions for each of its accounts. */
const IN_FLIGHT_MAX = 200

const START: AccountKey = { merchantId: '', accountId: '' }

/**
 * The questions to providers: one for each order at a time, each account at its own pace. A slow provider holds up only its own
 * orders, because a sweep starts questions and waits for none.
 */
export const createChecks = (deps: ChecksDeps): Checks => {
  const claiming = { db: deps.orders.db, clock: deps.orders.clock, workerId: deps.workerId }
  const work = new Set<Promise<void>>()
  let inFlight = 0
  let timer: Timer | undefined
  let sweeping = false
  let wanted = false
  let stopped = false
  let after = START

  const track = (running: Promise<void>): Promise<void> => {
    const settled = running.catch(deps.onError).finally(() => work.delete(settled))
    work.add(settled)
    return settled
  }

  const ask = async (together: readonly ClaimedCheck[]): Promise<boolean> => {
    let isAnswered = false
    inFlight += 1
    const [only] = together
    const asked =
      only !== undefined && together.length === 1
        ? checkOrderAtProvider(deps, only)
        : checkOrdersAtProvider(deps, together)
    const asking = asked.then((answered) => {
      isAnswered = answered
    })
    await track(
      asking.finally(() => {
        inFlight -= 1
      }),
    )
    return isAnswered
  }

  const claimAll = async (): Promise<void> => {
    for (let claims = 0; claims < CLAIMS_PER_SWEEP && !stopped && inFlight < IN_FLIGHT_MAX; claims += 1) {
      const now = claiming.clock.now()
      const accounts = await accountsWithDueChecks(claiming.db, now, after, ACCOUNTS_PER_CLAIM)
      if (accounts.length > 0)
        for (const claimed of await claimDueChecks(claiming, accounts)) void ask(claimed)
      // The walk goes on where it ended, and begins anew once it has seen everybody.
      after = accounts.length === ACCOUNTS_PER_CLAIM ? (accounts.at(-1) ?? START) : START
      if (after === START) return
    }
  }

  const sweepWhileWanted = async (): Promise<void> => {
    sweeping = true
    try {
      while (wanted && !stopped) {
        wanted = false
        await claimAll()
      }
    } finally {
      sweeping = false
    }
  }

  const sweep = (): void => {
    wanted = true
    if (!sweeping && !stopped) void track(sweepWhileWanted())
  }

  const idle = async (): Promise<void> => {
    while (work.size > 0) await Promise.all(work)
  }

  return {
    start() {
      timer = claiming.clock.every(CHECK_SWEEP_MS, sweep)
      sweep()
    },
    async stop() {
      stopped = true
      timer?.stop()
      await idle()
    },
    async now(order) {
      const claimed = stopped ? undefined : await claimCheckNow(claiming, order)
      return claimed === undefined ? false : ask([claimed])
    },
    sweep,
    idle,
  }
}
