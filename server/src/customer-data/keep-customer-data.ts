import {
  type CustomerExport,
  type DataDuties,
  EXPORTED_ORDERS_MAX,
  type KeepDays,
  NOTICE_VERSIONS_MAX,
} from '@galla/contract/customer-data/customer-data'
import { formatRupees, type Paise } from '@galla/upi/rupees'
import {
  type RecordSecurityDeps,
  recordSecurityEvent,
} from '../auth/security-events/record-security-event.ts'
import type { SessionCaller } from '../merchants/caller.ts'
import { lockMerchant } from '../merchants/merchant-store.ts'
import type { Database } from '../platform/database/database.ts'
import type { Platform } from '../platform/feature.ts'
import { deleteByAge } from '../platform/jobs/delete-by-age.ts'
import { Refusal } from '../platform/refusal.ts'
import {
  clearCustomers,
  countOrdersOf,
  findDataDuties,
  findLatestNotice,
  insertNotice,
  listMerchantsOfAsked,
  listMerchantsOverTerm,
  listNotices,
  listOrdersOf,
  lockAsked,
  lockOverTerm,
  updateErasureAsked,
  updateKeepDays,
} from './customer-data-store.ts'

export type CustomerDataDeps = Pick<Platform, 'db'> & RecordSecurityDeps
type Caller = Pick<SessionCaller, 'merchantId' | 'client'>

const PIECE = 500

export const readDataDuties = async (
  { db }: Pick<Platform, 'db'>,
  merchantId: string,
): Promise<DataDuties> => {
  const { keepDays, notice } = await findDataDuties(db, merchantId)
  return { keepDays, notice: notice && { ...notice, at: new Date(notice.at).toISOString() } }
}

export const chooseKeepDays = async (
  deps: CustomerDataDeps,
  { merchantId, client }: Caller,
  keepDays: KeepDays | null,
): Promise<DataDuties> => {
  await deps.db.transaction(async (tx) => {
    const subject = keepDays === null ? 'kept' : `${keepDays} days`
    if ((await updateKeepDays(tx, merchantId, keepDays)) > 0)
      await recordSecurityEvent(tx, deps, { merchantId, client, kind: 'customer_term_set', subject })
  })
  return readDataDuties(deps, merchantId)
}

/** The same text again is no new version, so that a repeated call changes nothing. */
export const saveDataNotice = async (
  deps: CustomerDataDeps,
  merchantId: string,
  text: string,
): Promise<DataDuties> => {
  await deps.db.transaction(async (tx) => {
    await lockMerchant(tx, merchantId)
    const latest = (await findLatestNotice(tx, merchantId)) ?? { version: 0, text: '' }
    if (text === latest.text) return
    // It can always be taken off the page.
    if (text !== '' && latest.version >= NOTICE_VERSIONS_MAX) throw new Refusal('too_many_notices')
    await insertNotice(tx, merchantId, { version: latest.version + 1, text }, deps.clock.now())
  })
  return readDataDuties(deps, merchantId)
}

export const countCustomer = ({ db }: Pick<Platform, 'db'>, merchantId: string, contact: string) =>
  countOrdersOf(db, merchantId, contact)

export const exportCustomer = async (
  deps: CustomerDataDeps,
  { merchantId, client }: Caller,
  contact: string,
): Promise<CustomerExport> => {
  const { db, clock } = deps
  const found = await listOrdersOf(db, merchantId, contact, EXPORTED_ORDERS_MAX + 1)
  const orders = found.slice(0, EXPORTED_ORDERS_MAX)
  const versions = [...new Set(orders.flatMap(({ noticeVersion }) => noticeVersion ?? []))]
  const notices = await listNotices(db, merchantId, versions)
  await db.transaction((tx) =>
    recordSecurityEvent(tx, deps, {
      merchantId,
      client,
      kind: 'customer_exported',
      subject: `${orders.length} orders`,
    }),
  )
  return {
    contact,
    exportedAt: clock.now().toISOString(),
    isComplete: found.length === orders.length,
    orders: orders.map(({ paise, ...order }) => ({
      ...order,
      amount: formatRupees(paise as Paise),
      createdAt: order.createdAt.toISOString(),
      openedAt: order.openedAt?.toISOString() ?? null,
      paidAt: order.paidAt?.toISOString() ?? null,
    })),
    notices: notices.map((notice) => ({ ...notice, at: notice.at.toISOString() })),
  }
}

/**
 * Marks the customer's orders with the record of who did it, and erases them in pieces. After a crash the sweep does the rest; it also
 * erases what is open or being sent now, when it ends. An order that is just being created is not the past that was to be erased.
 */
export const eraseCustomer = async (
  deps: CustomerDataDeps,
  { merchantId, client }: Caller,
  contact: string,
): Promise<{ erased: number; waiting: number }> => {
  const { db, clock } = deps
  await db.transaction(async (tx) => {
    const marked = await updateErasureAsked(tx, merchantId, contact)
    const subject = `${marked} orders`
    if (marked > 0)
      await recordSecurityEvent(tx, deps, { merchantId, client, kind: 'customer_erased', subject })
  })
  let erased = 0
  for (let gone = PIECE; gone === PIECE; erased += gone)
    gone = await clearAsked(db, merchantId, clock.now(), PIECE)
  return { erased, waiting: (await countOrdersOf(db, merchantId, contact)).orders }
}

type Lock = typeof lockAsked

/** Locks first, so that the second statement sees what was committed about these orders until then. */
const clearing =
  (lock: Lock) =>
  (db: Database, merchantId: string, now: Date, max: number): Promise<number> =>
    db.transaction(async (tx) => clearCustomers(tx, merchantId, await lock(tx, merchantId, now, max), now))

const clearAsked = clearing(lockAsked)

/** The work of the sweep: what is older than its merchant's term, and orders that ended since their customer was erased. */
export const eraseDueCustomers = async (
  deps: Pick<Platform, 'db' | 'clock'>,
): Promise<{ readonly more: boolean }> => {
  const asked = await deleteByAge(deps, 0, { listMerchants: listMerchantsOfAsked, deleteRows: clearAsked })
  const over = { listMerchants: listMerchantsOverTerm, deleteRows: clearing(lockOverTerm) }
  return { more: asked.more || (await deleteByAge(deps, 0, over)).more }
}
