import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeXlsxStream } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMerchant, type Ledger, openLedger } from '../../testing/ledger.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { secretsFrom } from '../platform/crypto/crypto.ts'
import { sql } from '../platform/database/database.ts'
import { createDiskFiles } from '../platform/files/files.ts'
import { importStatement } from './import-statement.ts'
import { confirmStatement, deleteUnconfirmed, receiveStatement } from './receive-statement.ts'
import { createStatementReader } from './statement-reader.ts'
import { findStatement, lockImport } from './statement-store.ts'

const PROGRAM = fileURLToPath(new URL('import-program.ts', import.meta.url))
/** Every so many rows money came in; all others went out. */
const CREDIT_EACH = 100
const MEGABYTE = 1024 * 1024
/** All that a process may hold; one that kept the rows would end here. */
const HEAP_MEGABYTES = 96

let ledger: Ledger
const folder = mkdtempSync(join(tmpdir(), 'galla-large-'))

beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(async () => {
  reader.stop()
  await ledger.close()
  rmSync(folder, { recursive: true, force: true })
})

const cells = (n: number): [string, string, number | '', number | ''] => {
  const isCredit = n % CREDIT_EACH === 0
  const utr = 632_700_000_000 + n
  return [
    '21/11/2026 10:00:00',
    `UPI/${isCredit ? 'CR' : 'DR'}/${utr}/ASHA RAO/asha@okaxis/Tea and samosa`,
    isCredit ? '' : 20,
    isCredit ? 100 + n / CREDIT_EACH : '',
  ]
}
const HEADINGS = ['Date', 'Narration', 'Debit', 'Credit']
const numbers = (rows: number): number[] => Array.from({ length: rows }, (_each, n) => n)

const FILES = {
  csv: async (rows: number) =>
    Buffer.from([HEADINGS, ...numbers(rows).map(cells)].map((row) => row.join(',')).join('\r\n')),
  xlsx: async (rows: number) => {
    const pieces: Uint8Array[] = []
    const columns = HEADINGS.map((header) => ({ header }))
    const sheet = { name: 'S', columns }
    const written = writeXlsxStream(numbers(rows).map(cells) as never, sheet) as AsyncIterable<Uint8Array>
    for await (const piece of written) pieces.push(piece)
    return Buffer.concat(pieces)
  },
}

async function* whole(file: Buffer): AsyncGenerator<Buffer> {
  yield file
}

const secrets = secretsFrom(new Uint8Array(32).fill(7))
const files = createDiskFiles(folder)
/** A slow clock gives the reader more than its time limit: its process has a low priority, and waits long beside other tests. */
const SLOWER = 20
const startedMs = Date.now()
const slowClock: Clock = {
  ...systemClock,
  now: () => new Date(startedMs + (Date.now() - startedMs) / SLOWER),
  after: (ms, work) => systemClock.after(SLOWER * ms, work),
}
const reader = createStatementReader({ clock: slowClock })

/** A confirmed statement of a new merchant that no worker imports yet. */
const confirmed = async (file: Buffer, merchantId: string): Promise<string> => {
  const deps = { ...ledger, secrets, files, reader }
  const who = { merchantId, mode: 'test' as const }
  const { id } = await receiveStatement(deps, who, async (onFile) => {
    await onFile({ field: 'file', name: 'statement', content: whole(file) })
    return new Map()
  })
  await confirmStatement(deps, who, id, undefined)
  return id
}

const startImport = (merchantId: string, statementId: string) => {
  const child = spawn(
    process.execPath,
    [
      '--expose-gc',
      `--max-old-space-size=${HEAP_MEGABYTES}`,
      PROGRAM,
      `--database=${ledger.connectionString}`,
      `--files=${folder}`,
      `--now=${ledger.clock.now().toISOString()}`,
      `--merchant=${merchantId}`,
      `--statement=${statementId}`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let said = ''
  child.stdout.on('data', (text) => {
    said += String(text)
  })
  return { child, ended: once(child, 'close').then(() => said) }
}

const progressOf = (statementId: string) =>
  ledger.db.one<{ state: string; read: number; imported: number; duplicates: number }>(sql`
    select state, read, imported, duplicates from statements where statement_id = ${statementId}`)

const evidenceOf = (merchantId: string) =>
  ledger.db.one<{ credits: number; evidence: number }>(sql`
    select count(distinct credit_id)::int as credits, count(*)::int as evidence from evidence
    where merchant_id = ${merchantId}`)

test('neither a batch nor a progress request reads the preview after the confirmation', async () => {
  const { merchantId } = await addMerchant(ledger.db)
  const statementId = await confirmed(await FILES.csv(CREDIT_EACH), merchantId)
  const batch = await ledger.db.transaction((tx) => lockImport(tx, merchantId, statementId))
  expect(batch).toMatchObject({ statementId, read: 0, columns: { date: 0 } })
  expect(batch).not.toHaveProperty('previewSealed')
  const asked = await findStatement(ledger.db, merchantId, 'test', statementId)
  expect(asked).toMatchObject({ state: 'importing', previewSealed: null })
})

test('each row is counted once after a worker was cut off and with two concurrent workers', async () => {
  const { merchantId } = await addMerchant(ledger.db)
  const rows = 20 * CREDIT_EACH
  const statementId = await confirmed(await FILES.csv(rows), merchantId)
  const deps = { orders: ledger, secrets, files, reader }
  const work = (orders = deps.orders) =>
    importStatement({ ...deps, orders }, { merchantId, statementId }, { attempt: 1 })
  let left = 5
  const transaction: typeof ledger.db.transaction = (rows) => {
    left -= 1
    return left < 0 ? Promise.reject(new Error('killed')) : ledger.db.transaction(rows)
  }
  await expect(work({ ...ledger, db: { ...ledger.db, transaction } })).rejects.toThrow('killed')
  await Promise.all([work(), work(), work()])
  const progress = { state: 'done', read: rows, imported: 20, duplicates: 0 }
  expect(await progressOf(statementId)).toEqual(progress)
  expect(await evidenceOf(merchantId)).toEqual({ credits: 20, evidence: 20 })
})

const filesOf = async (merchantId: string): Promise<string[]> => {
  const names: string[] = []
  for await (const name of files.list(`statements/${merchantId}`)) names.push(name)
  return names
}

test('the file of a finished import is deleted, even if the first worker died before that', async () => {
  const { merchantId } = await addMerchant(ledger.db)
  const statementId = await confirmed(await FILES.csv(CREDIT_EACH), merchantId)
  const work = (remove: typeof files.remove, attempt: number) =>
    importStatement(
      { orders: ledger, secrets, reader, files: { ...files, remove } },
      { merchantId, statementId },
      { attempt },
    )
  await expect(work(() => Promise.reject(new Error('killed')), 1)).rejects.toThrow('killed')
  expect(await filesOf(merchantId)).toHaveLength(1)
  await work(files.remove, 2)
  expect(await filesOf(merchantId)).toEqual([])
  expect(await progressOf(statementId)).toMatchObject({ state: 'done', imported: 1 })
})

test('a file whose upload was cut off is deleted after a day', async () => {
  const { merchantId } = await addMerchant(ledger.db)
  const write: typeof files.write = async (name, content) => {
    await files.write(name, content)
    throw new Error('killed')
  }
  const receiving = receiveStatement(
    { ...ledger, secrets, reader, files: { ...files, write } },
    { merchantId, mode: 'test' },
    async (onFile) => {
      await onFile({ field: 'file', name: 'statement', content: whole(await FILES.csv(CREDIT_EACH)) })
      return new Map()
    },
  )
  await expect(receiving).rejects.toThrow('killed')
  expect(await filesOf(merchantId)).toHaveLength(1)
  const tomorrow = { ...ledger.clock, now: () => new Date(ledger.clock.now().getTime() + 25 * 3_600_000) }
  await deleteUnconfirmed({ ...ledger, files, clock: tomorrow })
  expect(await filesOf(merchantId)).toEqual([])
})

test.each([
  ['csv', 20_000],
  ['xlsx', 20_000],
] as const)(
  'a statement as %s of %i rows is imported with bounded memory, and continues where the first process was killed',
  { timeout: 900_000 },
  async (format, rows) => {
    const { merchantId } = await addMerchant(ledger.db)
    const statementId = await confirmed(await FILES[format](rows), merchantId)
    const first = startImport(merchantId, statementId)
    await expect
      .poll(async () => (await progressOf(statementId)).read, { timeout: 300_000 })
      .toBeGreaterThanOrEqual(rows / 4)
    first.child.kill('SIGKILL')
    expect(await first.ended).toBe('')
    const { state, read } = await progressOf(statementId)
    expect([state, read < rows]).toEqual(['importing', true])

    const said = await startImport(merchantId, statementId).ended
    const credits = rows / CREDIT_EACH
    expect(await progressOf(statementId)).toEqual({
      state: 'done',
      read: rows,
      imported: credits,
      duplicates: 0,
    })
    expect(await evidenceOf(merchantId)).toEqual({ credits, evidence: credits })
    const inUse: number[] = JSON.parse(said)
    expect(inUse.length).toBeGreaterThanOrEqual(4)
    // What is held does not grow with what was imported. (Of a sheet some rows are read ahead, and grow fewer.)
    const [atFirst = 0] = inUse
    expect(Math.max(...inUse) - atFirst).toBeLessThan(8 * MEGABYTE)
  },
)
