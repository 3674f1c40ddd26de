import { closeSync, fsyncSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { DatabaseAddress } from './galla-process.ts'
import { type Chapter, digits } from './report.ts'

const BLOCK_BYTES = 8192
const FSYNC_MS = 2_000
const TMPFS_MAGIC = 0x01021994

/** Measures how many blocks of 8 kB reach the disk in a second, one at a time: each durable commit waits for at least one. */
export const fsyncRate = (dir: string): number => {
  const file = join(dir, 'fsync-rate')
  const handle = openSync(file, 'w')
  const block = Buffer.alloc(BLOCK_BYTES, 'g')
  const startedMs = performance.now()
  let count = 0
  try {
    for (; performance.now() - startedMs < FSYNC_MS; count += 1) {
      writeSync(handle, block, 0, BLOCK_BYTES, 0)
      fsyncSync(handle)
    }
    return (count * 1000) / (performance.now() - startedMs)
  } finally {
    closeSync(handle)
    rmSync(file)
  }
}

export const serverVersion = async (database: DatabaseAddress): Promise<string> => {
  const client = new Client(database)
  await client.connect()
  try {
    const { rows } = await client.query<{ version: string; durability: string }>(
      `select current_setting('server_version') as version,
              concat_ws(', ', 'fsync ' || current_setting('fsync'), 'synchronous_commit ' || current_setting('synchronous_commit'),
                'full_page_writes ' || current_setting('full_page_writes')) as durability`,
    )
    return `${rows[0]?.version} (${rows[0]?.durability})`
  } finally {
    await client.end()
  }
}

export const machineChapter = (
  dataDir: string,
  postgres: string,
  fsyncsPerSecond: readonly number[],
): Chapter => {
  const [processor] = cpus()
  const disk = statfsSync(dataDir).type === TMPFS_MAGIC ? 'memory (tmpfs): nothing is durable here' : 'disk'
  return {
    title: 'The machine',
    how: 'One server process (`NODE_ENV=production`) and its embedded PostgreSQL, durable; the senders run on the same machine. The limit of calls per key is lifted by `API_RATE_PER_SECOND`.',
    figures: [
      {
        what: 'processors',
        measured: `${cpus().length} × ${processor?.model.trim() ?? 'unknown'}`.replace(' × unknown', ''),
      },
      { what: 'memory', measured: `${digits(totalmem() / 2 ** 30, 1)} GB` },
      { what: 'data folder on', measured: disk },
      {
        what: 'write and fsync of 8 kB, before and after',
        measured: `${fsyncsPerSecond.map((rate) => digits(rate, 0)).join(' and ')} a second`,
      },
      {
        what: 'load averages at the end',
        measured: loadavg()
          .map((load) => digits(load, 1))
          .join(', '),
      },
      { what: 'Node', measured: process.version },
      { what: 'PostgreSQL', measured: postgres },
    ],
  }
}
