import { vi } from 'vitest'
import { type BankMail, createBankMail, SHOP_ADDRESS } from '../../testing/bank-mail.ts'
import { PATIENCE_MS } from '../../testing/database.ts'
import { type FakeDns, startFakeDns } from '../../testing/fake-dns.ts'
import { type FakeImap, type FakeImapOptions, startFakeImap } from '../../testing/fake-imap.ts'
import { placeOrder } from '../../testing/place-order.ts'
import { recordPendingAlerts } from '../../testing/record-pending-alerts.ts'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { secretsFrom } from '../platform/crypto/crypto.ts'
import { randomIds } from '../platform/ids.ts'

type ImapServer = Pick<FakeImap, 'port' | 'password'>

export interface MailShop {
  readonly shop: Shop
  readonly dns: FakeDns
  readonly bank: BankMail
  imap(options?: Partial<FakeImapOptions>): Promise<FakeImap>
  formOf(imap: ImapServer, over?: object): object
  /** Connects the mailbox and waits until Galla has read its folder once. */
  connect(merchant: ShopMerchant, imap: ImapServer, over?: object): Promise<void>
  /** Places an order of the test account. */
  order(merchant: ShopMerchant, amount: string): Promise<string>
  statusOf(merchant: ShopMerchant, orderId: string): Promise<string>
  /** Records the received alerts, as the sweep does. */
  record(): Promise<void>
  alerts(merchant: ShopMerchant): Promise<Record<string, unknown>[]>
  mailbox(merchant: ShopMerchant): Promise<Record<string, unknown> | null>
  close(): Promise<void>
}

/** Starts the real app with fake DNS and IMAP servers, over real sockets. */
export const openMailShop = async (environment: Record<string, string> = {}): Promise<MailShop> => {
  const dns = await startFakeDns()
  const shop = await openShop({
    IMAP_TLS: 'off',
    DNS_SERVERS: dns.server,
    API_RATE_PER_SECOND: '1000',
    ...environment,
  })
  const bank = createBankMail(dns, () => shop.clock.now())
  const servers: FakeImap[] = []
  const mailbox = async (merchant: ShopMerchant) =>
    (await merchant.get('/user/bank-email')).json().data.mailbox
  const formOf = (imap: ImapServer, over: object = {}) => ({
    host: '127.0.0.1',
    port: imap.port,
    username: SHOP_ADDRESS,
    password: imap.password,
    folder: 'INBOX',
    bankWritesTo: SHOP_ADDRESS,
    ...over,
  })
  return {
    shop,
    dns,
    bank,
    mailbox,
    formOf,
    async imap(options = {}) {
      const imap = await startFakeImap({ now: () => shop.clock.now(), ...options })
      servers.push(imap)
      return imap
    },
    async connect(merchant, imap, over) {
      const reply = await merchant.post('/user/connect-mailbox', formOf(imap, over))
      if (reply.statusCode !== 200) throw new Error(reply.body)
      await expectState(mailbox, merchant, 'connected')
    },
    order: (merchant, amount) => placeOrder(shop, merchant, amount),
    statusOf: async (merchant, orderId) =>
      (await merchant.get(`/user/transactions/${orderId}`)).json().data.status,
    record: () =>
      recordPendingAlerts({
        orders: { db: shop.db, clock: shop.clock, ids: randomIds, wakeDeliveries() {}, changed() {} },
        secrets: secretsFrom(new Uint8Array(32).fill(7)),
      }),
    alerts: async (merchant) => (await merchant.get('/user/alerts?limit=100')).json().data,
    async close() {
      await shop.close()
      for (const server of servers) await server.close()
      dns.close()
    },
  }
}

const expectState = async (
  mailbox: (merchant: ShopMerchant) => Promise<{ state: string } | null>,
  merchant: ShopMerchant,
  state: string,
): Promise<void> => {
  await vi.waitFor(
    async () => {
      const found = await mailbox(merchant)
      if (found?.state !== state) throw new Error(`the mailbox is ${JSON.stringify(found)}`)
    },
    { timeout: PATIENCE_MS, interval: 20 },
  )
}
