import { SECOND_MS } from '@galla/contract/durations'
import { cleanPayeeName } from '@galla/contract/payment-accounts/payee-name'
import { parsePayLink } from '@galla/upi/link'
import { formatRupees } from '@galla/upi/rupees'
import { findVerification } from '../payment-accounts/account-source-store.ts'
import { recordPayeeName } from '../payment-accounts/payee-name-store.ts'
import { waitRealMs } from '../platform/clock.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { Platform } from '../platform/feature.ts'
import { LEASE_SECONDS } from '../platform/jobs/lease.ts'
import { invalidField, Refusal } from '../platform/refusal.ts'
import type { ProviderError } from '../providers/connector.ts'
import { availableCalls, callTimesAfter } from '../providers/provider-rate-limit.ts'
import { lockRateLimit, updateCallTimes } from '../providers/provider-rate-limit-store.ts'
import type { Provider, Providers } from '../providers/providers.ts'
import { recordProviderHealth } from '../providers/record-provider-health.ts'
import {
  closesQrAt,
  endsQrAt,
  LOST_SECONDS,
  type MadeQr,
  type PendingQr,
  QRS_PER_ORDER_MAX,
  type QrRequest,
  referenceFor,
} from './provider-qr.ts'
import {
  abandonQr,
  abandonStaleQrsOfOrder,
  countQrs,
  insertPending,
  isPending,
  publishQr,
  scheduleClosingOfEarlierQrs,
} from './provider-qr-store.ts'

/** Dependencies for creating QRs at providers. */
export interface QrMaking extends Pick<Platform, 'secrets'> {
  readonly providers: Providers
}

export interface QrDeps extends Pick<Platform, 'db' | 'clock'> {
  readonly qr: QrMaking
}

/** The result of a check: the finished work, or the QR that it needs first. */
export type QrCheck<T> = { readonly result: T } | { readonly needed: QrRequest }

/** How often a call waits for a concurrent one about the same order, or for the rate limit of the account. */
const ROUNDS_MAX = 50
const WAIT_MS = 100

const unavailable = (retryAfterSeconds = 1): Refusal =>
  new Refusal('provider_unavailable', { retryAfterSeconds })

/**
 * Creates a QR at the account's provider and runs `work` with it. The QR is committed as pending, then as shown in the transaction of
 * `work`, or as abandoned, and is then closed at the provider. The provider is called outside of transactions, and only after `check`
 * has passed. A QR that is pending for longer than a lease is abandoned: its process is dead, or has taken too long.
 */
export const withProviderQr = async <T>(
  deps: QrDeps,
  check: () => Promise<QrCheck<T>>,
  work: (tx: Transaction, qr: MadeQr) => Promise<T>,
): Promise<T> => {
  for (let rounds = 0; rounds < ROUNDS_MAX; rounds += 1) {
    const checked = await check()
    if ('result' in checked) return checked.result
    const { needed } = checked
    const provider = await providerOf(deps, needed)
    const pending = await deps.db.transaction((tx) => reserve(tx, deps, needed, provider))
    if (pending !== undefined) return finish(deps, await createQr(deps, pending, provider), work)
    await waitForOthers(deps, needed)
  }
  throw unavailable()
}

type QrProvider = Provider & { readonly [K in 'create' | 'limits']: NonNullable<Provider[K]> }

const providerOf = async ({ db, qr }: QrDeps, needed: QrRequest): Promise<QrProvider> => {
  const verification = await findVerification(db, qr.secrets, needed)
  const provider = verification && qr.providers(verification)
  // The account was disconnected meanwhile. The next call finds the new one.
  if (provider?.create === undefined || provider.limits === undefined) throw unavailable()
  const { amountMin } = provider.limits
  if (needed.amount < amountMin)
    throw invalidField('amount', `The payment provider takes amounts from ${formatRupees(amountMin)} on`)
  return provider as QrProvider
}

/**
 * Reserves a QR and a call within the rate limit of the account. Undefined: the attempt has a QR already, or the rate limit is reached.
 */
const reserve = async (
  tx: Transaction,
  { clock }: QrDeps,
  needed: QrRequest,
  provider: QrProvider,
): Promise<PendingQr | undefined> => {
  const now = clock.now()
  const before = new Date(now.getTime() - LEASE_SECONDS * SECOND_MS)
  await abandonStaleQrsOfOrder(tx, needed, now, before, lostUntil(now))
  const limit = await lockRateLimit(tx, needed)
  if (limit === undefined) throw unavailable()
  if (limit.pausedUntil !== null && limit.pausedUntil > now)
    throw unavailable(Math.ceil((limit.pausedUntil.getTime() - now.getTime()) / SECOND_MS))
  const earlier = await countQrs(tx, needed)
  if (earlier.all >= QRS_PER_ORDER_MAX) throw new Refusal('not_payable')
  const pending: PendingQr = {
    ...needed,
    reference: referenceFor(needed.orderId, needed.attempt, earlier.of_attempt),
    source: provider.source,
    endsAt: endsQrAt(needed, provider.limits.windowSecondsMin, now),
  }
  if (availableCalls(limit, now) < 1 || !(await insertPending(tx, pending, now))) return undefined
  await updateCallTimes(tx, needed, callTimesAfter(limit.callTimes, 1, now), 1)
  return pending
}

const lostUntil = (now: Date): Date => new Date(now.getTime() + LOST_SECONDS * SECOND_MS)

const waitForOthers = async ({ db }: QrDeps, needed: QrRequest): Promise<void> => {
  for (let rounds = 0; rounds < ROUNDS_MAX; rounds += 1) {
    await waitRealMs(WAIT_MS)
    if (!(await isPending(db, needed))) return
  }
  throw unavailable()
}

const createQr = async (deps: QrDeps, pending: PendingQr, provider: QrProvider): Promise<MadeQr> => {
  const { db, clock } = deps
  const creation = await provider.create({
    reference: pending.reference,
    amount: pending.amount,
    note: pending.purpose,
    closeAt: pending.endsAt,
    now: clock.now(),
    customer: {
      name: pending.customerName,
      email: pending.customerEmail,
      mobile: pending.customerMobile,
    },
  })
  const now = clock.now()
  if (creation.kind === 'created') {
    await recordProviderHealth(db, pending, { message: 'QR code made', error: null }, now)
    const name = cleanPayeeName(parsePayLink(creation.qr.link)?.payeeName ?? '')
    if (name !== '') await recordPayeeName(db, pending, { source: 'provider', name }, now)
    return { ...pending, ...creation.qr }
  }
  await recordProviderHealth(db, pending, creation, now)
  const notCreated = { providerId: null, link: null }
  await abandonQr(db, pending, notCreated, now, creation.kind === 'refused' ? null : lostUntil(now))
  throw unavailable(waitOf(creation.error))
}

const waitOf = ({ retryAfterSeconds }: ProviderError): number => retryAfterSeconds ?? 1

/** Runs the work. A QR that it did not show is abandoned and closed. */
const finish = async <T>(
  { db, clock }: QrDeps,
  qr: MadeQr,
  work: (tx: Transaction, qr: MadeQr) => Promise<T>,
): Promise<T> => {
  try {
    return await db.transaction((tx) => work(tx, qr))
  } finally {
    await abandonQr(db, qr, qr, clock.now(), clock.now())
  }
}

/** Shows the QR, in the transaction that creates its attempt. Throws where it was abandoned meanwhile or does not fit the attempt. */
export const showQr = async (
  tx: Transaction,
  { clock }: Pick<QrDeps, 'clock'>,
  qr: MadeQr,
  { attempt, amount, expiresAt }: Pick<QrRequest, 'attempt' | 'amount' | 'expiresAt'>,
): Promise<void> => {
  const now = clock.now()
  const fits = attempt === qr.attempt && amount === qr.amount
  if (!fits || !(await publishQr(tx, qr, now, closesQrAt(expiresAt, qr.mode)))) throw unavailable()
  await scheduleClosingOfEarlierQrs(tx, qr, now)
}
