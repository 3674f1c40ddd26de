import type { Dialect } from '@galla/contract/gateway-compat/dialects'
import { PREVIOUS_SECRET_SECONDS, SECRET_PREFIX, type WebhookEvent } from '@galla/contract/webhooks/webhook'
import { openText, type Secrets, seal } from '../../platform/crypto/crypto.ts'
import { part, type Queryable, sql, type Transaction } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/sql.ts'
import type { Platform } from '../../platform/feature.ts'
import { Refusal } from '../../platform/refusal.ts'
import {
  type EndpointKey,
  FIRST_ENDPOINT,
  firstEndpoint,
  type ModeKey,
  type PauseReason,
  type WebhookEndpoint,
  type WebhookFormat,
} from './endpoint.ts'

export interface EndpointStoreDeps extends Pick<Platform, 'db' | 'clock' | 'ids' | 'secrets'> {
  readonly wakeDeliveries: (endpoint: EndpointKey) => void
}
type OpenDeps = Pick<EndpointStoreDeps, 'db' | 'secrets'>

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
  e.merchant_id as "merchantId", e.mode, e.endpoint_id as "endpointId", e.name, e.events, e.takes_any_2xx as "takesAny2xx", e.url, e.format, e.format_chosen as "formatChosen", e.tells_failures as "tellsFailures",
  e.tells_sources as "tellsSources", e.failing_since as "failingSince", e.secret_sealed as sealed,
  e.previous_secret_sealed as "previousSealed", e.previous_secret_until as "previousUntil", e.paused_at as "pausedAt",
  e.pause_reason as "pauseReason"`

// The same for both columns: a rotation moves the sealed value from one to the other.
const associatedDataOf = ({ merchantId, mode, endpointId }: EndpointKey): string =>
  `webhook_endpoints secret ${merchantId} ${mode}${endpointId === FIRST_ENDPOINT ? '' : ` ${endpointId}`}`
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

const selectEndpoint = (
  db: Queryable,
  { merchantId, mode, endpointId }: EndpointKey,
): Promise<EndpointRow | undefined> =>
  db.maybeOne(
    prepared(sql`
      select ${columns} from webhook_endpoints e
      where e.merchant_id = ${merchantId} and e.mode = ${mode} and e.endpoint_id = ${endpointId}`),
  )

/** The first endpoint of a mode is created, with its secret, at the first read. A further one that was removed is not found. */
export const findEndpoint = async (
  deps: Omit<EndpointStoreDeps, 'wakeDeliveries'>,
  key: EndpointKey,
  db: Queryable = deps.db,
): Promise<WebhookEndpoint> => {
  const known = await selectEndpoint(db, key)
  if (known !== undefined) return toEndpoint(deps, known)
  if (key.endpointId !== FIRST_ENDPOINT) throw new Refusal('not_found')
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
  deps: OpenDeps,
  key: EndpointKey,
): Promise<WebhookEndpoint | undefined> => {
  const row = await selectEndpoint(deps.db, key)
  return row && toEndpoint(deps, row)
}

const NEWEST_ORDERS_MAX = 1000

/** The dialect of the newest order of a mode: what the merchant's receiver will get next. */
export const findNewestDialect = async (
  db: Queryable,
  { merchantId, mode }: ModeKey,
): Promise<Dialect | null> => {
  const row = await db.maybeOne<{ dialect: Dialect | null }>(sql`
    select o.dialect
    from (select dialect, mode, order_id from orders where merchant_id = ${merchantId}
          order by order_id desc limit ${NEWEST_ORDERS_MAX}) o
    where o.mode = ${mode} order by o.order_id desc limit 1`)
  return row?.dialect ?? null
}

/** The format of the notifications of a mode's first endpoint. */
export const findFormat = async (
  db: Queryable,
  { merchantId, mode }: ModeKey,
): Promise<Pick<WebhookEndpoint, 'format' | 'formatChosen' | 'tellsFailures'>> => {
  const row = await db.maybeOne<Pick<WebhookEndpoint, 'format' | 'formatChosen' | 'tellsFailures'>>(sql`
    select format, format_chosen as "formatChosen", tells_failures as "tellsFailures" from webhook_endpoints
    where merchant_id = ${merchantId} and mode = ${mode} and endpoint_id = ${FIRST_ENDPOINT}`)
  return row ?? { format: 'standard', formatChosen: false, tellsFailures: false }
}

const RESUME_MAX = 5_000

/**
 * Makes the oldest paused deliveries due now, at most RESUME_MAX; the number of their attempts stays. The sweep of
 * resume-endpoint.ts resumes the rest.
 */
export const resumeDeliveries = (tx: Transaction, { merchantId, mode, endpointId }: EndpointKey, now: Date) =>
  tx.run(sql`
    update webhook_undelivered
    set state = case when attempts_made = 0 then 'pending' else 'failed' end, due_at = ${now}
    where merchant_id = ${merchantId} and mode = ${mode} and endpoint_id = ${endpointId} and state = 'paused' and (event_id > (
      select event_id from webhook_undelivered
      where merchant_id = ${merchantId} and mode = ${mode} and endpoint_id = ${endpointId} and state = 'paused'
      order by event_id offset ${RESUME_MAX - 1}::int limit 1)) is not true`)

/** Pauses what is not in flight; the state of what is in flight follows when its attempt is recorded. */
export const pauseDeliveries = (tx: Transaction, { merchantId, mode, endpointId }: EndpointKey) =>
  tx.run(sql`
    update webhook_undelivered set state = 'paused', due_at = null, leased_until = null, lease = null
    where merchant_id = ${merchantId} and mode = ${mode} and endpoint_id = ${endpointId} and due_at is not null
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
      where merchant_id = ${key.merchantId} and mode = ${key.mode} and endpoint_id = ${key.endpointId}`)
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
      where merchant_id = ${key.merchantId} and mode = ${key.mode} and endpoint_id = ${key.endpointId}`)
    await alsoDo(tx, urlBefore)
    await pauseDeliveries(tx, key)
    return findEndpoint(deps, key, tx)
  })

/** Clears failures and a pause. */
export const clearFailures = (tx: Transaction, { merchantId, mode, endpointId }: EndpointKey) =>
  tx.run(sql`
    update webhook_endpoints set failing_since = null, paused_at = null, pause_reason = null
    where merchant_id = ${merchantId} and mode = ${mode} and endpoint_id = ${endpointId}`)

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
      where merchant_id = ${key.merchantId} and mode = ${key.mode} and endpoint_id = ${key.endpointId}`)
    await alsoDo(tx)
    return findEndpoint(deps, key, tx)
  })

/** The further endpoints of a mode, oldest first. */
export const listFurtherEndpoints = async (
  deps: OpenDeps,
  { merchantId, mode }: ModeKey,
): Promise<WebhookEndpoint[]> => {
  const rows = await deps.db.rows<EndpointRow>(sql`
    select ${columns} from webhook_endpoints e
    where e.merchant_id = ${merchantId} and e.mode = ${mode} and e.endpoint_id > ${FIRST_ENDPOINT} order by e.endpoint_id`)
  return rows.map((row) => toEndpoint(deps, row))
}

/** The ids and names of a mode's further endpoints. Others who add, change or remove one wait until the transaction ends. */
export const lockFurtherNames = async (
  deps: Omit<EndpointStoreDeps, 'wakeDeliveries'>,
  mode: ModeKey,
  tx: Transaction,
): Promise<{ endpointId: number; name: string }[]> => {
  await findEndpoint(deps, firstEndpoint(mode), tx)
  await tx.run(sql`
    select from webhook_endpoints
    where merchant_id = ${mode.merchantId} and mode = ${mode.mode} and endpoint_id = ${FIRST_ENDPOINT} for no key update`)
  return tx.rows(sql`
    select endpoint_id as "endpointId", name from webhook_endpoints
    where merchant_id = ${mode.merchantId} and mode = ${mode.mode} and endpoint_id > ${FIRST_ENDPOINT}`)
}

/** What a merchant decides about a further endpoint. */
export interface FurtherEndpoint {
  readonly name: string
  readonly url: string
  readonly events: readonly WebhookEvent[]
  readonly format: WebhookFormat | 'auto'
  readonly takesAny2xx: boolean
}

/** A merchant who chooses failures gets them in each format. */
export const insertFurtherEndpoint = async (
  deps: EndpointStoreDeps,
  { merchantId, mode }: ModeKey,
  { name, url, events, format, takesAny2xx }: FurtherEndpoint,
  tx: Transaction,
): Promise<EndpointKey> => {
  const endpointId = await tx.value<number>(sql`
    update webhook_endpoints set last_endpoint_id = last_endpoint_id + 1
    where merchant_id = ${merchantId} and mode = ${mode} and endpoint_id = ${FIRST_ENDPOINT} returning last_endpoint_id as id`)
  const key = { merchantId, mode, endpointId }
  await tx.run(sql`
    insert into webhook_endpoints (merchant_id, mode, endpoint_id, name, url, events, format, format_chosen, tells_failures,
      takes_any_2xx, secret_sealed, created_at)
    values (${merchantId}, ${mode}, ${endpointId}, ${name}, ${url}, ${[...events]}, ${format === 'auto' ? 'standard' : format},
      ${format !== 'auto'}, true, ${takesAny2xx}, ${createSealedSecret(deps, key)}, ${deps.clock.now()})`)
  return key
}

/** Another URL ends failures, and a pause that they caused. */
export const updateFurtherEndpoint = (
  tx: Transaction,
  { merchantId, mode, endpointId }: EndpointKey,
  { name, url, events, format, takesAny2xx }: FurtherEndpoint,
): Promise<number> =>
  tx.run(sql`
    update webhook_endpoints
    set name = ${name}, url = ${url}, events = ${[...events]}, format = ${format === 'auto' ? 'standard' : format},
      format_chosen = ${format !== 'auto'}, takes_any_2xx = ${takesAny2xx},
      failing_since = case when url = ${url} then failing_since end,
      paused_at = case when url = ${url} or pause_reason = 'by_hand' then paused_at end,
      pause_reason = case when url = ${url} or pause_reason = 'by_hand' then pause_reason end
    where merchant_id = ${merchantId} and mode = ${mode} and endpoint_id = ${endpointId}`)

export const pauseEndpoint = (
  tx: Transaction,
  { merchantId, mode, endpointId }: EndpointKey,
  now: Date,
): Promise<number> =>
  tx.run(sql`
    update webhook_endpoints set paused_at = coalesce(paused_at, ${now}), pause_reason = 'by_hand'
    where merchant_id = ${merchantId} and mode = ${mode} and endpoint_id = ${endpointId}`)

export const deleteFurtherEndpoint = (
  tx: Transaction,
  { merchantId, mode, endpointId }: EndpointKey,
): Promise<number> =>
  tx.run(sql`
    delete from webhook_endpoints
    where merchant_id = ${merchantId} and mode = ${mode} and endpoint_id = ${endpointId} and endpoint_id > ${FIRST_ENDPOINT}`)

/** Deletes some deliveries of a removed endpoint. One that another transaction has locked is left for the next call. */
export const deleteDeliveriesOf = (
  db: Queryable,
  { merchantId, mode, endpointId }: EndpointKey,
  max: number,
): Promise<number> =>
  db.run(sql`
    delete from webhook_undelivered
    where merchant_id = ${merchantId} and mode = ${mode} and endpoint_id = ${endpointId} and event_id = any(array(
      select event_id from webhook_undelivered
      where merchant_id = ${merchantId} and mode = ${mode} and endpoint_id = ${endpointId} limit ${max} for update skip locked))`)
