import { expect } from 'vitest'
import { type FakePush, startFakePush } from '../../testing/fake-push.ts'
import { BOT_TOKEN, type FakeTelegram, startFakeTelegram } from '../../testing/fake-telegram.ts'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { secretsFrom } from '../platform/crypto/crypto.ts'
import { sql } from '../platform/database/database.ts'
import { randomIds } from '../platform/ids.ts'
import { createLog } from '../platform/log.ts'
import { readSettings } from '../platform/settings.ts'
import type { Notice } from './notice.ts'
import { createPushSender } from './push-message.ts'
import { saveTarget } from './target-store.ts'
import { tell } from './tell.ts'
import { createTelling, type Telling, type TellingDeps } from './telling.ts'

export interface NoticesBench {
  readonly shop: Shop
  readonly push: FakePush
  readonly telegram: FakeTelegram
  readonly errors: unknown[]
  /** The telling of one process. */
  readonly telling: Telling
  another(over?: Partial<TellingDeps>): Telling
  /** Tells what is due now, until nothing is left. */
  run(): Promise<void>
  /** Adds a browser, by the API. */
  browser(merchant: ShopMerchant, language?: 'en' | 'hi'): Promise<string>
  /** Adds a chat, as a link does. */
  chat(merchant: ShopMerchant, id: string, language?: 'en' | 'hi'): Promise<void>
  tell(merchant: ShopMerchant, key: string, notice?: Notice): Promise<void>
  /** As after the time of every rest and lease. */
  endRests(): Promise<unknown>
  close(): Promise<void>
}

export const paid = (paise: number, order: string): Notice => ({
  kind: 'payment',
  paise: String(paise),
  order,
})

export const confirm = async (merchant: ShopMerchant): Promise<void> => {
  const reply = await merchant.post('/user/confirm-identity', { password: 'correct horse battery' })
  expect(reply.statusCode, reply.body).toBe(200)
}

export const openNotices = async (): Promise<NoticesBench> => {
  const [push, telegram] = [await startFakePush(), await startFakeTelegram()]
  const environment = { TELEGRAM_BOT_TOKEN: BOT_TOKEN, TELEGRAM_URL: telegram.url }
  const shop = await openShop(environment)
  const secrets = secretsFrom(new Uint8Array(32).fill(7))
  const errors: unknown[] = []
  const log = {
    ...createLog({ level: 'silent' }),
    error: (_event: string, f?: object) => void errors.push(f),
  }
  const settings = readSettings({ PUBLIC_URL: 'http://localhost:3000', ...environment })
  const { db, clock } = shop
  const deps = { db, clock, ids: randomIds, secrets, settings, log, pushSender: createPushSender(secrets) }
  const telling = createTelling(deps)
  return {
    shop,
    push,
    telegram,
    errors,
    telling,
    another: (over) => createTelling({ ...deps, ...over }),
    async run() {
      await telling.findDue()
      await telling.idle()
    },
    async browser(merchant, language = 'en') {
      await confirm(merchant)
      const { pushKey } = (await merchant.get('/user/notices')).json().data
      const subscription = push.subscribe(pushKey)
      const reply = await merchant.post('/user/notices/browsers', { ...subscription, language })
      expect(reply.statusCode, reply.body).toBe(200)
      return subscription.endpoint
    },
    chat: ({ merchantId }, id, language = 'en') =>
      db.transaction(async (tx) => {
        const targetId = id.padStart(26, '0')
        const of = { merchantId, targetId, way: 'telegram', name: id, address: id, label: 'Asha' } as const
        await saveTarget(tx, secrets, { ...of, language, createdAt: clock.now() })
      }),
    tell: ({ merchantId }, key, notice = paid(49_900, 'INV-1')) =>
      db.transaction((tx) => tell(tx, { merchantId, key, notice })),
    endRests: () => db.run(sql`update notice_targets set rests_until = now()`),
    async close() {
      await telling.stop()
      await shop.close()
      await push.close()
      await telegram.close()
    },
  }
}
