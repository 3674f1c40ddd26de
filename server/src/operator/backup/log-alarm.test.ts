import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { MINUTE_MS } from '@galla/contract/durations'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { lettersIn } from '../../../testing/outbox.ts'
import { openShop, type Shop } from '../../../testing/shop.ts'
import { requestBase } from '../../platform/backup/archive-log.ts'
import { addJob } from '../../platform/jobs/job-queue.ts'
import { readSettings } from '../../platform/settings.ts'
import { checkAlarms } from './backup-alarm.ts'
import { listLastRuns } from './backup-run-store.ts'
import { describeBackups } from './describe-backups.ts'
import { readLogState } from './log-state.ts'

const SEGMENT = '0000000100000000000000A1'

let shop: Shop
let dataDir: string
let spool: string

const settings = () =>
  readSettings({
    DATA_DIR: dataDir,
    BACKUP_URL: pathToFileURL(join(dataDir, 'target')).href,
    BACKUP_PASSPHRASE: 'a passphrase of the operator',
  })
const minutesAgo = (minutes: number) => new Date(shop.clock.now().getTime() - minutes * MINUTE_MS)
const spoolSegment = (minutes: number) => {
  const file = join(spool, SEGMENT)
  writeFileSync(file, 'log')
  utimesSync(file, minutesAgo(minutes), minutesAgo(minutes))
}
const check = async () => {
  const { backup } = settings()
  const log = await readLogState(shop.db, settings())
  if (backup === undefined || log === undefined) throw new Error('nothing is archived')
  await checkAlarms({ db: shop.db, clock: shop.clock, addJob }, backup, { ...log, problem: 'No space' })
  const { rows } = await shop.db.pool.query(`select from backup_alarms where kind = 'log'`)
  const { pointInTime } = describeBackups(backup, await listLastRuns(shop.db), log, shop.clock.now())
  return { isAlarmed: rows.length === 1, stalled: pointInTime?.stalled }
}
const mails = () =>
  lettersIn(shop.dataDir).filter((letter) => letter.includes('Subject: The log archive of Galla has stopped'))

beforeAll(async () => {
  shop = await openShop()
  dataDir = mkdtempSync(join(tmpdir(), 'galla-log-alarm-'))
  spool = join(dataDir, 'postgres', 'wal')
  mkdirSync(spool, { recursive: true })
  mkdirSync(join(dataDir, 'postgres', 'data'))
}, 60_000)
afterAll(async () => {
  await shop.close()
  rmSync(dataDir, { recursive: true, force: true })
})

test('log that has waited for ten minutes is shown, and causes one e-mail until it is stored', async () => {
  expect(await check()).toEqual({ isAlarmed: false, stalled: false })
  spoolSegment(9)
  expect(await check()).toEqual({ isAlarmed: false, stalled: false })
  spoolSegment(11)
  expect(await check()).toEqual({ isAlarmed: true, stalled: true })
  await check()
  await vi.waitFor(() => expect(mails()).toHaveLength(1), { timeout: 60_000 })
  expect(mails()[0]).toContain('No space')
})

test('discarded log remains one incident until there is a new copy of the database', async () => {
  rmSync(join(spool, SEGMENT))
  await requestBase(spool)
  expect(await check()).toEqual({ isAlarmed: true, stalled: false })
  rmSync(join(spool, 'base-needed'))
  expect(await check()).toEqual({ isAlarmed: false, stalled: false })
})

test('a failed copy of the database raises an alarm when the log has lacked a copy for ten minutes', async () => {
  await requestBase(spool)
  utimesSync(join(spool, 'base-needed'), minutesAgo(11), minutesAgo(11))
  expect((await check()).stalled).toBe(false)
  await shop.db.pool.query(
    `insert into backup_runs (kind, started_at, finished_at, problem) values ('base', $1, $1, 'The target is full')`,
    [shop.clock.now()],
  )
  expect(await check()).toEqual({ isAlarmed: true, stalled: true })
})

test('an installation without an archived log raises no alarm', async () => {
  expect(await readLogState(shop.db, readSettings({ DATA_DIR: dataDir }))).toBeUndefined()
})
