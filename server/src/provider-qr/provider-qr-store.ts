import type { VerificationSource } from '@galla/contract/payment-accounts/verification'
import { part, type Queryable, sql, type Transaction } from '../platform/database/database.ts'
import type { MadeQr, PendingQr } from './provider-qr.ts'

type Named = Pick<PendingQr, 'merchantId' | 'reference'>

/** Whether the provider of the merchant's current live account makes its QRs. */
export const hasProviderQr = async (db: Queryable, merchantId: string): Promise<boolean> =>
  (await db.maybeValue<boolean>(sql`
    select provider_makes_qr as makes from accounts
    where merchant_id = ${merchantId} and mode = 'live' and is_current`)) ?? false

export const isQrMadeByProvider = (
  db: Queryable,
  { merchantId, accountId }: { readonly merchantId: string; readonly accountId: string },
): Promise<boolean> =>
  db.value<boolean>(sql`
    select provider_makes_qr as makes from accounts
    where merchant_id = ${merchantId} and account_id = ${accountId}`)

/** Counts the QRs that were requested for an order, also failed ones, and those for this attempt. */
export const countQrs = (
  db: Queryable,
  { merchantId, orderId, attempt }: Pick<PendingQr, 'merchantId' | 'orderId' | 'attempt'>,
): Promise<{ all: number; of_attempt: number }> =>
  db.one(sql`
    select count(*)::int as all, (count(*) filter (where attempt = ${attempt}))::int as of_attempt
    from provider_qrs where merchant_id = ${merchantId} and order_id = ${orderId}`)

/** Abandons the QRs of an order that are pending since before `reservedBefore`. */
export const abandonStaleQrsOfOrder = (
  tx: Transaction,
  { merchantId, clientTxnId }: Pick<PendingQr, 'merchantId' | 'clientTxnId'>,
  now: Date,
  reservedBefore: Date,
  closeAt: Date,
): Promise<number> =>
  tx.run(sql`
    update provider_qrs set abandoned_at = ${now}, close_due_at = ${closeAt}
    where merchant_id = ${merchantId} and client_txn_id = ${clientTxnId} and state = 'pending'
      and reserved_at <= ${reservedBefore}`)

/** Abandons stale pending QRs of all orders, at most `limit`. */
export const abandonStaleQrs = async (
  db: Queryable,
  now: Date,
  reservedBefore: Date,
  closeAt: Date,
  limit: number,
): Promise<number> => {
  const stale = await db.rows<{ merchant_id: string; reference: string }>(sql`
    select merchant_id, reference from provider_qrs
    where state = 'pending' and reserved_at <= ${reservedBefore} order by reserved_at limit ${limit}`)
  for (const { merchant_id: merchantId, reference } of stale)
    await db.run(sql`
      update provider_qrs set abandoned_at = ${now}, close_due_at = ${closeAt}
      where merchant_id = ${merchantId} and reference = ${reference} and state = 'pending'`)
  return stale.length
}

/** Inserts a pending QR. Returns false where the attempt already has one, pending or shown. */
export const insertPending = async (tx: Transaction, qr: PendingQr, now: Date): Promise<boolean> =>
  (await tx.run(sql`
    insert into provider_qrs (merchant_id, reference, account_id, source, order_id, attempt, client_txn_id, amount_paise,
      reserved_at, ends_at)
    values (${qr.merchantId}, ${qr.reference}, ${qr.accountId}, ${qr.source}, ${qr.orderId}, ${qr.attempt},
      ${qr.clientTxnId}, ${qr.amount}, ${now}, ${qr.endsAt})
    on conflict do nothing`)) === 1

export const isPending = (
  db: Queryable,
  { merchantId, clientTxnId }: Pick<PendingQr, 'merchantId' | 'clientTxnId'>,
): Promise<boolean> =>
  db.value<boolean>(sql`
    select exists (
      select from provider_qrs
      where merchant_id = ${merchantId} and client_txn_id = ${clientTxnId}
        and state = 'pending') as found`)

/** Marks a pending QR as shown. Returns false when it was abandoned meanwhile. */
export const publishQr = async (tx: Transaction, qr: MadeQr, now: Date, closeAt: Date): Promise<boolean> =>
  (await tx.run(sql`
    update provider_qrs set shown_at = ${now}, provider_id = ${qr.providerId}, link = ${qr.link},
      close_due_at = ${closeAt}
    where merchant_id = ${qr.merchantId} and reference = ${qr.reference}
      and state = 'pending'`)) === 1

/** Schedules the QRs of earlier attempts for closing, so that no customer pays two. */
export const scheduleClosingOfEarlierQrs = (tx: Transaction, qr: MadeQr, now: Date): Promise<number> =>
  tx.run(sql`
    update provider_qrs set close_due_at = ${now}
    where merchant_id = ${qr.merchantId} and order_id = ${qr.orderId} and attempt < ${qr.attempt}
      and state = 'shown' and closed_at is null`)

/** Abandons a pending QR. With `closeAt` null the provider made none, and nothing has to be closed. */
export const abandonQr = (
  db: Queryable,
  { merchantId, reference }: Named,
  made: { readonly providerId: string | null; readonly link: string | null },
  now: Date,
  closeAt: Date | null,
): Promise<number> =>
  db.run(sql`
    update provider_qrs set abandoned_at = ${now}, provider_id = ${made.providerId}, link = ${made.link},
      close_due_at = ${closeAt}, closed_at = case when ${closeAt}::timestamptz is null then ${now}::timestamptz end
    where merchant_id = ${merchantId} and reference = ${reference} and state = 'pending'`)

/** The facts about an attempt's QR that a status check needs. */
export interface AttemptQr {
  readonly orderId: string
  readonly attempt: number
  readonly reference: string
  readonly providerId: string
  readonly source: VerificationSource
  readonly requestedAt: Date
}

const attemptQrColumns = part`
  order_id as "orderId", attempt, reference, provider_id as "providerId", source, reserved_at as "requestedAt"`

/** Lists the shown QRs of a merchant's orders. */
export const listQrsOfOrders = (
  db: Queryable,
  merchantId: string,
  orderIds: readonly string[],
): Promise<AttemptQr[]> =>
  db.rows(sql`
    select ${attemptQrColumns} from provider_qrs
    where merchant_id = ${merchantId} and order_id = any(${orderIds}::text[]) and state = 'shown'
    order by order_id, attempt`)

/** Finds the QR that a provider's notification names, by the provider's id or by our reference. */
export const findNamedQr = (
  db: Queryable,
  { merchantId, accountId }: { readonly merchantId: string; readonly accountId: string },
  source: VerificationSource,
  named: { readonly reference: string | null; readonly providerId: string | null },
): Promise<(AttemptQr & { readonly isShown: boolean }) | undefined> =>
  db.maybeOne(sql`
    select ${attemptQrColumns}, state = 'shown' as "isShown"
    from provider_qrs
    where merchant_id = ${merchantId} and account_id = ${accountId} and source = ${source}
      and (provider_id = ${named.providerId} or (${named.providerId}::text is null and reference = ${named.reference}))`)

export interface QrToClose {
  readonly merchantId: string
  readonly accountId: string
  readonly reference: string
  readonly providerId: string | null
  readonly source: VerificationSource
  readonly reservedAt: Date
  readonly endsAt: Date
  readonly tries: number
}

/** Claims QRs that are due for closing. Each is due again at `until` unless its outcome is recorded. */
export const claimQrsToClose = async (
  db: Queryable,
  now: Date,
  until: Date,
  limit: number,
): Promise<QrToClose[]> => {
  const due = await db.rows<{ merchant_id: string; reference: string }>(sql`
    select merchant_id, reference from provider_qrs where close_due_at <= ${now} order by close_due_at limit ${limit}`)
  const claimed: QrToClose[] = []
  // Another process may have claimed it meanwhile.
  for (const { merchant_id: merchantId, reference } of due)
    claimed.push(
      ...(await db.rows<QrToClose>(sql`
        update provider_qrs set close_due_at = ${until}, close_tries = close_tries + 1
        where merchant_id = ${merchantId} and reference = ${reference} and close_due_at <= ${now}
        returning merchant_id as "merchantId", account_id as "accountId", reference, provider_id as "providerId", source,
          reserved_at as "reservedAt", ends_at as "endsAt", close_tries as tries`)),
    )
  return claimed
}

/** Releases a claim until the account may be called. It does not count as a try. */
export const releaseClosing = (
  db: Queryable,
  { merchantId, reference }: Named,
  until: Date,
): Promise<number> =>
  db.run(sql`
    update provider_qrs set close_due_at = ${until}, close_tries = close_tries - 1
    where merchant_id = ${merchantId} and reference = ${reference} and closed_at is null`)

/** Records the outcome of a try: closed, or due again. */
export const recordClosing = (
  db: Queryable,
  { merchantId, reference }: Named,
  retryAt: Date | null,
  now: Date,
): Promise<number> =>
  db.run(sql`
    update provider_qrs set close_due_at = ${retryAt},
      closed_at = case when ${retryAt}::timestamptz is null then ${now}::timestamptz end
    where merchant_id = ${merchantId} and reference = ${reference} and closed_at is null`)
