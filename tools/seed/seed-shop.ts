import { findByEmail, updateMerchant } from '../../server/src/merchants/merchant-store.ts'
import { accountIdFrom } from '../../server/src/payment-accounts/account.ts'
import type { AccountKey } from '../../server/src/payment-accounts/account-source.ts'
import { saveSource } from '../../server/src/payment-accounts/account-source-store.ts'
import { saveCurrentAccount } from '../../server/src/payment-accounts/account-store.ts'
import { openMerchant } from '../../server/src/payment-accounts/register-merchant.ts'
import { TEST_ACCOUNT_ID } from '../../server/src/payment-accounts/test-account.ts'
import { type Clock, manualClock } from '../../server/src/platform/clock.ts'
import type { Secrets } from '../../server/src/platform/crypto/crypto.ts'
import type { Passwords } from '../../server/src/platform/crypto/password.ts'
import { type Database, sql, type Transaction } from '../../server/src/platform/database/database.ts'
import { randomIds } from '../../server/src/platform/ids.ts'
import { createProviders } from '../../server/src/providers/providers.ts'
import { testConnection } from '../../server/src/status-checks/test-connection.ts'
import { firstEndpoint } from '../../server/src/webhooks/endpoints/endpoint.ts'
import { updateEndpointUrl } from '../../server/src/webhooks/endpoints/endpoint-store.ts'
import { startFakePaytm } from '../../server/testing/fake-paytm.ts'
import { askingNobody } from '../../server/testing/qr-making.ts'
import { countShop, type ShopCounts } from './seed-counts.ts'
import { firstDay } from './seed-days.ts'
import { type DepsAt, liveOrder, receiveStray, type Shop } from './seed-orders.ts'
import { idsFrom, randomFrom } from './seed-random.ts'
import { storyUntil } from './seed-story.ts'
import { type PlayDeps, playDeliveries, SHOP_WEBHOOK_URL } from './seed-webhooks.ts'

export const DEMO_EMAIL = 'demo@galla.example'
export const ORDERS = 3_000

export interface SeedDeps {
  readonly db: Database
  readonly clock: Clock
  readonly secrets: Secrets
  readonly passwords: Passwords
  /** Reports progress. */
  readonly progress: (done: number, of: number) => void
}

export interface Seeded {
  /** False when the demo merchant existed and nothing was added. */
  readonly made: boolean
  readonly email: string
  /** Undefined when someone has changed it. */
  readonly password: string | undefined
  readonly counts: ShopCounts
}

const SEED = 0x6a11a
const PROGRESS_EVERY = 500
/** The planner takes new tables for small ones, so they are analysed after some orders. */
const ANALYZE_AT = [50, 500, 5_000]
const SHOP = {
  name: 'Chai Galli Tea House',
  mobileNumber: '5204417390',
  websiteName: 'Chai Galli',
  websiteUrl: 'https://chai-galli.example',
  supportEmail: 'help@chai-galli.example',
}

/** The live account that screens show. No bank has its handle, so that its QR cannot take money. */
const LIVE_ACCOUNT = {
  provider: 'paytm',
  merchantName: SHOP.name,
  providerMerchantId: 'CHAIGALLI0471',
  upiId: 'chaigalli@examplebank',
  registeredName: '',
  kind: 'verified_merchant',
  uniqueAmounts: false,
  hasPrintedQr: false,
} as const

/**
 * Creates the demo merchant and all its orders with the use cases of real ones, in one transaction: all or nothing. A second run adds
 * nothing, and a running server never sees an order that it would expire.
 */
export const seedShop = async (deps: SeedDeps, orderCount = ORDERS): Promise<Seeded> => {
  const password = demoPassword(deps.secrets)
  const known = await findByEmail(deps.db, DEMO_EMAIL)
  if (known === undefined) {
    const passwordHash = await deps.passwords.hashPassword(password, 'seed')
    const merchantId = await deps.db.transaction((tx) => tellStory(deps, tx, passwordHash, orderCount))
    await askProvider(deps, merchantId)
    await analyze(deps.db)
    return { made: true, email: DEMO_EMAIL, password, counts: await countShop(deps.db, merchantId) }
  }
  const { merchant, passwordHash } = known
  const unchanged = await deps.passwords.verifyPassword(passwordHash, password, 'seed')
  return {
    made: false,
    email: DEMO_EMAIL,
    password: unchanged ? password : undefined,
    counts: await countShop(deps.db, merchant.merchantId),
  }
}

/** The password, derived from the app key, so that a later run can print it again. */
const demoPassword = (secrets: Secrets): string =>
  Buffer.from(secrets.subkey('demo merchant login'))
    .toString('hex')
    .slice(0, 16)
    .replace(/(.{4})(?=.)/g, '$1-')

const tellStory = async (
  deps: SeedDeps,
  tx: Transaction,
  passwordHash: string,
  orderCount: number,
): Promise<string> => {
  const until = deps.clock.now()
  const random = randomFrom(SEED)
  const story = storyUntil(random, until, orderCount)
  const db = insideOf(tx, deps.db)
  const merchantId = await openShop(deps, tx, db, passwordHash, firstDay(until))
  const shop: Shop = { merchantId, accountId: TEST_ACCOUNT_ID, until, random, utrs: new Set() }
  const ids = idsFrom(random, randomIds)
  const depsAt: DepsAt = (at) => {
    const clock = manualClock(at)
    return { db, clock, ids, wakeDeliveries: () => {}, changed: () => {}, qr: askingNobody }
  }
  const play: PlayDeps = { db, ids, clockAt: manualClock }
  const endpoint = firstEndpoint({ merchantId, mode: 'test' })
  for (const [index, order] of story.orders.entries()) {
    const orderId = await liveOrder(depsAt, shop, order)
    await playDeliveries(play, endpoint, { orderId, random, until, refused: order.refusedByShop })
    if (ANALYZE_AT.includes(index)) await analyze(tx)
    if (index % PROGRESS_EVERY === 0) deps.progress(index, story.orders.length)
  }
  for (const stray of story.strays) await receiveStray(depsAt, shop, stray)
  return merchantId
}

/** A database whose transactions are part of the open one, so that everything commits or rolls back together. */
const insideOf = (tx: Transaction, { pool, sockets }: Database): Database => ({
  ...tx,
  transaction: (work) => work(tx),
  pool,
  sockets,
  close: async () => {},
})

const openShop = async (
  { secrets }: SeedDeps,
  tx: Transaction,
  db: Database,
  passwordHash: string,
  firstDayAt: Date,
): Promise<string> => {
  const clock = manualClock(firstDayAt)
  const { name, mobileNumber, ...website } = SHOP
  const merchantId = await openMerchant({ clock, ids: randomIds, secrets }, tx, {
    role: 'owner',
    isPlatform: false,
    name,
    email: DEMO_EMAIL,
    mobileNumber,
    language: 'en',
    passwordHash,
  })
  if (merchantId === undefined) throw new Error('another seed is just being sown; wait for it')
  await updateMerchant(tx, merchantId, null, {
    ...SHOP,
    ...website,
    supportPhone: mobileNumber,
    showSupport: true,
    emailReceipts: null,
    pageLanguage: null,
    passwordHash: null,
  })
  const accountId = accountIdFrom(randomIds.ulid(firstDayAt))
  await saveCurrentAccount(tx, merchantId, { ...LIVE_ACCOUNT, accountId, connectedAt: firstDayAt })
  await connectProvider(tx, secrets, { merchantId, accountId }, firstDayAt)
  const endpoints = { db, clock, ids: randomIds, secrets, wakeDeliveries: () => {} }
  await updateEndpointUrl(endpoints, firstEndpoint({ merchantId, mode: 'test' }), { url: SHOP_WEBHOOK_URL })
  return merchantId
}

const analyze = async (db: Database | Transaction): Promise<void> => {
  await db.run(sql`
    analyze orders, order_history, credits, evidence, credit_history, webhook_events, webhook_undelivered,
      webhook_attempts`)
}

/** Invented credentials that the real Paytm refuses. Paytm creates no QRs, so live orders work without it. */
const CREDENTIALS = { merchantId: 'CHAIGALLI0471', merchantKey: 'demo-key-of-none' }

/** Connects the shop's live account to Paytm, as a merchant does. */
const connectProvider = async (
  tx: Transaction,
  secrets: Secrets,
  account: AccountKey,
  at: Date,
): Promise<void> => {
  await saveSource(tx, secrets, account, { source: 'paytm-v3', credentials: CREDENTIALS }, at)
}

/**
 * Runs "Test connection" once, so that the dashboard shows the health of a connection. It calls the fake Paytm of the tests, which runs in
 * this program, and no other server.
 */
const askProvider = async (
  { db, clock, secrets }: { readonly db: Database; readonly clock: Clock; readonly secrets: Secrets },
  merchantId: string,
): Promise<void> => {
  const paytm = await startFakePaytm(CREDENTIALS, () => clock.now())
  try {
    const none = { phonepe: undefined, razorpay: undefined, cashfree: undefined }
    const providers = createProviders({ urls: { ...none, paytm: paytm.url }, ids: randomIds, clock })
    await testConnection({ db, clock, ids: randomIds, secrets, providers }, merchantId)
  } finally {
    await paytm.close()
  }
}
