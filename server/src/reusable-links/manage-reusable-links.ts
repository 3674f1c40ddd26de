import type { QueryOf, ReplyOf } from '@galla/contract/endpoint'
import { istDayOf } from '@galla/contract/ist'
import { linkStateOf } from '@galla/contract/reusable-links/link-state'
import {
  LINK_CODE,
  LINKS_MAX,
  type LinkByKey,
  type LinkOrder,
  type ReusableLink as LinkView,
  type listLinks as listLinksCall,
  type listReusableLinks as listReusableLinksCall,
} from '@galla/contract/reusable-links/reusable-links'
import { toRupeeNumber } from '@galla/upi/rupees'
import { assertNotSuspended } from '../merchants/assert-not-suspended.ts'
import { lockMerchant } from '../merchants/merchant-store.ts'
import { answerOnce } from '../orders/create/create-order-once.ts'
import { sha256 } from '../platform/crypto/crypto.ts'
import { COUNTED_MAX, cursorOf, MS, pageOf, paginationOf, placeOf } from '../platform/cursor.ts'
import type { Queryable, Transaction } from '../platform/database/database.ts'
import type { Platform } from '../platform/feature.ts'
import { isoDates } from '../platform/iso-dates.ts'
import { deleteByAge } from '../platform/jobs/delete-by-age.ts'
import { invalidField, Refusal } from '../platform/refusal.ts'
import { type LinkOrderRow, listOrdersOfLink } from './link-order-store.ts'
import { codeOf, type LinkPrice, type Owner, openOrders, type ReusableLink } from './reusable-link.ts'
import {
  closedUnusedLinks,
  countLinks,
  countOpenLinks,
  findLinkOwner,
  insertLink,
  type LinkChange,
  type LinkWithSums,
  listLinks,
  updateLink,
} from './reusable-link-store.ts'

export interface ManageDeps extends Pick<Platform, 'db' | 'clock' | 'ids'> {
  readonly settings: { readonly publicUrl: URL }
}

const CODE_TRIES_MAX = 5

const priceReply = (price: LinkPrice): LinkView['price'] => {
  if (price.kind === 'fixed') return { kind: 'fixed', amount: toRupeeNumber(price.amount) }
  if (price.kind === 'choice')
    return { kind: 'choice', min: toRupeeNumber(price.min), max: toRupeeNumber(price.max) }
  return {
    kind: 'items',
    items: price.items.map((item) => ({ name: item.name, price: toRupeeNumber(item.price) })),
  }
}

const viewOf = ({ clock, settings }: ManageDeps, link: LinkWithSums): LinkView => ({
  code: link.code,
  url: new URL(`/l/${link.code}`, settings.publicUrl).href,
  mode: link.mode,
  title: link.title,
  description: link.description,
  thanks: link.thanks,
  price: priceReply(link.price),
  questions: link.questions.map(({ label, isRequired }) => ({ label, isRequired })),
  lastDay: link.lastDay,
  usesMax: link.usesMax,
  state: linkStateOf(link, link.paid, clock.now()),
  paid: link.paid,
  open: link.open,
  collected: toRupeeNumber(link.collected),
  createdAt: link.createdAt.toISOString(),
})

export const listReusableLinks = async (
  deps: ManageDeps,
  owner: Owner,
  { page, limit }: QueryOf<typeof listReusableLinksCall>,
): Promise<ReplyOf<typeof listReusableLinksCall>> => {
  const window = { offset: (page - 1) * limit, limit }
  const links = await listLinks(deps.db, owner, openOrders(owner.mode, deps.clock.now()), window)
  const counted = await countLinks(deps.db, owner, COUNTED_MAX + 1)
  return {
    data: links.map((link) => viewOf(deps, link)),
    pagination: paginationOf(counted, { page, limit }),
  }
}

const byKeyFrom = ({ collected, ...link }: LinkView): LinkByKey => {
  const { code, url, mode, title, lastDay, usesMax, state, paid, open, createdAt } = link
  return {
    ...{ code, url, mode, title, lastDay, usesMax, state, paid, open, createdAt },
    collected: collected.toFixed(2),
  }
}

/** A page of the links that a key may read, newest first: those below the cursor's. */
export const listLinksOfKey = async (
  deps: ManageDeps,
  owner: Owner,
  { cursor, limit }: QueryOf<typeof listLinksCall>,
): Promise<ReplyOf<typeof listLinksCall>> => {
  const [at, code] = placeOf(cursor, MS, LINK_CODE)
  const below = at === undefined || code === undefined ? null : { createdAt: new Date(Number(at)), code }
  const window = { below, limit: limit + 1 }
  const links = await listLinks(deps.db, owner, openOrders(owner.mode, deps.clock.now()), window)
  const { shown, next } = pageOf(links, limit, ({ createdAt, code }) =>
    cursorOf(String(createdAt.getTime()), code),
  )
  return { data: shown.map((link) => byKeyFrom(viewOf(deps, link))), next }
}

/** Creates a link, with an Idempotency-Key at most once. Returns the reply. */
export const createLinkOnce = (
  deps: ManageDeps,
  owner: Owner,
  form: LinkForm,
  key: string | undefined,
): Promise<string> =>
  createReusableLink(deps, owner, form, (tx, create) => {
    const answer = async () =>
      JSON.stringify({ success: true, msg: LINK_CREATED, data: byKeyFrom(await create()) })
    if (key === undefined) return answer()
    const { merchantId, mode } = owner
    const sent = JSON.stringify(['link', form], (_name, value) =>
      typeof value === 'bigint' ? String(value) : value,
    )
    return answerOnce(tx, deps, { merchantId, mode, key }, sha256(sent), answer)
  })

export const closeLinkOfKey = async (deps: ManageDeps, owner: Owner, code: string): Promise<LinkByKey> =>
  byKeyFrom(await updateReusableLink(deps, owner, code, { isClosed: true }))

const getOwnLink = async (
  deps: ManageDeps,
  owner: Owner,
  code: string,
  db: Queryable = deps.db,
): Promise<LinkView> => {
  const [link] = await listLinks(db, owner, openOrders(owner.mode, deps.clock.now()), { code })
  if (link === undefined) throw new Refusal('link_not_found')
  return viewOf(deps, link)
}

const newCode = async ({ db, clock, ids }: ManageDeps): Promise<string> => {
  for (let tries = 0; tries < CODE_TRIES_MAX; tries += 1) {
    const code = codeOf(ids.ulid(clock.now()))
    if ((await findLinkOwner(db, code)) === undefined) return code
  }
  throw new Error('every code that was tried for a link is taken')
}

/** Locks the merchant, so that concurrent calls do not exceed the limit of open links. */
const assertOpenLinksLeft = async (tx: Transaction, owner: Owner, code?: string): Promise<void> => {
  await lockMerchant(tx, owner.merchantId)
  if ((await countOpenLinks(tx, owner, code)) >= LINKS_MAX) throw new Refusal('too_many_links')
}

export const LINK_CREATED = 'Link created'

type LinkForm = Pick<
  ReusableLink,
  'title' | 'description' | 'thanks' | 'price' | 'questions' | 'lastDay' | 'usesMax'
>

/** `keep` runs in the transaction of the link, and may keep something else with it. */
export const createReusableLink = async <T = LinkView>(
  deps: ManageDeps,
  { merchantId, mode }: Owner,
  form: LinkForm,
  keep: (tx: Transaction, create: () => Promise<LinkView>) => Promise<T>,
): Promise<T> => {
  const { db, clock } = deps
  const code = await newCode(deps)
  return db.transaction((tx) =>
    keep(tx, async () => {
      await assertNotSuspended(tx, merchantId)
      if (form.lastDay !== null && form.lastDay < istDayOf(clock.now()))
        throw invalidField('lastDay', 'Enter today or a later day')
      await assertOpenLinksLeft(tx, { merchantId, mode })
      await insertLink(tx, { ...form, merchantId, mode, code, createdAt: clock.now(), closedAt: null })
      return getOwnLink(deps, { merchantId, mode }, code, tx)
    }),
  )
}

export const updateReusableLink = async (
  deps: ManageDeps,
  { merchantId, mode }: Owner,
  code: string,
  change: LinkChange,
): Promise<LinkView> => {
  const updated = await deps.db.transaction(async (tx) => {
    if (change.isClosed === false) await assertOpenLinksLeft(tx, { merchantId, mode }, code)
    return updateLink(tx, { merchantId, mode }, code, change, deps.clock.now())
  })
  if (updated === 0) throw new Refusal('link_not_found')
  return getOwnLink(deps, { merchantId, mode }, code)
}

const orderView = (row: LinkOrderRow): LinkOrder => ({ ...isoDates(row), amount: toRupeeNumber(row.amount) })

export const listLinkOrders = async (
  deps: ManageDeps,
  owner: Owner,
  code: string,
  { page, limit }: { readonly page: number; readonly limit: number },
) => {
  await getOwnLink(deps, owner, code)
  const rows = await listOrdersOfLink(deps.db, { merchantId: owner.merchantId, code }, { page, limit })
  return {
    data: rows.slice(0, limit).map(orderView),
    pagination: { currentPage: page, hasNextPage: rows.length > limit },
  }
}

const CLOSED_DAYS = 90

export const deleteOldLinks = (deps: Pick<Platform, 'db' | 'clock'>) =>
  deleteByAge(deps, CLOSED_DAYS, closedUnusedLinks)
