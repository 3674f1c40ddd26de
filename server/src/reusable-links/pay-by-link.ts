import type { PaymentLinkForm } from '@galla/contract/orders/orders'
import { LINK_CODE } from '@galla/contract/reusable-links/reusable-links'
import { addressKey } from '../merchants/limit-attempts.ts'
import { type CreateDeps, createOrder } from '../orders/create/create-order.ts'
import { findByClientTxnId } from '../orders/create/create-order-store.ts'
import { isPayable, mayRetry } from '../orders/order.ts'
import { findMerchantOrder } from '../orders/order-store.ts'
import { hmacSha256, type Secrets, sha256 } from '../platform/crypto/crypto.ts'
import type { Queryable, Transaction } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { isFormToken, type PaymentWish, readForm, type SentForm } from './link-form.ts'
import { hasPlace, linkStateOf, mayOpenMore, openSince, type PublicLink } from './reusable-link.ts'
import {
  countRecentOrders,
  countUses,
  findLinkOwner,
  findPublicLink,
  findQuotaLeft,
  insertLinkOrder,
  lockLink,
  type Opener,
} from './reusable-link-store.ts'

export interface PayByLinkDeps extends CreateDeps {
  readonly secrets: Secrets
}

/**
 * Why a link takes no payment.
 * - `busy`: open orders hold the last uses; one that is not paid gives its use back.
 * - `unavailable`: the merchant is suspended, has no account or no quota.
 * - `too_many`: this address, or all of them, opened many orders that nobody paid.
 */
export type NoPayment =
  | 'not_found'
  | 'closed'
  | 'ended'
  | 'used_up'
  | 'busy'
  | 'unavailable'
  | 'later'
  | 'too_many'

export class LinkRefusal extends Error {
  override name = 'LinkRefusal'
  readonly why: NoPayment
  readonly link: PublicLink | undefined
  constructor(why: NoPayment, link?: PublicLink) {
    super(why)
    this.why = why
    this.link = link
  }
}

const RECENTLY_MS = 86_400_000

/** Refuses where the link takes no payment of anybody, or of this opener. */
const assertHasPlace = async (
  deps: PayByLinkDeps,
  db: Queryable,
  link: PublicLink,
  opener: Opener | undefined,
): Promise<void> => {
  const now = deps.clock.now()
  const { openOfAddress, ...use } =
    link.usesMax === null
      ? { paid: 0, open: 0, openOfAddress: 0 }
      : await countUses(db, link, openSince(link.mode, now), opener)
  const state = linkStateOf(link, use.paid, now)
  if (state !== 'open') throw new LinkRefusal(state, link)
  if (!link.canCollect) throw new LinkRefusal('unavailable', link)
  if (!hasPlace(link.usesMax, use, openOfAddress)) throw new LinkRefusal('busy', link)
}

/** Refuses an address that opens many orders without paying, before the quota of the merchant is used up. */
const assertNotWasted = async (
  deps: PayByLinkDeps,
  db: Queryable,
  link: PublicLink,
  { addressHash }: Opener,
): Promise<void> => {
  const now = deps.clock.now()
  const recent = await countRecentOrders(db, link, addressHash, new Date(now.getTime() - RECENTLY_MS))
  const quotaLeft =
    link.mode === 'test' ? undefined : await findQuotaLeft(db, link.merchantId, deps.trialQrRequests, now)
  if (!mayOpenMore(recent, quotaLeft)) throw new LinkRefusal('too_many', link)
}

/** The link of a public address. */
export const getLink = async ({ db }: PayByLinkDeps, code: string): Promise<PublicLink> => {
  const owner = LINK_CODE.test(code) ? await findLinkOwner(db, code) : undefined
  const link = owner === undefined ? undefined : await findPublicLink(db, owner, code)
  if (link === undefined) throw new LinkRefusal('not_found')
  return link
}

/** The same, if it takes payments now. */
export const getOpenLink = async (deps: PayByLinkDeps, code: string): Promise<PublicLink> => {
  const link = await getLink(deps, code)
  await assertHasPlace(deps, deps.db, link, undefined)
  return link
}

const formOf = (link: PublicLink, wish: PaymentWish, clientTxnId: string): PaymentLinkForm => ({
  client_txn_id: clientTxnId,
  amount: wish.amount,
  p_info: wish.purpose,
  customer_name: wish.customerName,
  customer_email: link.contact.email,
  customer_mobile: link.contact.mobile,
  redirect_url: '',
})

/** Orders of one form: a later one only where the earlier can no longer be paid. */
const ORDERS_OF_FORM_MAX = 10

/** Starts with the link's code, so that integrators and the order list find the orders of a link by it. */
const clientTxnIdOf = ({ code }: PublicLink, token: string, wish: PaymentWish, number: number): string => {
  const { amount, purpose, customerName, answers } = wish
  const content = JSON.stringify([token, String(amount), purpose, customerName, answers, number])
  return `${code}-${sha256(content).toString('hex').slice(0, 16)}`
}

/**
 * Opens the order of a form that a customer sent. The same form with the same content is the same order (a reload, a double tap, the
 * way back), until that can no longer be paid.
 */
export const payByLink = async (
  deps: PayByLinkDeps,
  link: PublicLink,
  sent: SentForm,
  address: string,
): Promise<{ readonly orderId: string } | { readonly faults: ReadonlySet<string> }> => {
  const read = readForm(link, sent)
  if ('faults' in read) return read
  if (!isFormToken(sent.token)) return { faults: new Set() }
  const opener = {
    formHash: sha256(sent.token),
    addressHash: hmacSha256(deps.secrets.subkey('reusable link addresses'), addressKey(address)),
  }
  for (let number = 1; number <= ORDERS_OF_FORM_MAX; number += 1) {
    const clientTxnId = clientTxnIdOf(link, sent.token, read.wish, number)
    const earlier = await findEarlier(deps, link, clientTxnId)
    if (earlier === 'none')
      return { orderId: await openLinkOrder(deps, link, read.wish, clientTxnId, opener) }
    if (earlier !== 'over') return { orderId: earlier }
  }
  throw new LinkRefusal('too_many', link)
}

const findEarlier = async (
  { db, clock }: PayByLinkDeps,
  { merchantId, mode }: PublicLink,
  clientTxnId: string,
): Promise<string> => {
  const known = await findByClientTxnId(db, merchantId, mode, clientTxnId)
  if (known === undefined) return 'none'
  const order = await findMerchantOrder(db, merchantId, known.order_id)
  if (order === undefined) return 'none'
  const now = clock.now()
  const isUsable = order.status === 'success' || isPayable(order, now) || mayRetry(order, now)
  return isUsable ? order.orderId : 'over'
}

const openLinkOrder = async (
  deps: PayByLinkDeps,
  link: PublicLink,
  wish: PaymentWish,
  clientTxnId: string,
  opener: Opener,
): Promise<string> => {
  // Also before the transaction: a provider that makes QRs is asked outside of it.
  await assertHasPlace(deps, deps.db, link, opener)
  await assertNotWasted(deps, deps.db, link, opener)
  try {
    return await createOrder(deps, link, formOf(link, wish, clientTxnId), async (tx, create) => {
      await assertMayOpen(tx, deps, link, opener)
      const { orderId } = await create()
      await insertLinkOrder(tx, link, orderId, opener, wish.answers, deps.clock.now())
      return orderId
    })
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal
    // The same form was sent twice at once.
    if (refusal.code === 'duplicate_client_txn_id') {
      const other = await findEarlier(deps, link, clientTxnId)
      if (other !== 'none' && other !== 'over') return other
    }
    throw new LinkRefusal(reasonOf(refusal), link)
  }
}

/** Again under the lock, with what was changed meanwhile. */
const assertMayOpen = async (
  tx: Transaction,
  deps: PayByLinkDeps,
  link: PublicLink,
  opener: Opener,
): Promise<void> => {
  const current = { ...link, ...(await lockLink(tx, link)) }
  await assertHasPlace(deps, tx, current, opener)
  await assertNotWasted(deps, tx, current, opener)
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
  if (code === 'no_free_amount' || status === 503) return 'later'
  throw new Error(`an order of a link was refused with ${code}`)
}
