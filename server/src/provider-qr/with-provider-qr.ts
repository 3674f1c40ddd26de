import { formatRupees } from '@galla/upi/rupees'
import { openVerification } from '../payment-accounts/account-source-store.ts'
import { type Clock, waitRealMs } from '../platform/clock.ts'
import type { Secrets } from '../platform/crypto/crypto.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { invalidField, Refusal } from '../platform/refusal.ts'
import type { ProviderError } from '../providers/connector.ts'
import { availableCalls, callTimesAfter } from '../providers/provider-rate-limit.ts'
import { lockRateLimit, saveCallTimes } from '../providers/provider-rate-limit-store.ts'
import type { Provider, Providers } from '../providers/providers.ts'
import { recordProviderHealth } from '../providers/record-provider-health.ts'
import {
  closesQrAt,
  endsQrAt,
  LOST_SECONDS,
  type MadeQr,
  QRS_PER_ORDER_MAX,
  RESERVED_SECONDS_MAX,
  type ReservedQr,
  referenceFor,
  type WantedQr,
} from './provider-qr.ts'
import {
  abandonQr,
  abandonStale,
  closeEarlierQrs,
  countQrs,
  insertReserved,
  isOrdered,
  isReserved,
  publishQr,
} from './provider-qr-store.ts'

/** Who asks providers for QRs. */
export interface QrMaking {
  readonly secrets: Secrets
  readonly providers: Providers
  readonly workerId: string
}

export interface QrDeps {
  readonly db: Database
  readonly clock: Clock
  readonly qr: QrMaking
}

/** Thrown inside a transaction, which it undoes: all would be well if the attempt had its QR. */
export class QrNeeded extends Error {
  override name = 'QrNeeded'
  readonly wanted: WantedQr
  constructor(wanted: WantedQr) {
    super('an attempt needs a QR of its provider')
    this.wanted = wanted
  }
}

/** Shows the QR together with what the transaction does; throws, and so undoes it, where the QR is for something else. */
export interface Publish {
  readonly accountId: string
  show(tx: Transaction, shown: WantedQr): Promise<MadeQr>
}

/** Rounds of waiting for somebody who asks for the same order, or for a free place in the account's pace. */
const ROUNDS_MAX = 50
const WAIT_MS = 100
const SECOND_MS = 1000

const unavailable = (retryAfterSeconds = 1): Refusal =>
  new Refusal('provider_unavailable', { retryAfterSeconds })

/**
 * Does `work` in a transaction; where it needs a QR of the account's provider: rehearse, reserve, ask outside of any transaction,
 * then do it again with the QR. What the rehearsal refuses never reaches the provider; whatever fails later leaves nothing but a
 * reservation that is closed at the provider.
 */
export const withProviderQr = async <T>(
  deps: QrDeps,
  work: (tx: Transaction, publish: Publish | null) => Promise<T>,
): Promise<T> => {
  for (let rounds = 0; rounds < ROUNDS_MAX; rounds += 1) {
    const rehearsed = await rehearse(deps, work)
    if ('result' in rehearsed) return rehearsed.result
    const provider = await providerOf(deps, rehearsed.wanted)
    const reserved = await reserve(deps, rehearsed.wanted, provider)
    if (reserved === 'wait') await waitForOthers(deps, rehearsed.wanted)
    else return doWith(deps, await ask(deps, reserved, rehearsed.wanted, provider), work)
  }
  throw unavailable()
}

const rehearse = async <T>(
  { db }: QrDeps,
  work: (tx: Transaction, publish: null) => Promise<T>,
): Promise<{ result: T } | { wanted: WantedQr }> => {
  try {
    return { result: await db.transaction((tx) => work(tx, null)) }
  } catch (error) {
    if (error instanceof QrNeeded) return { wanted: error.wanted }
    throw error
  }
}

type Maker = Provider & { readonly [K in 'create' | 'limits']: NonNullable<Provider[K]> }

const providerOf = async ({ db, qr }: QrDeps, wanted: WantedQr): Promise<Maker> => {
  const verification = await openVerification(db, qr.secrets, wanted)
  const provider = verification && qr.providers(verification)
  // It was connected a moment ago; whoever calls again finds what took its place.
  if (provider?.create === undefined || provider.limits === undefined) throw unavailable()
  const { amountMin } = provider.limits
  if (wanted.amount < amountMin)
    throw invalidField('amount', `The payment provider takes amounts from ${formatRupees(amountMin)} on`)
  return provider as Maker
}

/** One of those who want the same order asks for it, within the pace of the account; the others wait. */
const reserve = async (deps: QrDeps, wanted: WantedQr, provider: Maker): Promise<ReservedQr | 'wait'> => {
  try {
    return await deps.db.transaction((tx) => reserveWithin(tx, deps, wanted, provider))
  } catch (error) {
    if (error instanceof Overtaken) return 'wait'
    throw error
  }
}

/** Somebody created the very order between the rehearsal and the reservation, which is undone. */
class Overtaken extends Error {
  override name = 'Overtaken'
}

const reserveWithin = async (
  tx: Transaction,
  { clock, qr }: QrDeps,
  wanted: WantedQr,
  provider: Maker,
): Promise<ReservedQr | 'wait'> => {
  const now = clock.now()
  const before = new Date(now.getTime() - RESERVED_SECONDS_MAX * SECOND_MS)
  await abandonStale(tx, wanted, now, before, lostUntil(now))
  const pace = await lockRateLimit(tx, wanted)
  if (pace === undefined) throw unavailable()
  if (pace.pausedUntil !== null && pace.pausedUntil > now)
    throw unavailable(Math.ceil((pace.pausedUntil.getTime() - now.getTime()) / SECOND_MS))
  const earlier = await countQrs(tx, wanted)
  if (earlier.all >= QRS_PER_ORDER_MAX) throw new Refusal('not_payable')
  const reserved: ReservedQr = {
    ...wanted,
    reference: referenceFor(wanted.orderId, wanted.attempt, earlier.of_attempt),
    source: provider.source,
    endsAt: endsQrAt(wanted, provider.limits.windowSecondsMin, now),
  }
  if (availableCalls(pace, now) < 1 || !(await insertReserved(tx, reserved, qr.workerId, now))) return 'wait'
  // Asked after the row is ours: from now on nobody else can publish an order of this client_txn_id.
  if (wanted.attempt === 1 && (await isOrdered(tx, wanted))) throw new Overtaken()
  await saveCallTimes(tx, wanted, callTimesAfter(pace.callTimes, 1, now), 1)
  return reserved
}

const lostUntil = (now: Date): Date => new Date(now.getTime() + LOST_SECONDS * SECOND_MS)

const waitForOthers = async ({ db }: QrDeps, wanted: WantedQr): Promise<void> => {
  for (let rounds = 0; rounds < ROUNDS_MAX; rounds += 1) {
    await waitRealMs(WAIT_MS)
    if (!(await isReserved(db, wanted))) return
  }
  throw unavailable()
}

const ask = async (
  deps: QrDeps,
  reserved: ReservedQr,
  wanted: WantedQr,
  provider: Maker,
): Promise<MadeQr> => {
  const { db, clock } = deps
  const made = await provider.create({
    reference: reserved.reference,
    amount: wanted.amount,
    note: wanted.purpose,
    closeAt: reserved.endsAt,
    now: clock.now(),
    customer: {
      name: wanted.customerName,
      email: wanted.customerEmail,
      mobile: wanted.customerMobile,
    },
  })
  const now = clock.now()
  if (made.kind === 'created') {
    await recordProviderHealth(db, wanted, { message: 'QR code made', error: null }, now)
    return { ...reserved, ...made.qr }
  }
  await recordProviderHealth(db, wanted, made, now)
  const nothing = { providerId: null, link: null }
  await abandonQr(db, reserved, nothing, now, made.kind === 'refused' ? null : lostUntil(now))
  throw unavailable(waitOf(made.error))
}

const waitOf = ({ retryAfterSeconds }: ProviderError): number => retryAfterSeconds ?? 1

const doWith = async <T>(
  { db, clock }: QrDeps,
  made: MadeQr,
  work: (tx: Transaction, publish: Publish) => Promise<T>,
): Promise<T> => {
  let published = false
  const show: Publish['show'] = async (tx, shown) => {
    const isTheSame =
      shown.orderId === made.orderId &&
      shown.attempt === made.attempt &&
      shown.accountId === made.accountId &&
      shown.amount === made.amount
    const now = clock.now()
    if (!isTheSame || !(await publishQr(tx, made, now, closesQrAt(shown.expiresAt, shown.mode))))
      throw unavailable()
    await closeEarlierQrs(tx, made, now)
    published = true
    return made
  }
  try {
    return await db.transaction((tx) => {
      published = false
      return work(tx, { accountId: made.accountId, show })
    })
  } catch (error) {
    published = false
    throw error instanceof QrNeeded ? unavailable() : error
  } finally {
    // Nobody has seen it, so it is closed at once. Where the commit's answer was lost, this finds it published and does nothing.
    if (!published) await abandonQr(db, made, made, clock.now(), clock.now())
  }
}
