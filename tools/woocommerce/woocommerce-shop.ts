import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { unzipSync } from 'fflate'
import { vi } from 'vitest'
import { signWebhook } from '../../sdk/src/webhook.ts'
import { PATIENCE_MS } from '../../server/testing/database.ts'
import { freePort } from '../../server/testing/free-port.ts'
import { openShop, type Shop, type ShopMerchant } from '../../server/testing/shop.ts'
import { buildStalePackages } from '../setup/build.mjs'
import { withSetupLock } from '../setup/lock.mjs'

/**
 * Runs the packed plugin in PHP's built-in server, with stubs of WordPress functions, against the real app: it creates and checks orders
 * over HTTP, and gets the app's webhooks.
 */
const WOOCOMMERCE = new URL('../../plugins/woocommerce/', import.meta.url).pathname
const SHOP_PHP = `${WOOCOMMERCE}tests/shop.php`
export const PHP_IS_HERE = spawnSync('php', ['--version'], { stdio: 'ignore' }).status === 0

/** A webhook and a return page at the same time need two workers; two more may wait. */
const PHP_WORKERS = '4'

export interface WooOrder {
  total: string
  status?: string
  phone?: string
  name?: string
  currency?: string
  /** The id of the payment method. */
  method?: string
  notes?: string[]
  transaction_id?: string
  date_paid?: number
  completions?: number
  meta?: Record<string, string>
}

interface State {
  settings: Record<string, string>
  notices: string[]
  orders: Record<string, WooOrder>
  options?: Record<string, string>
  /** The text of the settings screen. */
  messages?: string[]
  deleted?: string[]
  crashes?: string[]
  /** How often a process found the lock taken. */
  lock_waits?: number
  /** The next reply that starts an order or a refund never arrives. */
  lose_next?: boolean
  salt?: string
  /** The scheduled actions of WordPress: time, hook and arguments. */
  planned?: [number, string, unknown[]][]
}

export interface WooShop {
  readonly galla: Shop
  readonly origin: string
  readonly merchant: ShopMerchant
  readonly url: string
  readonly secret: string
  readonly state: () => State
  readonly change: (by: (state: State) => void) => void
  readonly orderOf: (id: number) => WooOrder
  readonly changeOrder: (id: number, over: Partial<WooOrder>) => void
  /** Changes the settings for `work` and restores them afterwards. */
  readonly withSettings: <Result>(
    over: Record<string, string>,
    work: () => Promise<Result>,
  ) => Promise<Result>
  /** Calls a path of shop.php, each of which does what WooCommerce would do. */
  readonly ask: <Answer>(path: string, form?: Record<string, string>) => Promise<Answer>
  readonly checkout: (id: number) => Promise<{ result: string; redirect: string }>
  readonly simulate: (redirect: string, outcome: string) => Promise<{ utr: string; secondUtr: string }>
  readonly notify: (event: object, signedFor?: string, at?: Date) => Promise<{ status: number; said: string }>
  readonly eventOf: (id: number, over?: object) => object
  /** While the gate is closed, the completion of an order waits inside WooCommerce. */
  readonly closeGate: () => void
  readonly openGate: () => void
  readonly close: () => Promise<void>
}

/** An order as WooCommerce creates it. */
const NEW_ORDER: WooOrder = { total: '1499.50', status: 'pending', transaction_id: '' }

/** Locks the state by creating a folder, as shop.php does; false if another process has the lock. */
const tryLock = (folder: string): boolean => {
  try {
    mkdirSync(folder)
    return true
  } catch {
    return false
  }
}

const openState = (folder: string) => {
  const file = join(folder, 'state.json')
  const state = (): State => JSON.parse(readFileSync(file, 'utf8')) as State
  const put = (now: State): void => {
    writeFileSync(`${file}.mine`, JSON.stringify(now))
    renameSync(`${file}.mine`, file)
  }
  const change = (by: (state: State) => void): void => {
    while (!tryLock(`${file}.lock`)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
    const now = state()
    by(now)
    put(now)
    rmdirSync(`${file}.lock`)
  }
  const changeOrder = (id: number, over: Partial<WooOrder>): void =>
    change((each) => {
      each.orders[id] = { ...NEW_ORDER, ...each.orders[id], ...over }
    })
  const withSettings: WooShop['withSettings'] = async (over, work) => {
    const before = state().settings
    change((each) => {
      each.settings = { ...before, ...over }
    })
    try {
      return await work()
    } finally {
      change((each) => {
        each.settings = before
      })
    }
  }
  const orderOf = (id: number): WooOrder => state().orders[id] ?? { total: '' }
  return { file, put, state, change, changeOrder, withSettings, orderOf }
}

/** Installs the plugin as a shop does: from its ZIP. */
const installPlugin = async (folder: string): Promise<string> => {
  await withSetupLock(() => buildStalePackages('plugins/woocommerce'))
  const zip = readFileSync(`${WOOCOMMERCE}dist/galla-woocommerce.zip`)
  for (const [path, content] of Object.entries(unzipSync(new Uint8Array(zip)))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return join(folder, 'galla-upi')
}

const openPhp = async (stateFile: string, plugin: string, port: number): Promise<ChildProcess> => {
  const args = ['-d', 'variables_order=EGPCS', '-S', `127.0.0.1:${port}`, SHOP_PHP]
  const env = { ...process.env, STATE_FILE: stateFile, PLUGIN: plugin, PHP_CLI_SERVER_WORKERS: PHP_WORKERS }
  const php = spawn('php', args, { env, stdio: 'ignore', detached: true })
  await vi.waitFor(() => fetch(`http://127.0.0.1:${port}/available`), { timeout: PATIENCE_MS })
  return php
}

const stopPhp = async (php: ChildProcess): Promise<void> => {
  // Kills the process group: its workers would outlive it.
  if (php.pid !== undefined) process.kill(-php.pid, 'SIGKILL')
  await once(php, 'exit')
}

const askAt =
  (url: string) =>
  async <Answer>(path: string, form?: Record<string, string>): Promise<Answer> => {
    const post = form && {
      method: 'POST',
      body: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }
    return (await fetch(`${url}${path}`, post)).json() as Promise<Answer>
  }

const eventOf = (order: WooOrder, over: object): object => ({
  event: 'order.success',
  mode: 'test',
  sequence: 9,
  orderId: '01J0000000000000000000GALA',
  client_txn_id: order.meta?._galla_client_txn_id,
  amount: '1499.50',
  orderAmount: '1499.50',
  utr: '400000000009',
  payerUpiId: 'asha@gallatest',
  failureReason: null,
  ...over,
})

export const openWooShop = async (): Promise<WooShop> => {
  const folder = mkdtempSync(join(tmpdir(), 'galla-woo-'))
  const shopState = openState(folder)
  const galla = await openShop({ ALLOW_PRIVATE_WEBHOOKS: 'on' }, new Date())
  const origin = await galla.app.http.listen({ host: '127.0.0.1', port: 0 })
  const merchant = await galla.merchant()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  await merchant.post('/user/update-webhook-url', { webhookUrl: `${url}/?wc-api=galla_upi` })
  const secret: string = (await merchant.post('/user/get-api-details')).json().data.webhookSecret
  const settings = {
    enabled: 'yes',
    title: 'UPI',
    description: 'Pay with any UPI app.',
    base_url: `${origin}/`,
    api_key: merchant.key,
    webhook_secret: secret,
  }
  shopState.put({ settings, notices: [], orders: {} })
  const php = await openPhp(shopState.file, await installPlugin(folder), port)

  const ask = askAt(url)
  const bhimLink = async (redirect: string): Promise<string> => {
    const orderId = redirect.split('/pay/')[1] ?? ''
    const reply = await galla.call({ method: 'POST', url: `/api/v1/order/pay/${orderId}` })
    return reply.json().data.upiIntentUrl.bhim
  }
  return {
    ...shopState,
    galla,
    origin,
    merchant,
    url,
    secret,
    ask,
    checkout: (id) => ask(`/checkout?id=${id}`),
    simulate: async (redirect, outcome) => {
      const payload = { upi: await bhimLink(redirect), outcome }
      return (await galla.call({ method: 'POST', url: '/api/v1/simulator/pay', payload })).json().data
    },
    notify: async (event, signedFor = secret, at = new Date()) => {
      const body = JSON.stringify(event)
      const headers = await signWebhook({ id: 'evt_by_hand', at, body }, signedFor)
      const answer = await fetch(`${url}/?wc-api=galla_upi`, { method: 'POST', headers, body })
      return { status: answer.status, said: await answer.text() }
    },
    eventOf: (id, over = {}) => eventOf(shopState.orderOf(id), over),
    closeGate: () => writeFileSync(`${shopState.file}.gate`, ''),
    openGate: () => rmSync(`${shopState.file}.gate`, { force: true }),
    close: async () => {
      await stopPhp(php)
      await galla.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
