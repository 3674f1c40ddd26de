import { execFile, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import type { DatabaseAddress } from './galla-process.ts'
import { ORDER_FIELDS } from './merchants.ts'

const DEBIAN_HOME = '/usr/lib/postgresql'
const INSTALL_MS_MAX = 180_000
const SLACK_MS = 30_000

/** Finds pgbench, or installs it from Debian's packages; undefined where neither works. */
export const findPgbench = (): string | undefined => {
  const found = findInstalled()
  if (found !== undefined || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return found
  const apt = (...args: string[]) =>
    spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=120', '-qq', ...args], {
      stdio: 'ignore',
      timeout: INSTALL_MS_MAX,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  apt('update')
  apt('install', '-y', '--no-install-recommends', 'postgresql-contrib')
  return findInstalled()
}

const findInstalled = (): string | undefined => {
  const versions = existsSync(DEBIAN_HOME)
    ? readdirSync(DEBIAN_HOME).sort((a, b) => Number(b) - Number(a))
    : []
  const paths = (process.env.PATH ?? '').split(':')
  return [...versions.map((version) => join(DEBIAN_HOME, version, 'bin')), ...paths]
    .map((dir) => join(dir, 'pgbench'))
    .find((file) => existsSync(file))
}

export interface PgbenchRun {
  readonly ratePerSecond: number
  /** With the ramp. */
  readonly transactions: number
  readonly latencyMs: number
}

/**
 * Writes what an order needs as one prepared statement in one round trip: the reads by which a key is looked up, and one row
 * of the real table with all its columns, indexes, checks and foreign keys. PostgreSQL can hardly do it at a lower cost, one order
 * at a time.
 */
export const writeScript = async (
  database: DatabaseAddress,
  dataDir: string,
  merchants: number,
): Promise<string> => {
  const keyHashes = await readKeyHashes(database, merchants)
  const file = join(dataDir, `pgbench-${merchants}.sql`)
  writeFileSync(file, script(keyHashes))
  return file
}

const readKeyHashes = async (database: DatabaseAddress, count: number): Promise<string[]> => {
  const client = new Client(database)
  await client.connect()
  try {
    const { rows } = await client.query<{ hash: string }>(
      `select encode(k.key_hash, 'hex') as hash from api_keys k join accounts a on a.merchant_id = k.merchant_id
       where k.mode = 'test' and k.is_main and k.revoked_at is null and a.mode = 'test' and a.is_current
       order by k.merchant_id limit $1`,
      [count],
    )
    if (rows.length !== count) throw new Error(`${rows.length} merchants instead of ${count}`)
    return rows.map(({ hash }) => hash)
  } finally {
    await client.end()
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`
const AMOUNT_PAISE = Math.round(Number(ORDER_FIELDS.amount) * 100)
const SETTLING_SECONDS = 30

// The hashes are one constant array, so that choosing a merchant costs no read. An id has 26 digits and begins with the time,
// as the program's do; so has client_txn_id the form that the HTTP clients send.
const script = (keyHashes: readonly string[]): string => `\\set m random(1, ${keyHashes.length})
\\set r random(1, 9999999999999)
insert into orders (
  merchant_id, order_id, mode, account_id, client_txn_id, request_hash, amount_paise, payable_paise, purpose,
  customer_name, customer_email, customer_mobile, redirect_url, udf1, udf2, udf3, created_at, window_seconds,
  expires_at, due_at)
select m.merchant_id, (extract(epoch from now()) * 1000)::bigint::text || lpad((:r)::bigint::text, 13, '0'), k.mode,
  a.account_id, (extract(epoch from now()) * 1000)::bigint::text || '-' || (:r)::bigint::text,
  '\\x${'5a'.repeat(32)}'::bytea, ${AMOUNT_PAISE}, ${AMOUNT_PAISE}, ${quoted(ORDER_FIELDS.p_info)},
  ${quoted(ORDER_FIELDS.customer_name)}, ${quoted(ORDER_FIELDS.customer_email)}, ${quoted(ORDER_FIELDS.customer_mobile)},
  ${quoted(ORDER_FIELDS.redirect_url)}, ${quoted(ORDER_FIELDS.udf1)}, ${quoted(ORDER_FIELDS.udf2)},
  ${quoted(ORDER_FIELDS.udf3)}, now(), ${ORDER_FIELDS.expires_in},
  now() + make_interval(secs => ${ORDER_FIELDS.expires_in}),
  now() + make_interval(secs => ${ORDER_FIELDS.expires_in + SETTLING_SECONDS})
from api_keys k
join merchants m on m.merchant_id = k.merchant_id
join accounts a on a.merchant_id = k.merchant_id and a.mode = k.mode and a.is_current
where k.key_hash = (array[${keyHashes.map((hash) => `'\\x${hash}'`).join(',')}]::bytea[])[(:m)::int]
  and k.revoked_at is null and 'orders:create' = any(k.scopes) and m.suspended_at is null
on conflict (merchant_id, mode, client_txn_id) do nothing
returning order_id;
`

/** The rate does not include the time to connect. */
export const runPgbench = async (
  program: string,
  database: DatabaseAddress,
  scriptFile: string,
  clients: number,
  seconds: number,
): Promise<PgbenchRun> => {
  const args = ['-n', '-M', 'prepared', '-c', `${clients}`, '-j', '1', '-T', `${seconds}`, '-f', scriptFile]
  const { host, port, user, database: name, password } = database
  const { stdout } = await promisify(execFile)(
    program,
    [...args, '-h', host, '-p', `${port}`, '-U', user, name],
    {
      env: { PATH: process.env.PATH, PGPASSWORD: password },
      timeout: seconds * 1000 + SLACK_MS,
    },
  )
  const figure = (pattern: RegExp): number => {
    const text = pattern.exec(stdout)?.[1]
    if (text === undefined) throw new Error(`pgbench said:\n${stdout}`)
    return Number(text)
  }
  if (figure(/number of failed transactions: (\d+)/) > 0) throw new Error(`pgbench said:\n${stdout}`)
  return {
    ratePerSecond: figure(/tps = ([\d.]+) \(without initial connection time\)/),
    transactions: figure(/transactions actually processed: (\d+)/),
    latencyMs: figure(/latency average = ([\d.]+) ms/),
  }
}
