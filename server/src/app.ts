import { fileURLToPath } from 'node:url'
import { openApiDocument } from '@galla/contract/openapi'
import type { FastifyInstance } from 'fastify'
import { apiKeyRoutes } from './api-keys/api-key-routes.ts'
import { createAuthenticators } from './api-keys/authenticate.ts'
import { countLargeBodies } from './api-keys/count-large-bodies.ts'
import { createRequestLog } from './api-keys/request-log.ts'
import { requestLogRoutes } from './api-keys/request-log-routes.ts'
import { watchKeyCalls } from './api-keys/watch-key-calls.ts'
import { emailChangeRoutes } from './auth/email-change-routes.ts'
import { loginSecurityRoutes } from './auth/login-security-routes.ts'
import { merchantRoutes } from './auth/merchant-routes.ts'
import { cookieNames } from './auth/session-cookie.ts'
import { alertRoutes } from './bank-alerts/alert-routes.ts'
import { createStatementReader } from './bank-statements/statement-reader.ts'
import { statementRoutes } from './bank-statements/statement-routes.ts'
import { apiDetailsRoutes } from './dashboard/api-details-routes.ts'
import { deskRoutes } from './dashboard/desk-routes.ts'
import { createOrderExports } from './dashboard/export-orders.ts'
import { exportRoutes } from './dashboard/export-routes.ts'
import { pluginPackageRoute, sdkPackageRoute } from './dashboard/sdk-package.ts'
import { statisticsRoutes } from './dashboard/statistics-routes.ts'
import { dialectRoutes } from './gateway-compat/dialect-routes.ts'
import { startWork } from './jobs.ts'
import { createFileInspector } from './kyc/file-inspector.ts'
import { kycRoutes } from './kyc/kyc-routes.ts'
import { operatorRoutes } from './operator/operator-routes.ts'
import type { OrderDeps } from './orders/change-order.ts'
import { createOrders } from './orders/create-order.ts'
import { createFinalFailures } from './orders/final-failure.ts'
import { notingKeys } from './orders/note-keys.ts'
import { numberOrder } from './orders/number-order.ts'
import { orderRoutes } from './orders/order-routes.ts'
import { accountRoutes } from './payment-accounts/account-routes.ts'
import { ensureOperator } from './payment-accounts/ensure-operator.ts'
import { claimRoutes } from './payment-claims/claim-routes.ts'
import { loadOrderFacts } from './payment-page/find-page.ts'
import { createPageEvents } from './payment-page/page-events.ts'
import { pageRoutes } from './payment-page/page-routes.ts'
import { createQrImages } from './payment-page/qr-image.ts'
import { createStatusCache } from './payment-page/status-cache.ts'
import { type Clock, waitRealMs } from './platform/clock.ts'
import type { Secrets } from './platform/crypto/crypto.ts'
import { createPasswords } from './platform/crypto/password.ts'
import type { Database } from './platform/database/database.ts'
import { readDiskSpace } from './platform/files/disk-space.ts'
import { createDraughtsman } from './platform/files/draw-picture.ts'
import { openFiles } from './platform/files/open-files.ts'
import { API_BASE } from './platform/http/endpoint-binding.ts'
import { addHealthRoutes, createMetrics } from './platform/http/health.ts'
import { createHttpServer } from './platform/http/http-server.ts'
import { serveText } from './platform/http/serve-text.ts'
import { serveWebApp } from './platform/http/web-app.ts'
import type { Ids } from './platform/ids.ts'
import { addJob, prepareJobQueue } from './platform/jobs/job-queue.ts'
import { createChangeFeed } from './platform/jobs/notifier.ts'
import { repeat } from './platform/jobs/repeat.ts'
import { startWorkerLife } from './platform/jobs/worker-life.ts'
import type { Log } from './platform/log.ts'
import { createMailer } from './platform/mail/mail.ts'
import { readOutbox } from './platform/mail/outbox.ts'
import { readProgramVersion } from './platform/program-version.ts'
import type { Settings } from './platform/settings.ts'
import { createProviders } from './providers/providers.ts'
import { creditRoutes } from './reconciliation/credit-routes.ts'
import { outboxRoutes } from './simulator/outbox-routes.ts'
import { createChecks } from './status-checks/checks.ts'
import { noticeRoutes } from './status-checks/notice-routes.ts'
import { sourceRoutes } from './status-checks/source-routes.ts'
import { ensureCatalogue } from './subscriptions/catalogue.ts'
import { purchaseRoutes } from './subscriptions/purchase-routes.ts'
import { createDeliveries } from './webhooks/deliveries/deliveries.ts'
import { postWebhook } from './webhooks/deliveries/post-webhook.ts'
import { webhookRoutes } from './webhooks/endpoints/webhook-routes.ts'
import { eventRoutes } from './webhooks/events/event-routes.ts'

export interface AppDeps {
  readonly settings: Settings
  readonly connectionString: string
  readonly db: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly secrets: Secrets
}

export interface App {
  readonly http: FastifyInstance
  /** Goes on answering for this long, but says to balancers and clients that it is about to end. */
  drain(graceMs: number): Promise<void>
  stop(): Promise<void>
}

const MIGRATIONS_DIR = fileURLToPath(new URL('../migrations', import.meta.url))
const KEY_USE_NOTED_EVERY_MS = 30_000
const REQUESTS_WRITTEN_EVERY_MS = 1_000
/** Clients that keep their connections learn from an answer in this time that theirs is about to close. */
const DRAIN_MS_MIN = 100
const WEB_DIR = fileURLToPath(new URL('../../web/dist', import.meta.url))
const PLUGIN_DIR = fileURLToPath(new URL('../../plugins/woocommerce/dist', import.meta.url))
const SDK_DIR = fileURLToPath(new URL('../../sdk/dist', import.meta.url))

/** The whole wiring. What a part needs stands in its first argument; nothing is found by name or at a distance. */
export const createApp = async (deps: AppDeps): Promise<App> => {
  const { settings, connectionString, db, clock, ids, log, secrets } = deps
  const failed = (part: string) => (error: unknown) => log.error('a part of the app failed', { part, error })

  const metrics = createMetrics()
  let draining = false
  const isDraining = () => draining
  const http = createHttpServer({ settings, log, clock, ids, onAnswered: metrics.answered, isDraining })
  const files = await openFiles(settings, log)
  await prepareJobQueue(connectionString)
  const life = await startWorkerLife({ connectionString, clock, ids, log })
  const feed = await createChangeFeed({
    db,
    connectionString,
    clock,
    channel: 'galla_orders',
    onError: failed('feed'),
  })
  const passwords = createPasswords()
  const authenticate = createAuthenticators({ db, clock, secrets, settings })
  const requestLog = createRequestLog({ db, clock, onError: failed('request log') })
  watchKeyCalls(http, { authenticate, requestLog })
  countLargeBodies(http, authenticate)
  const merchants = { db, clock, ids, secrets, passwords, log, settings, authenticate, addJob }
  await ensureOperator(merchants)
  await ensureCatalogue({ db, clock })

  const orderNumbers = (merchantId: string, orderId: string) => numberOrder(db, merchantId, orderId)
  const deliveries = createDeliveries({
    db,
    clock,
    ids,
    secrets,
    workerId: life.workerId,
    numberOrder: orderNumbers,
    findFinalFailure: createFinalFailures({ db, clock }),
    addJob: (tx, job, payload) => addJob(tx, job, { ...payload }),
    post: postWebhook({ allowPrivate: settings.allowPrivateWebhooks }),
    onError: failed('deliveries'),
  })
  // Who only serves the web sends nothing: a worker's sweep finds what is due.
  const wakeDeliveries: typeof deliveries.wake = settings.role === 'web' ? () => {} : deliveries.wake
  const webhooks = { db, clock, ids, secrets, wakeDeliveries }
  const statusCache = createStatusCache({ clock, load: loadOrderFacts(db) })
  feed.onChange((orderIds) => orderIds.forEach(statusCache.changed))
  feed.onReset(statusCache.allMayHaveChanged)
  const orders: OrderDeps = {
    db,
    clock,
    ids,
    wakeDeliveries,
    changed: (orderId) => {
      // This process reads its own writes at once; the others hear of them.
      statusCache.changed(orderId)
      feed.announce(orderId)
    },
  }

  const pageEvents = createPageEvents({ clock, cache: statusCache })
  const qrImage = createQrImages(createDraughtsman())

  const paymentUrl = (orderId: string): string => new URL(`/pay/${orderId}`, settings.publicUrl).href
  const providers = createProviders({ urls: settings.providerUrls, ids, clock })
  const qr = { secrets, providers, workerId: life.workerId }
  const creating = { db, clock, ids, qr, paymentUrl, trialQrRequests: settings.trialQrRequests }

  const { metricsToken } = settings
  addHealthRoutes(http, { db, metrics, migrationsDir: MIGRATIONS_DIR, metricsToken, isDraining })
  merchantRoutes(http, merchants)
  apiKeyRoutes(http, merchants)
  requestLogRoutes(http, { db, clock, authenticate })
  loginSecurityRoutes(http, merchants)
  emailChangeRoutes(http, merchants)
  accountRoutes(http, merchants)
  let wakeReplays = (): void => {}
  webhookRoutes(http, { ...webhooks, authenticate, wakeReplays: () => wakeReplays() })
  eventRoutes(http, { db, authenticate, numberOrder: orderNumbers })
  const createOrder = notingKeys(authenticate, createOrders(creating))
  orderRoutes(http, { ...creating, authenticate, createOrder })
  dialectRoutes(http, { ...creating, authenticate, createOrder, log })
  const { showPage } = pageRoutes(http, {
    ...orders,
    qr,
    authenticate,
    log,
    statusCache,
    pageEvents,
    qrImage,
  })
  const testing = { db, clock, ids, secrets, providers }
  const checks = createChecks({
    orders,
    secrets,
    providers,
    workerId: life.workerId,
    onError: failed('checks'),
  })
  sourceRoutes(http, { orders, testing, checks, authenticate, sandbox: settings.sandbox })
  noticeRoutes(http, {
    orders,
    secrets,
    providers,
    authenticate,
    wake: settings.role === 'web' ? () => {} : checks.sweep,
  })
  creditRoutes(http, { orders, authenticate })
  claimRoutes(http, { orders, checks, authenticate, showPage })
  const alertUrl = (token: string): string => new URL(`${API_BASE}/alerts/${token}`, settings.publicUrl).href
  let wakeAlerts = (): void => {}
  alertRoutes(http, {
    orders,
    secrets,
    authenticate,
    tokens: { db, clock, ids, secrets, alertUrl },
    wake: () => wakeAlerts(),
  })
  const mailsNothing = !settings.production && settings.sandbox && settings.smtpUrl === undefined
  outboxRoutes(http, {
    authenticate,
    readOutbox: mailsNothing ? () => readOutbox(settings.dataDir) : undefined,
  })
  deskRoutes(http, { db, clock, authenticate, paymentUrl })
  exportRoutes(http, { authenticate, exportOrders: createOrderExports({ db, clock, log }) })
  statisticsRoutes(http, { db, clock, authenticate })
  purchaseRoutes(http, { ...creating, authenticate, settings })
  apiDetailsRoutes(http, { ...webhooks, alertUrl, authenticate })
  const version = await readProgramVersion()
  operatorRoutes(http, {
    ...creating,
    authenticate,
    addJob,
    settings,
    startedAt: clock.now(),
    version,
    diskSpace: () => readDiskSpace(settings.dataDir),
  })
  const { origin } = settings.publicUrl
  const sessionCookie = cookieNames(settings.publicUrl).session
  serveText(http, {
    path: '/api/openapi.json',
    type: 'application/json; charset=utf-8',
    text: () => JSON.stringify(openApiDocument({ origin, version, sessionCookie })),
    anyOrigin: true,
  })
  sdkPackageRoute(http, { distDir: SDK_DIR, log })
  pluginPackageRoute(http, { distDir: PLUGIN_DIR, log })
  const inspector = createFileInspector({ clock })
  kycRoutes(http, { ...merchants, files, inspector })
  const statementReader = createStatementReader({ clock })
  statementRoutes(http, { db, clock, ids, secrets, files, authenticate, reader: statementReader })
  await serveWebApp(http, {
    distDir: WEB_DIR,
    ids,
    publicUrl: settings.publicUrl,
    contactEmail: settings.operatorEmail,
    secretPaths: ['/reset-password', '/confirm-email', '/restore-email'],
  })

  const work =
    settings.role === 'web'
      ? undefined
      : await startWork({
          orders,
          deliveries,
          checks,
          qr,
          log,
          trialQrRequests: settings.trialQrRequests,
          connectionString,
          workerId: life.workerId,
          publicUrl: settings.publicUrl,
          files,
          secrets,
          statementReader,
          mailer: createMailer({ settings, clock, ids }),
        })
  if (work !== undefined) {
    wakeAlerts = work.wakeAlerts
    wakeReplays = work.wakeReplays
  }
  const keyUse = repeat({
    name: 'merchants.note_used_keys',
    clock,
    log,
    everyMs: KEY_USE_NOTED_EVERY_MS,
    work: async () => {
      await authenticate.noteUsedKeys()
      return { more: false }
    },
  })
  const requests = repeat({
    name: 'merchants.write_requests',
    clock,
    log,
    everyMs: REQUESTS_WRITTEN_EVERY_MS,
    work: requestLog.write,
  })
  return {
    http,
    async drain(graceMs) {
      draining = true
      await waitRealMs(Math.max(graceMs, DRAIN_MS_MIN))
    },
    async stop() {
      pageEvents.close()
      await http.close()
      await work?.stop()
      inspector.stop()
      statementReader.stop()
      await checks.stop()
      await requests.stop()
      await requestLog.write()
      await keyUse.stop()
      await authenticate.noteUsedKeys()
      statusCache.close()
      await feed.stop()
      await life.stop()
    },
  }
}
