import { systemClock } from '../clock.ts'

/**
 * How long a process keeps what it works on without saying so again. Leases end by the clock of the database, which all processes share,
 * so the work of a dead process is free after this time, whatever its clock says.
 */
export const LEASE_SECONDS = 15
/** Two renewals may fail before a lease ends. */
const RENEW_MS = 5_000

/**
 * Renews the lease while the work runs. A failed renewal is no failure of the work: if they all fail, another process takes it once the
 * lease ends, and what this one records afterwards under its lease finds nothing.
 */
export const whileLeased = async <T>(renew: () => Promise<unknown>, work: () => Promise<T>): Promise<T> => {
  const renewing = systemClock.every(RENEW_MS, () => void renew().catch(() => undefined))
  try {
    return await work()
  } finally {
    renewing.stop()
  }
}
