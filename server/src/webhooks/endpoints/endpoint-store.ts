import type { Mode } from '@galla/contract/order-status'
import { PREVIOUS_SECRET_SECONDS, SECRET_PREFIX } from '@galla/contract/webhook'
import type { Clock } from '../../platform/clock.ts'
import { openText, type Secrets, seal } from '../../platform/crypto/crypto.ts'
import { type Database, type Queryable, sql, type Transaction } from '../../platform/database/database.ts'
import type { Ids } from '../../platform/ids.ts'
import type { EndpointKey, PauseReason, WebhookEndpoint, WebhookFormat } from './endpoint.ts'

export interface EndpointStoreDeps {
  readonly db: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly secrets: Secrets
  readonly wakeDeliveries: (endpoint: EndpointKey) => void
}

/** Standard Webhooks asks for 24 to 64 bytes. */
const SECRET_BYTES = 32

export interface EndpointRow {
  readonly merchant_id: string
  readonly mode: Mode
  readonly url: string | null
  readonly format: WebhookFormat
  readonly format_chosen: boolean
  readonly tells_failures: boolean
  readonly secret_sealed: Buffer
  readonly previous_secret_sealed: Buffer | null
  readonly previous_secret_until: Date | null
  readonly failing_since: Date | null
  readonly paused_at: Date | null
  readonly pause_reason: PauseReason | null
}

// The same place for both columns: a rotation moves the sealed value from one to the other.
const placeOf = ({ merchantId, mode }: EndpointKey): string =>
  `webhook_endpoints secret ${merchantId} ${mode}`
const sealingKey = (secrets: Secrets): Uint8Array => secrets.subkey('webhook secrets')

export const newSecret = (deps: Pick<EndpointStoreDeps, 'ids' | 'secrets'>, key: EndpointKey): Buffer => {
  const secret = SECRET_PREFIX + Buffer.from(deps.ids.bytes(SECRET_BYTES)).toString('base64')
  return seal(sealingKey(deps.secrets), secret, placeOf(key))
}

export const endpointFrom = (deps: { readonly secrets: Secrets }, row: EndpointRow): WebhookEndpoint => {
  const key = { merchantId: row.merchant_id, mode: row.mode }
  const opened = (sealed: Buffer): string => openText(sealingKey(deps.secrets), sealed, placeOf(key))
  return {
    ...key,
    url: row.url,
    format: row.format,
    formatChosen: row.format_chosen,
    tellsFailures: row.tells_failures,
    secret: opened(row.secret_sealed),
    previousSecret:
      row.previous_secret_sealed !== null && row.previous_secret_until !== null
        ? { secret: opened(row.previous_secret_sealed), until: row.previous_secret_until }
        : null,
    failingSince: row.failing_since,
    paused:
      row.paused_at !== null && row.pause_reason !== null
        ? { at: row.paused_at, reason: row.pause_reason }
        : null,
  }
}

const selectEndpoint = (db: Queryable, { merchantId, mode }: EndpointKey): Promise<EndpointRow | undefined> =>
  db.maybeOne(sql`
    select merchant_id, mode, url, format, format_chosen, tells_failures, secret_sealed, previous_secret_sealed, previous_secret_until, failing_since,
           paused_at, pause_reason
    from webhook_endpoints where merchant_id = ${merchantId} and mode = ${mode}`)

/** The endpoint of a mode. Its secret is made the first time that anybody asks, and stays whatever becomes of the URL. */
export const findEndpoint = async (
  deps: Omit<EndpointStoreDeps, 'wakeDeliveries'>,
  key: EndpointKey,
  db: Queryable = deps.db,
): Promise<WebhookEndpoint> => {
  const known = await selectEndpoint(db, key)
  if (known !== undefined) return endpointFrom(deps, known)
  await db.run(sql`
    insert into webhook_endpoints (merchant_id, mode, secret_sealed, created_at)
    values (${key.merchantId}, ${key.mode}, ${newSecret(deps, key)}, ${deps.clock.now()})
    on conflict do nothing`)
  const made = await selectEndpoint(db, key)
  if (made === undefined) throw new Error('a webhook endpoint vanished as it was made')
  return endpointFrom(deps, made)
}

/** How notifications of a mode are worded; as long as nothing is saved, as orders were made. */
export const findFormat = async (
  db: Queryable,
  { merchantId, mode }: EndpointKey,
): Promise<Pick<WebhookEndpoint, 'format' | 'formatChosen' | 'tellsFailures'>> => {
  const row = await db.maybeOne<{
    format: WebhookFormat
    format_chosen: boolean
    tells_failures: boolean
  }>(sql`
    select format, format_chosen, tells_failures from webhook_endpoints
    where merchant_id = ${merchantId} and mode = ${mode}`)
  return {
    format: row?.format ?? 'standard',
    formatChosen: row?.format_chosen ?? false,
    tellsFailures: row?.tells_failures ?? false,
  }
}

/**
 * Locks the endpoints of a claim; one that another process is claiming from is left to that process. The claim's commit waits for
 * no disk: a lease that the database forgets as it crashes is void anyway, for its worker's life ended with the connection.
 */
export const lockEndpoints = (tx: Transaction, keys: readonly EndpointKey[]): Promise<EndpointRow[]> =>
  tx.rows(sql`
    select e.merchant_id, e.mode, e.url, e.format, e.format_chosen, e.tells_failures, e.secret_sealed, e.previous_secret_sealed, e.previous_secret_until,
           e.failing_since, e.paused_at, e.pause_reason
    from webhook_endpoints e
    join unnest(${keys.map(({ merchantId }) => merchantId)}::text[], ${keys.map(({ mode }) => mode)}::text[])
      asked (merchant_id, mode) using (merchant_id, mode)
    cross join (select set_config('synchronous_commit', 'off', true)) hurry
    for update of e skip locked`)

/** Deliveries that waited for a URL go on at once; how many attempts they had stays. */
export const resumeDeliveries = (tx: Transaction, { merchantId, mode }: EndpointKey, now: Date) =>
  tx.run(sql`
    update webhook_undelivered
    set state = case when attempts_made = 0 then 'pending' else 'failed' end, due_at = ${now}
    where merchant_id = ${merchantId} and mode = ${mode} and state = 'paused'`)

/** What nobody is sending just now waits; what is under way is recorded when it comes back. */
export const pauseDeliveries = (tx: Transaction, { merchantId, mode }: EndpointKey) =>
  tx.run(sql`
    update webhook_undelivered d set state = 'paused', due_at = null
    where merchant_id = ${merchantId} and mode = ${mode} and due_at is not null and not exists (
      select from webhook_leases l
      where l.merchant_id = d.merchant_id and l.mode = d.mode and l.event_id = d.event_id)`)

export interface EndpointChange {
  readonly url: string
  /** `auto` takes a choice back. What is left out stays as it is. */
  readonly format?: WebhookFormat | 'auto' | undefined
  readonly tellsFailures?: boolean | undefined
}

/** More to do in the transaction of a change of the URL. */
type AlsoDo = (tx: Transaction, urlBefore: string | null) => Promise<unknown>

/** Sets where notifications go. It ends a pause, and what waited is sent; the secret stays as it is. */
export const saveEndpointUrl = (
  deps: EndpointStoreDeps,
  key: EndpointKey,
  { url, format, tellsFailures }: EndpointChange,
  alsoDo: AlsoDo = async () => {},
): Promise<WebhookEndpoint> =>
  deps.db.transaction(async (tx) => {
    const { url: urlBefore } = await findEndpoint(deps, key, tx)
    await tx.run(sql`
      update webhook_endpoints
      set url = ${url}, format = coalesce(${format === 'auto' ? 'standard' : (format ?? null)}, format),
          format_chosen = coalesce(${format === undefined ? null : format !== 'auto'}::boolean, format_chosen),
          tells_failures = coalesce(${tellsFailures ?? null}::boolean, tells_failures),
          failing_since = null, paused_at = null, pause_reason = null
      where merchant_id = ${key.merchantId} and mode = ${key.mode}`)
    await alsoDo(tx, urlBefore)
    await resumeDeliveries(tx, key, deps.clock.now())
    tx.afterCommit(() => deps.wakeDeliveries(key))
    return findEndpoint(deps, key, tx)
  })

/** Nothing is sent any more; events go on being stored. The secret stays. */
export const removeEndpointUrl = (
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

/** No slow lane and no pause, until it fails again. */
export const clearFailures = (tx: Transaction, { merchantId, mode }: EndpointKey) =>
  tx.run(sql`
    update webhook_endpoints set failing_since = null, paused_at = null, pause_reason = null
    where merchant_id = ${merchantId} and mode = ${mode}`)

/** A new secret; the one it replaces signs beside it for PREVIOUS_SECRET_SECONDS. */
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
          secret_sealed = ${newSecret(deps, key)}
      where merchant_id = ${key.merchantId} and mode = ${key.mode}`)
    await alsoDo(tx)
    return findEndpoint(deps, key, tx)
  })
