import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FakeImap, startFakeImap } from '../../testing/fake-imap.ts'
import { startHostileImap } from '../../testing/hostile-imap.ts'
import { addMerchant, type Ledger, openLedger } from '../../testing/ledger.ts'
import { secretsFrom } from '../platform/crypto/crypto.ts'
import { sql } from '../platform/database/database.ts'
import { randomIds } from '../platform/ids.ts'
import { createLog } from '../platform/log.ts'
import { claimMailboxes, saveMailbox } from './mailbox-store.ts'
import { createMailboxWatcher, type MailboxWatcher } from './mailbox-watcher.ts'
import { createMailReader, type MailReader } from './reading/mail-reader.ts'

const secrets = secretsFrom(new Uint8Array(32).fill(7))
const log = createLog({ level: 'silent' })

let ledger: Ledger
let imap: FakeImap
let running: {
  readonly watcher: MailboxWatcher
  readonly reader: MailReader
}[]
beforeEach(async () => {
  ledger = await openLedger()
  imap = await startFakeImap({ now: () => ledger.clock.now() })
  running = []
})
afterEach(async () => {
  for (const { watcher, reader } of running) {
    await watcher.stop()
    reader.stop()
  }
  await imap.close()
  await ledger.close()
})

/** A process that reads mailboxes. */
const startProcess = async (placesMax?: number, program?: URL) => {
  const { db, clock } = ledger
  const workerId = `wrk_${randomIds.ulid(clock.now())}`
  const deps = { db, clock, log, secrets, ids: randomIds, workerId }
  const imapSettings = { allowPrivate: true, tls: false }
  const quiet = { recordSoon: () => undefined, onError: () => undefined, findTxt: async () => [] }
  const reader = createMailReader(quiet, program)
  const watcher = createMailboxWatcher({ ...deps, ...quiet, reader, imap: imapSettings }, placesMax)
  watcher.start()
  running.push({ watcher, reader })
  return { workerId }
}

const addMailbox = async (server: { port: number; password: string } = imap): Promise<string> => {
  const { merchantId } = await addMerchant(ledger.db, 'live')
  const login = {
    host: '127.0.0.1',
    port: server.port,
    username: 'shop@example.com',
    password: server.password,
  }
  const key = { merchantId, accountId: 'acc_1' }
  await saveMailbox(
    ledger.db,
    secrets,
    key,
    { ...login, folder: 'INBOX' },
    'shop@example.com',
    ledger.clock.now(),
  )
  return merchantId
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
  // As if it had not renewed its lease; what it still believes to own it may no longer write.
  await ledger.db.run(sql`update bank_mailboxes set owned_until = now()`)
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

test('a process takes over mailboxes when the lease of their owner has ended', async () => {
  for (let n = 0; n < 2; n += 1) await addMailbox()
  await ledger.db.run(sql`
    update bank_mailboxes set owner = 'wrk_gone', owned_until = now() + interval '1 minute'
    where merchant_id = (select min(merchant_id) from bank_mailboxes)`)
  const { workerId } = await startProcess()
  const allOwners = () =>
    ledger.db.values<string | null>(sql`select owner from bank_mailboxes order by merchant_id`)
  await expect.poll(owners).toEqual([workerId])
  expect(await allOwners()).toEqual(['wrk_gone', workerId])
  ledger.clock.advance({ seconds: 120 })
  await expect.poll(owners).toEqual([workerId])
  expect(await allOwners()).toEqual(['wrk_gone', workerId])
  await ledger.db.run(sql`update bank_mailboxes set owned_until = now() where owner = 'wrk_gone'`)
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

/** The real program, which one line makes hang: as a fault of a parser would. */
const hangingProgram = (folder: string): URL => {
  const urlOf = (path: string) => new URL(path, import.meta.url).href
  const path = join(folder, 'program.mjs')
  writeFileSync(
    path,
    `
      import { serveGuests } from '${urlOf('../platform/jobs/serve-guests.ts')}'
      import { createMailSession } from '${urlOf('./reading/mail-session.ts')}'
      serveGuests((send) => {
        const session = createMailSession(send)
        return {
          get isBusy() { return session.isBusy },
          end: () => session.end(),
          take(message) {
            if (message.kind === 'bytes' && Buffer.from(message.bytes).includes('HANG')) for (;;);
            session.take(message)
          },
        }
      })
    `,
  )
  return pathToFileURL(path)
}

test('only a mailbox that makes the reading process hang waits, also after a restart; the others are read at once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'galla-hang-'))
  const program = hangingProgram(folder)
  const hostile = await startHostileImap({ at: 'IDLE', send: '* OK HANG\r\n', times: 1 })
  await addMailbox()
  const { workerId } = await startProcess(undefined, program)
  await expect.poll(owners).toEqual([workerId])
  const hostileId = await addMailbox(hostile)
  const rowOf = () =>
    ledger.db.one<{ problem: string | null; failures: number; next_attempt_at: Date }>(
      sql`select problem, failures, next_attempt_at from bank_mailboxes where merchant_id = ${hostileId}`,
    )
  // One sweep: the clock stands still from here on.
  ledger.clock.advance({ seconds: 2 })
  await expect.poll(rowOf).toMatchObject({ problem: 'too_much', failures: 1 })
  expect((await rowOf()).next_attempt_at.getTime()).toBe(ledger.clock.now().getTime() + 60_000)
  await expect.poll(logins).toBe(2)
  expect(imap.connections.size).toBe(1)

  const [first] = running
  await first?.watcher.stop()
  await startProcess(undefined, program)
  await expect.poll(logins).toBe(3)
  for (let n = 0; n < 20; n += 1) ledger.clock.advance({ seconds: 2 })
  expect(hostile.connected).toBe(1)
  await hostile.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a mailbox whose reading ends its process before it was read is tried later and later by the next processes', async () => {
  const { clock, db } = ledger
  const merchantId = await addMailbox()
  const claim = (worker: string) => claimMailboxes(db, worker, [], clock.now(), 10)
  const die = () => db.run(sql`update bank_mailboxes set owned_until = now()`)
  const attempts = [await claim('wrk_1')]
  await die()
  expect(await claim('wrk_2'), 'not at once').toEqual([])
  clock.advance({ seconds: 5 })
  attempts.push(await claim('wrk_2'))
  await die()
  clock.advance({ seconds: 5 })
  expect(await claim('wrk_3')).toEqual([])
  clock.advance({ seconds: 5 })
  attempts.push(await claim('wrk_3'))
  expect(attempts.map((rows) => rows.map((row) => [row.merchantId, row.failures]))).toEqual([
    [[merchantId, 0]],
    [[merchantId, 1]],
    [[merchantId, 2]],
  ])
})
