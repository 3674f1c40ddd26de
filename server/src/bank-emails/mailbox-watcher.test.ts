import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FakeImap, startFakeImap } from '../../testing/fake-imap.ts'
import { addMerchant, type Ledger, openLedger } from '../../testing/ledger.ts'
import { secretsFrom } from '../platform/crypto/crypto.ts'
import { sql } from '../platform/database/database.ts'
import { randomIds } from '../platform/ids.ts'
import { startWorkerLiveness, type WorkerLiveness } from '../platform/jobs/worker-liveness.ts'
import { createLog } from '../platform/log.ts'
import { saveMailbox } from './mailbox-store.ts'
import { createMailboxWatcher, type MailboxWatcher } from './mailbox-watcher.ts'

const secrets = secretsFrom(new Uint8Array(32).fill(7))
const log = createLog({ level: 'silent' })

let ledger: Ledger
let imap: FakeImap
let running: { readonly watcher: MailboxWatcher; readonly life: WorkerLiveness }[]
beforeEach(async () => {
  ledger = await openLedger()
  imap = await startFakeImap({ now: () => ledger.clock.now() })
  running = []
})
afterEach(async () => {
  for (const { watcher, life } of running) {
    await watcher.stop()
    await life.stop()
  }
  await imap.close()
  await ledger.close()
})

/** A process that reads mailboxes. */
const startProcess = async (placesMax?: number) => {
  const { db, clock, connectionString } = ledger
  const life = await startWorkerLiveness({ connectionString, clock, ids: randomIds, log })
  const deps = { db, clock, log, secrets, ids: randomIds, workerId: life.workerId }
  const imapSettings = { allowPrivate: true, tls: false }
  const quiet = { wake: () => undefined, onError: () => undefined, findTxt: async () => [] }
  const watcher = createMailboxWatcher({ ...deps, ...quiet, imap: imapSettings }, placesMax)
  watcher.start()
  running.push({ watcher, life })
  return life
}

const addMailbox = async (): Promise<void> => {
  const { merchantId } = await addMerchant(ledger.db, 'live')
  const login = { host: '127.0.0.1', port: imap.port, username: 'shop@example.com', password: imap.password }
  const key = { merchantId, accountId: 'acc_1' }
  await saveMailbox(
    ledger.db,
    secrets,
    key,
    { ...login, folder: 'INBOX' },
    'shop@example.com',
    ledger.clock.now(),
  )
}

const owners = (): Promise<(string | null)[]> =>
  ledger.db.values<string | null>(
    sql`select owner from bank_mailboxes where last_answered_at is not null order by merchant_id`,
  )

const logins = () => imap.commands.filter((command) => command === 'AUTHENTICATE PLAIN').length

test('a mailbox is read by one process, and by another if that process dies', async () => {
  await addMailbox()
  const first = await startProcess()
  await expect.poll(owners).toEqual([first.workerId])
  const second = await startProcess()
  for (let n = 0; n < 10; n += 1) ledger.clock.advance({ seconds: 2 })
  await expect.poll(owners).toEqual([first.workerId])
  expect([logins(), imap.connections.size]).toEqual([1, 1])
  // Its lock ends with it; what it still believes to own it may no longer write.
  await first.stop()
  await expect
    .poll(() => {
      ledger.clock.advance({ seconds: 2 })
      return owners()
    })
    .toEqual([second.workerId])
  await expect
    .poll(() => {
      ledger.clock.advance({ seconds: 60 })
      return imap.connections.size
    })
    .toBe(1)
})

test('a process takes over mailboxes only after a second sweep finds their owner dead', async () => {
  for (let n = 0; n < 2; n += 1) await addMailbox()
  await ledger.db.run(sql`
    update bank_mailboxes set owner = 'wrk_gone' where merchant_id = (select min(merchant_id) from bank_mailboxes)`)
  const { workerId } = await startProcess()
  const allOwners = () =>
    ledger.db.values<string | null>(sql`select owner from bank_mailboxes order by merchant_id`)
  await expect.poll(owners).toEqual([workerId])
  expect(await allOwners()).toEqual(['wrk_gone', workerId])
  ledger.clock.advance({ seconds: 2 })
  await expect.poll(allOwners).toEqual([workerId, workerId])
})

test('mailboxes take turns when there are more than connections', async () => {
  for (let n = 0; n < 3; n += 1) await addMailbox()
  await startProcess(1)
  const read = async () => {
    ledger.clock.advance({ seconds: 2 })
    expect(imap.connections.size).toBeLessThanOrEqual(2)
    return (await owners()).length
  }
  await expect.poll(read).toBe(1)
  await expect.poll(read).toBe(3)
})
