import { VERIFICATION_NAMES, type VerificationSource } from '@galla/contract/payment-accounts/verification'
import { attemptReference } from '@galla/upi/reference'
import type { ReportedCredit } from '../ledger/credit.ts'
import { atMoment, widened } from '../ledger/received.ts'
import { recordCredit } from '../ledger/record-credit.ts'
import { changeOrder, type OrderDeps } from '../orders/change-order.ts'
import type { AccountKey, Verification } from '../payment-accounts/account-source.ts'
import { findVerification, listReplacedVerifications } from '../payment-accounts/account-source-store.ts'
import type { Platform } from '../platform/feature.ts'
import { ulidTime } from '../platform/ids.ts'
import { askWith, listCredentialsOfQr, type QrCredentials } from '../provider-qr/credentials-of-qr.ts'
import { type AttemptQr, listQrsOfOrders, recordClosing } from '../provider-qr/provider-qr-store.ts'
import { pending, type ReportedPayment, type StatusList, type StatusResult } from '../providers/connector.ts'
import type { Providers } from '../providers/providers.ts'
import { recordProviderHealth } from '../providers/record-provider-health.ts'
import { addCheckResult } from './check-results.ts'
import { type DueOrder, findCheckResults, recordCheckResults, requestOwnCheck } from './check-store.ts'
import type { ClaimedCheck } from './claim-checks.ts'

export interface CheckAtProviderDeps extends Pick<Platform, 'secrets' | 'workerId'> {
  readonly orders: OrderDeps
  readonly providers: Providers
}

const SOURCE_KEY_CHARACTERS_MAX = 180

/** Checks a leased order, outside any transaction, and records the result. False when no provider could be called or it failed. */
export const checkOrderAtProvider = async (
  deps: CheckAtProviderDeps,
  { order, attempts }: ClaimedCheck,
): Promise<boolean> => {
  const { db, clock } = deps.orders
  const verification = await findVerification(db, deps.secrets, order)
  let { results } = await findCheckResults(db, order)
  if (verification === undefined) {
    await recordCheckResults(db, order, deps.workerId, results)
    return false
  }
  const qrs = await listQrsOfOrders(db, order.merchantId, [order.orderId])
  let isAnswered = false
  for (const attempt of attempts) {
    const qr = qrs.find((each) => each.attempt === attempt)
    const result = await checkAttempt(deps, order, attempt, verification, qr)
    const source = qr?.source ?? verification.source
    await applyResult(deps, order, attempt, source, result)
    if (result.kind === 'paid' && qr !== undefined)
      // A QR takes one payment.
      await recordClosing(db, { merchantId: order.merchantId, reference: qr.reference }, null, clock.now())
    const entry = { source, attempt, message: result.message }
    results = addCheckResult(results, entry, clock.now())
    // A provider that fails for one attempt fails for the next.
    isAnswered = result.kind !== 'unknown' || result.error === null
    if (!isAnswered) break
  }
  await recordCheckResults(db, order, deps.workerId, results)
  return isAnswered
}

/** A payment of a QR is reported to the credentials that made it, also after they were replaced. */
const checkAttempt = async (
  deps: CheckAtProviderDeps,
  order: DueOrder,
  attempt: number,
  verification: Verification,
  qr: AttemptQr | undefined,
): Promise<StatusResult> => {
  const { db } = deps.orders
  const credentials =
    qr === undefined
      ? [{ verification, isConnected: true }]
      : await listCredentialsOfQr(db, deps.secrets, order, { source: qr.source, madeAt: qr.requestedAt })
  const result = await askWith(credentials, (each) => checkWith(deps, order, attempt, qr, each))
  if (result !== undefined || qr === undefined) return result ?? pending('No provider is connected')
  return pending(`Its QR was made by ${VERIFICATION_NAMES[qr.source]}, which is no longer connected`)
}

const checkWith = async (
  deps: CheckAtProviderDeps,
  order: DueOrder,
  attempt: number,
  qr: AttemptQr | undefined,
  { verification, isConnected }: QrCredentials,
): Promise<StatusResult> => {
  const result = await deps.providers(verification).check({
    reference: qr?.reference ?? attemptReference(order.orderId, attempt),
    amount: order.payable,
    providerId: qr?.providerId ?? null,
  })
  const error = result.kind === 'unknown' ? result.error : null
  if (isConnected)
    await recordProviderHealth(
      deps.orders.db,
      order,
      { message: result.message, error },
      deps.orders.clock.now(),
    )
  return result
}

/** Checks many orders of one account with one call. An order that is missing in the result is due for its own check at once. */
export const checkOrdersAtProvider = async (
  deps: CheckAtProviderDeps,
  claimed: readonly ClaimedCheck[],
): Promise<boolean> => {
  const { db, clock } = deps.orders
  const [first] = claimed
  if (first === undefined) return false
  const verification = await findVerification(db, deps.secrets, first.order)
  const list = verification && deps.providers(verification).list
  const qrs = await listQrsOfOrders(
    db,
    first.order.merchantId,
    claimed.map(({ order }) => order.orderId),
  )
  const replaced = await listReplacedVerifications(db, deps.secrets, first.order)
  // The connected credentials do not list the QRs of those before.
  const isListed = ({ source, requestedAt }: AttemptQr): boolean =>
    source === verification?.source && replaced.every(({ replacedAt }) => requestedAt >= replacedAt)
  const queries = claimed.flatMap(({ order, attempts }) => {
    const qr = qrs.find((each) => each.orderId === order.orderId && each.attempt === attempts[0])
    return qr === undefined || !isListed(qr) ? [] : [{ ...qr, amount: order.payable }]
  })
  const listed: StatusList =
    list === undefined || queries.length === 0 ? { kind: 'listed', results: new Map() } : await list(queries)
  if (queries.length > 0) {
    const health = listed.kind === 'listed' ? { message: 'QR codes listed', error: null } : listed
    await recordProviderHealth(db, first.order, health, clock.now())
  }
  for (const { order, attempts } of claimed) {
    const query = queries.find(({ orderId }) => orderId === order.orderId)
    const result = listed.kind === 'listed' ? listed.results.get(query?.reference ?? '') : listed
    let { results } = await findCheckResults(db, order)
    if (result !== undefined && verification !== undefined) {
      const entry = {
        source: verification.source,
        attempt: attempts[0] ?? order.attempt,
        message: result.message,
      }
      results = addCheckResult(results, entry, clock.now())
    }
    await recordCheckResults(db, order, deps.workerId, results)
    if (result === undefined) await requestOwnCheck(db, order, clock.now())
  }
  return listed.kind === 'listed'
}

/** Applies a payment or a refusal through the same functions as every other source; nothing else changes the order. */
const applyResult = async (
  deps: CheckAtProviderDeps,
  order: DueOrder,
  attempt: number,
  source: VerificationSource,
  result: StatusResult,
): Promise<void> => {
  const now = deps.orders.clock.now()
  switch (result.kind) {
    case 'unknown':
      return
    case 'refused':
      await changeOrder(deps.orders, order.orderId, () => ({ kind: 'declined', attempt }), {
        source,
        message: result.message,
      })
      return
    case 'paid':
      await recordCredit(
        deps.orders,
        creditOf(order, source, result.payment, attemptReference(order.orderId, attempt), now),
      )
  }
}

/** A payment is never older than its order. The difference allows for different clocks. */
const CLOCKS_APART_MS = 5 * 60_000

const isBelievable = (reported: Date | null, reference: string, now: Date): reported is Date =>
  reported !== null &&
  reported <= now &&
  reported.getTime() >= ulidTime(reference).getTime() - CLOCKS_APART_MS

/** The reported payment as a credit. The reference starts with the order's id. */
export const creditOf = (
  { merchantId, accountId }: AccountKey,
  source: VerificationSource,
  payment: ReportedPayment,
  reference: string,
  now: Date,
): ReportedCredit => {
  const receivedAt = isBelievable(payment.receivedAt, reference, now) ? payment.receivedAt : now
  return {
    merchantId,
    accountId,
    source: 'provider',
    sourceKey: `${source}:${payment.providerId}`.slice(0, SOURCE_KEY_CHARACTERS_MAX),
    utr: payment.utr,
    amount: payment.amount,
    rail: 'upi',
    receivedAt,
    received: receivedAt === now ? { from: now, to: now, named: 'nothing' } : widened(atMoment(receivedAt)),
    reference,
    payerUpiId: payment.payerUpiId,
    payerName: null,
  }
}
