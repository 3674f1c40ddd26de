import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { type App, createApp } from '../src/app.ts'
import type { PromiseName } from '../src/ledger/check/ledger-check.ts'
import type { OrderDeps } from '../src/orders/change-order.ts'
import { type ManualClock, manualClock } from '../src/platform/clock.ts'
import { secretsFrom } from '../src/platform/crypto/crypto.ts'
import { type Database, openDatabase } from '../src/platform/database/database.ts'
import { randomIds } from '../src/platform/ids.ts'
import { createLog } from '../src/platform/log.ts'
import { readSettings } from '../src/platform/settings.ts'
import { createTestDatabase, PATIENCE_MS } from './database.ts'
import { expectVerified } from './verified.ts'

export const SHOP_START = new Date('2026-11-21T04:00:00Z')
const ORIGIN = 'http://localhost:3000'
const PASSWORD = 'correct horse battery'
/** A login is the way to most tests and the subject of few. */
const LOW_COST = { memoryCost: 8, timeCost: 1 }
const OPERATOR_EMAIL = 'operator@example.com'

type Reply = LightMyRequestResponse

export interface Shop {
  readonly app: App
  readonly db: Database
  readonly clock: ManualClock
  readonly dataDir: string
  /** All that was logged, line by line. */
  readonly logged: string[]
  /** What the program prints besides the log. */
  readonly printed: string[]
  call(options: InjectOptions): Promise<Reply>
  /** A merchant who registered and logged in, with their test key. */
  merchant(name?: string): Promise<ShopMerchant>
  /** The same merchant after a new login: their session ends while the clock is moved by days. */
  logInAgain(merchant: ShopMerchant): Promise<ShopMerchant>
  /** The operator, logged in. */
  operator(): Promise<ShopCaller>
  /** The app ends, `meanwhile` happens, and a new one starts on the same database and clock. */
  restart(meanwhile: () => void): Promise<void>
  /** Checks the ledger's promises against all that was done; those that the test broke by hand are named. */
  close(...broken: readonly PromiseName[]): Promise<void>
}

/** With the session, from our own origin. */
export interface ShopCaller {
  readonly cookie: string
  post(path: string, payload?: object): Promise<Reply>
  put(path: string, payload?: object): Promise<Reply>
  get(path: string): Promise<Reply>
}

export interface ShopMerchant extends ShopCaller {
  readonly merchantId: string
  readonly email: string
  readonly key: string
}

/** What records credits and changes orders, without notifying the app. */
export const orderDepsOf = ({ db, clock }: Pick<Shop, 'db' | 'clock'>): OrderDeps => ({
  db,
  clock,
  ids: randomIds,
  wakeDeliveries: () => {},
  changed: () => {},
})

let merchants = 0

/** The real app on a real database, called without a socket; its clock is moved by hand. */
export const openShop = async (
  environment: Record<string, string> = {},
  startsAt: Date = SHOP_START,
): Promise<Shop> => {
  const database = await createTestDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'galla-shop-'))
  const settings = readSettings({
    DATA_DIR: dataDir,
    PUBLIC_URL: ORIGIN,
    OPERATOR_EMAIL,
    OPERATOR_PASSWORD: PASSWORD,
    ...environment,
  })
  const { connectionString } = database
  const db = openDatabase(connectionString, { connectTimeoutMs: PATIENCE_MS })
  const clock = manualClock(startsAt)
  const logged: string[] = []
  const printed: string[] = []
  const log = createLog({ level: 'debug', write: (line) => void logged.push(line) })
  const secrets = secretsFrom(new Uint8Array(32).fill(7))
  const start = () =>
    createApp({
      settings,
      connectionString,
      db,
      clock,
      ids: randomIds,
      log,
      secrets,
      passwordCost: LOW_COST,
      print: (line) => void printed.push(line),
    })
  const remove = async (): Promise<void> => {
    await db.close()
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  let app = await start().catch(async (error) => {
    await remove()
    throw error
  })
  const call = (options: InjectOptions): Promise<Reply> => app.http.inject(options)

  const anonymous = (path: string, payload: object) =>
    call({ method: 'POST', url: `/api/v1${path}`, payload, headers: { origin: ORIGIN } })

  const logIn = async (email: string): Promise<ShopCaller> => {
    const login = await anonymous('/auth/login', { email, password: PASSWORD })
    const cookie = login.cookies.map(({ name: key, value }) => `${key}=${value}`).join('; ')
    const headers = { cookie, origin: ORIGIN }
    const send = (method: 'POST' | 'PUT', path: string, payload: object) =>
      call({ method, url: `/api/v1${path}`, payload, headers })
    return {
      cookie,
      post: (path, payload = {}) => send('POST', path, payload),
      put: (path, payload = {}) => send('PUT', path, payload),
      get: (path) => call({ method: 'GET', url: `/api/v1${path}`, headers }),
    }
  }

  const merchant = async (name = 'Sharma Tea'): Promise<ShopMerchant> => {
    merchants += 1
    const email = `shop-${merchants}@example.com`
    const registered = await anonymous('/auth/register', {
      name,
      email,
      mobileNumber: '9876543210',
      password: PASSWORD,
    })
    const caller = await logIn(email)
    const details = await caller.post('/user/get-api-details')
    return {
      ...caller,
      merchantId: registered.json().data.id,
      email,
      key: details.json().data.apiKey,
    }
  }

  return {
    get app() {
      return app
    },
    db,
    clock,
    dataDir,
    logged,
    printed,
    call,
    merchant,
    logInAgain: async (known) => ({ ...known, ...(await logIn(known.email)) }),
    operator: () => logIn(OPERATOR_EMAIL),
    async restart(meanwhile) {
      await app.stop()
      meanwhile()
      app = await start()
    },
    async close(...broken) {
      await app.stop()
      await expectVerified({ db, clock }, ...broken).finally(remove)
    },
  }
}
