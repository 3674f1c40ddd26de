import type { PaymentLinkForm } from '@galla/contract/orders/orders'
import { linkStateOf } from '@galla/contract/reusable-links/link-state'
import type { NoPayment } from '@galla/contract/reusable-links/reusable-links'
import { LINK_CODE } from '@galla/contract/reusable-links/reusable-links'
import { addressKey } from '../merchants/limit-attempts.ts'
import { type CreateDeps, createOrder } from '../orders/create/create-order.ts'
import { findByClientTxnId } from '../orders/create/create-order-store.ts'
import { isPayable, mayRetry, type Order } from '../orders/order.ts'
import { findMerchantOrder } from '../orders/order-store.ts'
import { hmacSha256, type Secrets, sha256 } from '../platform/crypto/crypto.ts'
import type { Queryable, Transaction } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { isFormToken, type RequestedPayment, readForm, type SentForm } from './link-form.ts'
import {
  countRecentOrders,
  countTakenAmounts,
  countUses,
  findOpenOrderOfForm,
  findQuotaUse,
} from './link-limits-store.ts'
import { insertLinkOrder } from './link-order-store.ts'
import {
  findUnpaidOrdersFault,
  findUseFault,
  openOrders,
  type PublicLink,
  type Submission,
  TAKEN_AMOUNTS_MAX,
} from './reusable-link.ts'
import { findLinkOwner, findPublicLink, lockLink } from './reusable-link-store.ts'

export interface PayByLinkDeps extends CreateDeps {
  readonly secrets: Secrets
}

export class LinkRefusal extends Error {
  override name = 'LinkRefusal'
  readonly why: NoPayment
  readonly link: PublicLink | undefined
  readonly retryAfterSeconds: number | undefined
  constructor(why: NoPayment, link?: PublicLink, retryAfterSeconds?: number) {
    super(why)
    this.why = why
    this.link = link
    this.retryAfterSeconds = retryAfterSeconds
  }
}

const RECENT_MS = 86_400_000

/** Refuses where the link takes no payments, or none of this address. */
const assertTakesPayments = async (
  deps: PayByLinkDeps,
  db: Queryable,
  link: PublicLink,
  submission: Submission | undefined,
): Promise<void> => {
  const now = deps.clock.now()
  const { openOfAddress, ...use } =
    link.usesMax === null
      ? { paid: 0, open: 0, openOfAddress: 0 }
      : await countUses(db, link, openOrders(link.mode, now), submission)
  const state = linkStateOf(link, use.paid, now)
  if (state !== 'open') throw new LinkRefusal(state, link)
  if (!link.canCollect) throw new LinkRefusal('unavailable', link)
  const fault = findUseFault(link.usesMax, use, openOfAddress)
  if (fault !== undefined) throw new LinkRefusal(fault, link)
}

/** Refuses when too many orders of the address or of the link are unpaid, before they use up the quota. */
const assertFewUnpaidOrders = async (
  deps: PayByLinkDeps,
  db: Queryable,
  link: PublicLink,
  { addressHash }: Submission,
): Promise<void> => {
  const now = deps.clock.now()
  const since = new Date(now.getTime() - RECENT_MS)
  const recent = await countRecentOrders(db, link, addressHash, { since, now })
  const quota =
    link.mode === 'test' ? undefined : await findQuotaUse(db, link.merchantId, deps.trialQrRequests, now)
  const fault = findUnpaidOrdersFault(recent, quota)
  if (fault === undefined) return
  const { oldestOfAddress, nextExpiryOfLink } = recent
  const freeAtMs =
    fault === 'later' ? nextExpiryOfLink?.getTime() : oldestOfAddress && oldestOfAddress.getTime() + RECENT_MS
  const freeInMs = (freeAtMs ?? now.getTime()) - now.getTime()
  throw new LinkRefusal(fault, link, Math.max(1, Math.ceil(freeInMs / 1000)))
}

/** Finds a link by its code, or refuses. */
export const getPublicLink = async ({ db }: PayByLinkDeps, code: string): Promise<PublicLink> => {
  const owner = LINK_CODE.test(code) ? await findLinkOwner(db, code) : undefined
  const link = owner === undefined ? undefined : await findPublicLink(db, owner, code)
  if (link === undefined) throw new LinkRefusal('not_found')
  return link
}

/** Finds a link that takes payments now, or refuses. */
export const getOpenLink = async (deps: PayByLinkDeps, code: string): Promise<PublicLink> => {
  const link = await getPublicLink(deps, code)
  await assertTakesPayments(deps, deps.db, link, undefined)
  return link
}

/** The answers to the first three questions are udf1 to udf3, which integrators and the export read. */
const formOf = (link: PublicLink, payment: RequestedPayment, clientTxnId: string): PaymentLinkForm => {
  const [udf1, udf2, udf3] = payment.answerTexts
  return {
    client_txn_id: clientTxnId,
    amount: payment.amount,
    p_info: payment.purpose,
    customer_name: payment.customerName,
    customer_email: link.contact.email,
    customer_mobile: link.contact.mobile,
    redirect_url: '',
    udf1,
    udf2,
    udf3,
  }
}

/** Orders of one form. A later one is created only when the earlier ones cannot be paid any more. */
const ORDERS_OF_FORM_MAX = 10

/** Starts with the code of the link, so that integrators and the order list can search for it. */
const clientTxnIdOf = (
  { code }: PublicLink,
  token: string,
  payment: RequestedPayment,
  number: number,
): string => {
  const { amount, purpose, customerName, items, answers } = payment
  const ordered = items.map(({ name, quantity }) => [name, quantity])
  const content = JSON.stringify([token, String(amount), purpose, customerName, ordered, answers, number])
  return `${code}-${sha256(content).toString('hex').slice(0, 16)}`
}

/**
 * Opens the order of a form that a customer sent. The same form with the same content (a reload, a double tap, the back button) is the
 * same order, as long as that can be paid.
 */
export const payByLink = async (
  deps: PayByLinkDeps,
  link: PublicLink,
  sent: SentForm,
  address: string,
): Promise<{ readonly orderId: string } | { readonly faults: ReadonlySet<string> }> => {
  const read = readForm(link, sent)
  if ('faults' in read) return read
  // The page always sends a token. Without one, each form is new.
  const token = isFormToken(sent.token) ? sent.token : deps.ids.ulid(deps.clock.now())
  const submission = {
    formHash: sha256(token),
    addressHash: hmacSha256(deps.secrets.subkey('reusable link addresses'), addressKey(address)),
  }
  for (let number = 1; number <= ORDERS_OF_FORM_MAX; number += 1) {
    const clientTxnId = clientTxnIdOf(link, token, read.payment, number)
    const earlier = await findOrderOfForm(deps, link, clientTxnId)
    if (earlier === undefined)
      return { orderId: await openLinkOrder(deps, link, read.payment, clientTxnId, submission) }
    if (isUsable(earlier, deps.clock.now())) return { orderId: earlier.orderId }
  }
  throw new LinkRefusal('too_many_unpaid', link)
}

const findOrderOfForm = async (
  { db }: PayByLinkDeps,
  { merchantId, mode }: PublicLink,
  clientTxnId: string,
): Promise<Order | undefined> => {
  const found = await findByClientTxnId(db, merchantId, mode, clientTxnId)
  return found && findMerchantOrder(db, merchantId, found.order_id)
}

/** Whether the customer is sent to this order: it is paid, or can be paid. */
const isUsable = (order: Order, now: Date): boolean =>
  order.status === 'success' || isPayable(order, now) || mayRetry(order, now)

const openLinkOrder = async (
  deps: PayByLinkDeps,
  link: PublicLink,
  payment: RequestedPayment,
  clientTxnId: string,
  submission: Submission,
): Promise<string> => {
  // With limited uses one form has one open order, even if its content changes.
  const findOpenOrder = async (): Promise<string | undefined> =>
    link.usesMax === null
      ? undefined
      : findOpenOrderOfForm(deps.db, link, submission.formHash, deps.clock.now())
  const open = await findOpenOrder()
  if (open !== undefined) return open
  try {
    // Checked before the transaction too, because a provider that makes QRs is called outside of it.
    await assertTakesPayments(deps, deps.db, link, submission)
    await assertFewUnpaidOrders(deps, deps.db, link, submission)
    return await createOrder(deps, link, formOf(link, payment, clientTxnId), async (tx, create) => {
      await assertMayOpen(tx, deps, link, submission, payment)
      const { orderId } = await create()
      await insertLinkOrder(tx, link, orderId, submission, payment, deps.clock.now())
      return orderId
    })
  } catch (refusal) {
    // A concurrent call with the same form may have opened the order.
    if (refusal instanceof LinkRefusal) {
      const opened = await findOpenOrder()
      if (opened !== undefined) return opened
    }
    if (!(refusal instanceof Refusal)) throw refusal
    if (refusal.code === 'duplicate_client_txn_id') {
      const created = await findOrderOfForm(deps, link, clientTxnId)
      if (created !== undefined && isUsable(created, deps.clock.now())) return created.orderId
    }
    throw new LinkRefusal(reasonOf(refusal), link)
  }
}

/** Checks again with the link locked. */
const assertMayOpen = async (
  tx: Transaction,
  deps: PayByLinkDeps,
  link: PublicLink,
  submission: Submission,
  { amount }: RequestedPayment,
): Promise<void> => {
  const current = { ...link, ...(await lockLink(tx, link)) }
  await assertTakesPayments(deps, tx, current, submission)
  await assertFewUnpaidOrders(deps, tx, current, submission)
  if ((await countTakenAmounts(tx, link, amount, deps.clock.now())) >= TAKEN_AMOUNTS_MAX)
    throw new LinkRefusal('later', link)
}

const UNAVAILABLE: readonly string[] = [
  'suspended',
  'no_account',
  'quota_exhausted',
  'no_subscription',
  'invalid_fields',
]

const reasonOf = ({ code, status }: Refusal): NoPayment => {
  if (UNAVAILABLE.includes(code)) return 'unavailable'
  if (status === 503) return 'later'
  throw new Error(`an order of a link was refused with ${code}`)
}
