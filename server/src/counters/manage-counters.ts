import {
  COUNTERS_MAX,
  type Counter as CounterView,
  type StandeeSize,
} from '@galla/contract/counters/counters'
import type { PageLanguage } from '@galla/contract/payment-page/page-languages'
import { assertMayStill } from '../auth/team/lock-role.ts'
import { assertNotSuspended } from '../merchants/assert-not-suspended.ts'
import type { SessionCaller } from '../merchants/caller.ts'
import { sha256 } from '../platform/crypto/crypto.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { Platform } from '../platform/feature.ts'
import { drawingOf } from '../platform/files/drawings.ts'
import { deleteByAge } from '../platform/jobs/delete-by-age.ts'
import { Refusal } from '../platform/refusal.ts'
import { staticLinkOf } from './counter.ts'
import {
  type CounterKey,
  closedUnusedCounters,
  deleteCounterSessions,
  deleteSessionsOfCounters,
  insertCounter,
  type ListedCounter,
  listCounterRows,
  lockCounter,
  lockCountersWithLogin,
  type NewCounter,
  updateCounterClosedAt,
  updateCounterLogin,
  updateLoginsEnded,
} from './counter-store.ts'
import { recordCounterLogin } from './record-counter-login.ts'
import type { renderStandee } from './render-standee.ts'

export interface ManageDeps extends Pick<Platform, 'db' | 'clock' | 'ids' | 'passwords' | 'drawings'> {
  readonly settings: { readonly publicUrl: URL }
  /** Called after the commit with the merchant's id, so that its counters read their state and find that they are logged out. */
  readonly changed: (merchantId: string) => void
}

type Owner = Pick<SessionCaller, 'merchantId' | 'mode'>

const viewOf = (counter: ListedCounter): CounterView => ({
  id: counter.counterId,
  name: counter.name,
  language: counter.language,
  mode: counter.mode,
  staticLink: staticLinkOf(counter),
  upiId: counter.upiId,
  accountIsCurrent: counter.accountIsCurrent,
  devices: counter.devices,
  hasLogin: counter.hasLogin,
  createdAt: counter.createdAt.toISOString(),
})

export const listCounters = async ({ db, clock }: ManageDeps, owner: Owner): Promise<CounterView[]> =>
  (await listCounterRows(db, owner, clock.now())).map(viewOf)

const getCounter = async (
  { db, clock }: ManageDeps,
  owner: Owner,
  counterId: string,
): Promise<CounterView> => {
  const [counter] = await listCounterRows(db, owner, clock.now(), counterId)
  if (counter === undefined) throw new Refusal('counter_not_found')
  return viewOf(counter)
}

type WithLogin = CounterView & { readonly loginUrl: string }

/** The token is in the fragment of the URL, which browsers send to no server. The PIN is asked for in the counter's language, if it can be. */
const withLogin = async (
  deps: ManageDeps,
  owner: Owner,
  counterId: string,
  token: string,
): Promise<WithLogin> => {
  const counter = await getCounter(deps, owner, counterId)
  const path = counter.language === 'hi' ? '/counter?lang=hi' : '/counter'
  return { ...counter, loginUrl: new URL(`${path}#${token}`, deps.settings.publicUrl).href }
}

export const createCounter = async (
  deps: ManageDeps,
  owner: SessionCaller,
  form: Pick<NewCounter, 'name' | 'language'> & { readonly pin: string },
): Promise<WithLogin> => {
  const { db, clock, ids, passwords } = deps
  const { merchantId, mode } = owner
  await assertNotSuspended(db, merchantId)
  const pinHash = await passwords.hashPassword(form.pin, merchantId)
  const token = deps.ids.token()
  const createdAt = clock.now()
  const counterId = ids.ulid(createdAt)
  const { name, language } = form
  await db.transaction(async (tx) => {
    // The shop is locked, so that concurrent calls do not exceed the limit.
    await assertMayStill(tx, owner, 'POST /user/counters', createdAt)
    if ((await listCounterRows(tx, { merchantId, mode }, createdAt)).length >= COUNTERS_MAX)
      throw new Refusal('too_many_counters')
    const counter = {
      merchantId,
      mode,
      counterId,
      name,
      language,
      pinHash,
      loginHash: sha256(token),
      createdAt,
    }
    if (!(await insertCounter(tx, counter))) throw new Refusal('no_account')
    await recordCounterLogin(tx, deps, owner, { name, isNew: true })
  })
  return withLogin(deps, { merchantId, mode }, counterId, token)
}

/** Creates a new link and PIN, and ends the old link and all sessions. */
export const renewCounterLogin = async (
  deps: ManageDeps,
  owner: SessionCaller,
  counterId: string,
  pin: string,
): Promise<WithLogin> => {
  const { merchantId, mode } = owner
  const key: CounterKey = { merchantId, mode, counterId }
  const pinHash = await deps.passwords.hashPassword(pin, merchantId)
  const token = deps.ids.token()
  await deps.db.transaction(async (tx) => {
    await assertMayStill(tx, owner, 'POST /user/counters/:counterId/login', deps.clock.now())
    const name = await lockCounter(tx, key)
    if (name === undefined) throw new Refusal('counter_not_found')
    await updateCounterLogin(tx, key, pinHash, sha256(token))
    await deleteCounterSessions(tx, key)
    await recordCounterLogin(tx, deps, owner, { name, isNew: false })
    tx.afterCommit(() => deps.changed(merchantId))
  })
  return withLogin(deps, { merchantId, mode }, counterId, token)
}

export const closeCounter = (deps: ManageDeps, owner: Owner, counterId: string): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const key: CounterKey = { merchantId: owner.merchantId, mode: owner.mode, counterId }
    if ((await lockCounter(tx, key)) === undefined) throw new Refusal('counter_not_found')
    await updateCounterClosedAt(tx, key, deps.clock.now())
    await deleteCounterSessions(tx, key)
    tx.afterCommit(() => deps.changed(owner.merchantId))
  })

/** Ends the login links of all counters of a merchant and logs out their devices; returns how many had a link. */
export const endCounterLogins = async (
  tx: Transaction,
  { changed }: Pick<ManageDeps, 'changed'>,
  merchantId: string,
): Promise<number> => {
  await lockCountersWithLogin(tx, merchantId)
  await deleteSessionsOfCounters(tx, merchantId)
  const ended = await updateLoginsEnded(tx, merchantId)
  if (ended > 0) tx.afterCommit(() => changed(merchantId))
  return ended
}

const STANDEE = drawingOf<typeof renderStandee>(
  new URL('./render-standee.ts', import.meta.url),
  'renderStandee',
)

/** Draws the standee of a counter. A counter of a replaced account has none, because its QR would pay the old account. */
export const drawStandee = async (
  { db, clock, drawings }: Pick<ManageDeps, 'db' | 'clock' | 'drawings'>,
  owner: Owner,
  counterId: string,
  { size, language }: { readonly size: StandeeSize; readonly language?: PageLanguage | undefined },
): Promise<Buffer> => {
  const [counter] = await listCounterRows(db, owner, clock.now(), counterId)
  if (counter === undefined) throw new Refusal('counter_not_found')
  if (!counter.accountIsCurrent) throw new Refusal('counter_account_replaced')
  const turn = { merchantId: owner.merchantId }
  return drawings.draw(STANDEE, turn, counter, size, language ?? counter.language)
}

const CLOSED_DAYS = 90

export const deleteOldCounters = (deps: Pick<Platform, 'db' | 'clock'>) =>
  deleteByAge(deps, CLOSED_DAYS, closedUnusedCounters)
