import type { PaymentLinkForm } from '@galla/contract/orders/orders'
import { linkStateOf } from '@galla/contract/reusable-links/link-state'
import type { NoPayment } from '@galla/contract/reusable-links/reusable-links'
import { LINK_CODE } from '@galla/contract/reusable-links/reusable-links'
import { addressKey } from '../merchants/limit-attempts.ts'
import { type CreateDeps, createOrder } from '../orders/create/create-order.ts'
import { findByClientTxnId } from '../orders/create/create-order-store.ts'
import { isPayable, mayRetry } from '../orders/order.ts'
import { findMerchantOrder } from '../orders/order-store.ts'
import { hmacSha256, type Secrets, sha256 } from '../platform/crypto/crypto.ts'
import type { Queryable, Transaction } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { findOwnerByCode } from './find-owner-by-code.ts'
import { isFormToken, type PaymentWish, readForm, type SentForm } from './link-form.ts'
import {
  countRecentOrders,
  countTakenAmounts,
  countUses,
  findOpenOrderOfForm,
  findQuotaUse,
} from './link-limits-store.ts'
import { insertLinkOrder } from './link-order-store.ts'
import {
  findPlaceFault,
  findWasteFault,
  type Opener,
  openSince,
  type PublicLink,
  TAKEN_AMOUNTS_MAX,
} from './reusable-link.ts'
import { findPublicLink, lockLink } from './reusable-link-store.ts'

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
  const fault = findPlaceFault(link.usesMax, use, openOfAddress)
  if (fault !== undefined) throw new LinkRefusal(fault, link)
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
  const quota =
    link.mode === 'test' ? undefined : await findQuotaUse(db, link.merchantId, deps.trialQrRequests, now)
  const fault = findWasteFault(recent, quota)
  if (fault === undefined) return
  if (fault === 'unavailable' || recent.oldestOfAddress === null) throw new LinkRefusal(fault, link)
  const freeMs = recent.oldestOfAddress.getTime() + RECENTLY_MS - now.getTime()
  throw new LinkRefusal(fault, link, Math.max(1, Math.ceil(freeMs / 1000)))
}

/** The link of a public address. */
export const getPublicLink = async ({ db }: PayByLinkDeps, code: string): Promise<PublicLink> => {
  const owner = LINK_CODE.test(code) ? await findOwnerByCode(db, code) : undefined
  const link = owner === undefined ? undefined : await findPublicLink(db, owner, code)
  if (link === undefined) throw new LinkRefusal('not_found')
  return link
}

/** The same, if it takes payments now. */
export const getOpenLink = async (deps: PayByLinkDeps, code: string): Promise<PublicLink> => {
  const link = await getPublicLink(deps, code)
  await assertHasPlace(deps, deps.db, link, undefined)
  return link
}

/** The answers to the first three questions go where integrators and the export read what belongs to an order. */
const formOf = (link: PublicLink, wish: PaymentWish, clientTxnId: string): PaymentLinkForm => {
  const [udf1, udf2, udf3] = wish.answerTexts
  return {
    client_txn_id: clientTxnId,
    amount: wish.amount,
    p_info: wish.purpose,
    customer_name: wish.customerName,
    customer_email: link.contact.email,
    customer_mobile: link.contact.mobile,
    redirect_url: '',
    udf1,
    udf2,
    udf3,
  }
}

/** Orders of one form: a later one only where the earlier can no longer be paid. */
const ORDERS_OF_FORM_MAX = 10

/** Starts with the link's code, so that integrators and the order list find the orders of a link by it. */
const clientTxnIdOf = ({ code }: PublicLink, token: string, wish: PaymentWish, number: number): string => {
  const { amount, purpose, customerName, items, answers } = wish
  const ordered = items.map(({ name, quantity }) => [name, quantity])
  const content = JSON.stringify([token, String(amount), purpose, customerName, ordered, answers, number])
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
  // Our page sends one always. Without it, each form that is sent is a new one.
  const token = isFormToken(sent.token) ? sent.token : deps.ids.ulid(deps.clock.now())
  const opener = {
    formHash: sha256(token),
    addressHash: hmacSha256(deps.secrets.subkey('reusable link addresses'), addressKey(address)),
  }
  for (let number = 1; number <= ORDERS_OF_FORM_MAX; number += 1) {
    const clientTxnId = clientTxnIdOf(link, token, read.wish, number)
    const earlier = await findEarlier(deps, link, clientTxnId)
    if (earlier === 'none')
      return { orderId: await openLinkOrder(deps, link, read.wish, clientTxnId, opener) }
    if (earlier !== 'over') return { orderId: earlier }
  }
  throw new LinkRefusal('too_many_unpaid', link)
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
  // The token is the customer's: a changed form may not have a second order for one place.
  const findOwn = async (): Promise<string | undefined> =>
    link.usesMax === null ? undefined : findOpenOrderOfForm(deps.db, link, opener.formHash, deps.clock.now())
  const own = await findOwn()
  if (own !== undefined) return own
  try {
    // Also before the transaction: a provider that makes QRs is asked outside of it.
    await assertHasPlace(deps, deps.db, link, opener)
    await assertNotWasted(deps, deps.db, link, opener)
    return await createOrder(deps, link, formOf(link, wish, clientTxnId), async (tx, create) => {
      await assertMayOpen(tx, deps, link, opener, wish)
      const { orderId } = await create()
      await insertLinkOrder(tx, link, orderId, opener, wish, deps.clock.now())
      return orderId
    })
  } catch (refusal) {
    if (refusal instanceof LinkRefusal) {
      const meanwhile = await findOwn()
      if (meanwhile !== undefined) return meanwhile
    }
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
  { amount }: PaymentWish,
): Promise<void> => {
  const current = { ...link, ...(await lockLink(tx, link)) }
  await assertHasPlace(deps, tx, current, opener)
  await assertNotWasted(deps, tx, current, opener)
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
  if (code === 'no_free_amount' || status === 503) return 'later'
  throw new Error(`an order of a link was refused with ${code}`)
}
