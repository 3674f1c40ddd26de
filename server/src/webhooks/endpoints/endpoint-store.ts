import type { Dialect } from '@galla/contract/gateway-compat/dialects'
import { PREVIOUS_SECRET_SECONDS, SECRET_PREFIX } from '@galla/contract/webhooks/webhook'
import { openText, type Secrets, seal } from '../../platform/crypto/crypto.ts'
import { part, type Queryable, sql, type Transaction } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/sql.ts'
import type { Platform } from '../../platform/feature.ts'
import type { EndpointKey, PauseReason, WebhookEndpoint, WebhookFormat } from './endpoint.ts'

export interface EndpointStoreDeps extends Pick<Platform, 'db' | 'clock' | 'ids' | 'secrets'> {
  readonly wakeDeliveries: (endpoint: EndpointKey) => void
}

/** Standard Webhooks asks for 24 to 64 bytes. */
const SECRET_BYTES = 32

interface EndpointRow extends Omit<WebhookEndpoint, 'secret' | 'previousSecret' | 'paused'> {
  readonly sealed: Buffer
  readonly previousSealed: Buffer | null
  readonly previousUntil: Date | null
  readonly pausedAt: Date | null
  readonly pauseReason: PauseReason | null
}

const columns = part`
  e.merchant_id as "merchantId", e.mode, e.url, e.format, e.format_chosen as "formatChosen", e.tells_failures as "tellsFailures",
  e.tells_sources as "tellsSources", e.failing_since as "failingSince", e.secret_sealed as sealed,
  e.previous_secret_sealed as "previousSealed", e.previous_secret_until as "previousUntil", e.paused_at as "pausedAt",
  e.pause_reason as "pauseReason"`

// The same for both columns: a rotation moves the sealed value from one to the other.
const associatedDataOf = ({ merchantId, mode }: EndpointKey): string =>
  `webhook_endpoints secret ${merchantId} ${mode}`
const sealingKey = (secrets: Secrets): Uint8Array => secrets.subkey('webhook secrets')

export const createSealedSecret = (
  deps: Pick<EndpointStoreDeps, 'ids' | 'secrets'>,
  key: EndpointKey,
): Buffer => {
  const secret = SECRET_PREFIX + Buffer.from(deps.ids.bytes(SECRET_BYTES)).toString('base64')
  return seal(sealingKey(deps.secrets), secret, associatedDataOf(key))
}

const toEndpoint = (
  { secrets }: { readonly secrets: Secrets },
  { sealed, previousSealed, previousUntil, pausedAt, pauseReason, ...endpoint }: EndpointRow,
): WebhookEndpoint => {
  const opened = (value: Buffer): string => openText(sealingKey(secrets), value, associatedDataOf(endpoint))
  return {
    ...endpoint,
    secret: opened(sealed),
    previousSecret:
      previousSealed !== null && previousUntil !== null
        ? { secret: opened(previousSealed), until: previousUntil }
        : null,
    paused: pausedAt !== null && pauseReason !== null ? { at: pausedAt, reason: pauseReason } : null,
  }
}

const selectEndpoint = (db: Queryable, { merchantId, mode }: EndpointKey): Promise<EndpointRow | undefined> =>
  db.maybeOne(
    prepared(
      sql`select ${columns} from webhook_endpoints e where e.merchant_id = ${merchantId} and e.mode = ${mode}`,
    ),
  )

/** The endpoint of a mode. Its secret is created at the first read and survives changes of the URL. */
export const findEndpoint = async (
  deps: Omit<EndpointStoreDeps, 'wakeDeliveries'>,
  key: EndpointKey,
  db: Queryable = deps.db,
): Promise<WebhookEndpoint> => {
  const known = await selectEndpoint(db, key)
  if (known !== undefined) return toEndpoint(deps, known)
  await db.run(sql`
    insert into webhook_endpoints (merchant_id, mode, secret_sealed, created_at)
    values (${key.merchantId}, ${key.mode}, ${createSealedSecret(deps, key)}, ${deps.clock.now()})
    on conflict do nothing`)
  const made = await selectEndpoint(db, key)
  if (made === undefined) throw new Error('a webhook endpoint vanished after it was created')
  return toEndpoint(deps, made)
}

/** The endpoint if it was ever read or saved. Throws UnsealError if its secret cannot be opened. */
export const findSavedEndpoint = async (
  deps: Pick<EndpointStoreDeps, 'db' | 'secrets'>,
  key: EndpointKey,
): Promise<WebhookEndpoint | undefined> => {
  const row = await selectEndpoint(deps.db, key)
  return row && toEndpoint(deps, row)
}

const NEWEST_ORDERS_MAX = 1000

/** The dialect of the newest order of a mode: what the merchant's receiver will get next. */
export const findNewestDialect = async (
  db: Queryable,
  { merchantId, mode }: EndpointKey,
): Promise<Dialect | null> => {
  const row = await db.maybeOne<{ dialect: Dialect | null }>(sql`
    select o.dialect
    from (select dialect, mode, order_id from orders where merchant_id = ${merchantId}
          order by order_id desc limit ${NEWEST_ORDERS_MAX}) o
    where o.mode = ${mode} order by o.order_id desc limit 1`)
  return row?.dialect ?? null
}

/** The format of a mode's notifications. */
export const findFormat = async (
  db: Queryable,
  { merchantId, mode }: EndpointKey,
): Promise<Pick<WebhookEndpoint, 'format' | 'formatChosen' | 'tellsFailures'>> => {
  const row = await db.maybeOne<Pick<WebhookEndpoint, 'format' | 'formatChosen' | 'tellsFailures'>>(sql`
    select format, format_chosen as "formatChosen", tells_failures as "tellsFailures" from webhook_endpoints
    where merchant_id = ${merchantId} and mode = ${mode}`)
  return row ?? { format: 'standard', formatChosen: false, tellsFailures: false }
}

const RESUME_MAX = 5_000

/**
 * Makes the oldest paused deliveries due now, at most RESUME_MAX; the number of their attempts stays. The sweep of
 * resume-missed.ts resumes the rest.
 */
export const resumeDeliveries = (tx: Transaction, { merchantId, mode }: EndpointKey, now: Date) =>
  tx.run(sql`
    update webhook_undelivered
    set state = case when attempts_made = 0 then 'pending' else 'failed' end, due_at = ${now}
    where merchant_id = ${merchantId} and mode = ${mode} and state = 'paused' and (event_id > (
      select event_id from webhook_undelivered
      where merchant_id = ${merchantId} and mode = ${mode} and state = 'paused'
      order by event_id offset ${RESUME_MAX - 1}::int limit 1)) is not true`)

/** Pauses what is not in flight; the state of what is in flight follows when its attempt is recorded. */
export const pauseDeliveries = (tx: Transaction, { merchantId, mode }: EndpointKey) =>
  tx.run(sql`
    update webhook_undelivered set state = 'paused', due_at = null, leased_until = null, lease = null
    where merchant_id = ${merchantId} and mode = ${mode} and due_at is not null
      and (leased_until is null or leased_until <= now())`)

export interface EndpointChange {
  readonly url: string
  /** `auto` removes the choice. Undefined keeps the current value. */
  readonly format?: WebhookFormat | 'auto' | undefined
  readonly tellsFailures?: boolean | undefined
  readonly tellsSources?: boolean | undefined
}

/** Runs in the transaction of a URL change. */
type AlsoDo = (tx: Transaction, urlBefore: string | null) => Promise<unknown>

/** Saves the URL. This ends a pause, and waiting deliveries are sent; the secret stays. */
export const updateEndpointUrl = (
  deps: EndpointStoreDeps,
  key: EndpointKey,
  { url, format, tellsFailures, tellsSources }: EndpointChange,
  alsoDo: AlsoDo = async () => {},
): Promise<WebhookEndpoint> =>
  deps.db.transaction(async (tx) => {
    const { url: urlBefore } = await findEndpoint(deps, key, tx)
    await tx.run(sql`
      update webhook_endpoints
      set url = ${url}, format = coalesce(${format === 'auto' ? 'standard' : (format ?? null)}, format),
          format_chosen = coalesce(${format === undefined ? null : format !== 'auto'}::boolean, format_chosen),
          tells_failures = coalesce(${tellsFailures ?? null}::boolean, tells_failures),
          tells_sources = coalesce(${tellsSources ?? null}::boolean, tells_sources),
          failing_since = null, paused_at = null, pause_reason = null
      where merchant_id = ${key.merchantId} and mode = ${key.mode}`)
    await alsoDo(tx, urlBefore)
    await resumeDeliveries(tx, key, deps.clock.now())
    tx.afterCommit(() => deps.wakeDeliveries(key))
    return findEndpoint(deps, key, tx)
  })

/** Removes the URL: nothing is sent, but events are still recorded. The secret stays. */
export const deleteEndpointUrl = (
  deps: EndpointStoreDeps,
  key: EndpointKey,
  alsoDo: AlsoDo = async () => {},
): Promise<WebhookEndpoint> =>
  deps.db.transaction(async (tx) => {
    const { url: urlBefore } = await findEndpoint(deps, key, tx)
    await tx.run(sql`
      update webhook_endpoints
      set url = null, failing_since = null, paused_at = null, pause_reason = null
      where merchant_id = ${key.merchantId} and mode = ${key.mode}`)
    await alsoDo(tx, urlBefore)
    await pauseDeliveries(tx, key)
    return findEndpoint(deps, key, tx)
  })

/** Clears failures and a pause. */
export const clearFailures = (tx: Transaction, { merchantId, mode }: EndpointKey) =>
  tx.run(sql`
    update webhook_endpoints set failing_since = null, paused_at = null, pause_reason = null
    where merchant_id = ${merchantId} and mode = ${mode}`)

/** Creates a new secret; the previous one also signs for PREVIOUS_SECRET_SECONDS. */
export const rotateSecret = (
  deps: EndpointStoreDeps,
  key: EndpointKey,
  alsoDo: (tx: Transaction) => Promise<unknown> = async () => {},
): Promise<WebhookEndpoint> =>
  deps.db.transaction(async (tx) => {
    await findEndpoint(deps, key, tx)
    const until = new Date(deps.clock.now().getTime() + PREVIOUS_SECRET_SECONDS * 1000)
    await tx.run(sql`
      update webhook_endpoints
      set previous_secret_sealed = secret_sealed, previous_secret_until = ${until},
          secret_sealed = ${createSealedSecret(deps, key)}
      where merchant_id = ${key.merchantId} and mode = ${key.mode}`)
    await alsoDo(tx)
    return findEndpoint(deps, key, tx)
  })
