import {
  type AttemptCounter,
  assertAttemptsLeft,
  clearFailures,
  type LimitDeps,
  reserveAttempt,
  returnAttempt,
} from '../merchants/limit-attempts.ts'
import { sha256 } from '../platform/crypto/crypto.ts'
import type { Platform } from '../platform/feature.ts'
import { Refusal } from '../platform/refusal.ts'
import type { CounterCaller } from './counter.ts'
import {
  deleteCounterSession,
  findCounterCaller,
  findLogin,
  insertCounterSession,
  lockCounter,
} from './counter-store.ts'

export type CounterLoginDeps = LimitDeps & Pick<Platform, 'ids' | 'passwords'>

/** Sessions of one counter. */
const DEVICES_MAX = 5
export const COUNTER_SESSION_SECONDS = 30 * 24 * 3600

/** Each PIN is counted before it is checked, so that concurrent ones do not exceed the limit. */
const countersOf = (counterId: string): AttemptCounter[] => [
  { name: 'counter-pin', key: counterId },
  { name: 'counter-pin-day', key: counterId },
]

/** Logs a device in and returns its token. An unknown link takes as long as a wrong PIN and gets the same reply. */
export const logInAtCounter = async (
  deps: CounterLoginDeps,
  {
    token: linkToken,
    pin,
    address,
  }: { readonly token: string; readonly pin: string; readonly address: string },
): Promise<string> => {
  const { db, clock, ids, passwords } = deps
  const loginHash = sha256(linkToken)
  const login = await findLogin(db, loginHash)
  const counters = login === undefined ? [] : countersOf(login.counterId)
  await assertAttemptsLeft(deps, counters)
  for (const counter of counters) await reserveAttempt(deps, counter)
  const matches = await passwords.verifyPassword(login?.pinHash, pin, address)
  if (login === undefined || !matches) throw new Refusal('wrong_pin')
  const token = ids.token()
  const now = clock.now()
  await db.transaction(async (tx) => {
    // The link may have been replaced, or the counter closed, meanwhile.
    const isCurrent =
      (await lockCounter(tx, login)) !== undefined && (await findLogin(tx, loginHash)) !== undefined
    if (!isCurrent) throw new Refusal('wrong_pin')
    await clearFailures(tx, deps, counters.slice(0, 1))
    for (const counter of counters.slice(1)) await returnAttempt(tx, deps, counter)
    const expiresAt = new Date(now.getTime() + COUNTER_SESSION_SECONDS * 1000)
    await insertCounterSession(tx, login, sha256(token), { now, expiresAt, max: DEVICES_MAX })
  })
  return token
}

export const logOutOfCounter = async (
  { db }: Pick<CounterLoginDeps, 'db'>,
  token: string | undefined,
): Promise<void> => {
  if (token !== undefined) await deleteCounterSession(db, sha256(token))
}

/** Finds the device of a session token, or refuses. */
export const getCounterCaller = async (
  { db, clock }: Pick<CounterLoginDeps, 'db' | 'clock'>,
  token: string | undefined,
): Promise<CounterCaller> => {
  const caller = token === undefined ? undefined : await findCounterCaller(db, sha256(token), clock.now())
  if (caller === undefined) throw new Refusal('not_logged_in')
  return caller
}
