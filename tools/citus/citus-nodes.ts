import { execFileSync } from 'node:child_process'
import { appendFileSync, chownSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connectClient } from '../../server/src/platform/database/one-off-connection.ts'
import { type Part, startPart } from '../cluster/cluster-processes.ts'
import { ClusterError, databaseUser } from '../cluster/cluster-programs.ts'

export const NODES = ['coordinator', 'worker1', 'worker2'] as const
export type NodeName = (typeof NODES)[number]

/** Citus 13.2 is for PostgreSQL 15, as Debian 12 has it. */
const POSTGRES = '/usr/lib/postgresql/15/bin'
const EXTENSION = '/usr/share/postgresql/15/extension/citus.control'
/** Below the ports that Linux gives to outgoing connections. Two proofs at the same time use different ones. */
const FIRST_PORT = 25_500 + (process.pid % 20) * 10
/** The name of Galla's role, as in the embedded PostgreSQL. */
export const OWNER = 'galla_app'
const READY_MS_MAX = 120_000

export const portOf = (node: NodeName): number => FIRST_PORT + NODES.indexOf(node)

export const urlOf = (node: NodeName, user: string, database: string): string =>
  `postgres://${user}@127.0.0.1:${portOf(node)}/${database}`

/** `durable`: as in an installation. Otherwise nothing is flushed to disk, as in the tests. */
const settingsOf = (node: NodeName, durable: boolean): string => `
shared_preload_libraries = 'citus'
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
port = ${portOf(node)}
max_connections = 600
max_prepared_transactions = 600
# Citus needs one for each database.
max_worker_processes = 100
shared_buffers = 128MB
wal_level = logical
citus.node_conninfo = 'sslmode=disable'
# A killed server opens each of its thousands of files otherwise before it starts again.
recovery_init_sync_method = syncfs
# As galla distribute sets it for a database; a copy of a template does not have it.
citus.multi_shard_modify_mode = sequential
citus.enable_unsafe_triggers = on
citus.propagate_set_commands = local
${durable ? '' : 'fsync = off\nsynchronous_commit = off\nfull_page_writes = off'}
`

export const assertInstalled = (): void => {
  if (!existsSync(join(POSTGRES, 'postgres')) || !existsSync(EXTENSION))
    throw new ClusterError(
      'Citus is not installed beside PostgreSQL 15: this proof needs /usr/lib/postgresql/15 of Debian with the extension citus in it.',
    )
}

export const query = async (url: string, ...statements: readonly string[]): Promise<void> => {
  const client = await connectClient(url, 'galla proof')
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

export interface CitusNodes {
  /** Creates a database on each node and connects the nodes in it. */
  createDatabase(name: string): Promise<void>
  /** Restarts each node in order, so that no database has connections. */
  restart(): Promise<void>
  kill(node: NodeName): Promise<void>
  start(node: NodeName): Promise<void>
  stop(): Promise<void>
}

const initialize = (node: NodeName, data: string, durable: boolean): void => {
  const user = databaseUser()
  mkdirSync(data, { mode: 0o700 })
  if (user !== undefined) chownSync(data, user.uid, user.gid)
  const options = ['--username=postgres', '--auth=trust', '--locale=C.UTF-8', '--encoding=UTF8', '--no-sync']
  execFileSync(join(POSTGRES, 'initdb'), ['-D', data, ...options], { ...user, cwd: '/', stdio: 'ignore' })
  appendFileSync(join(data, 'postgresql.conf'), settingsOf(node, durable))
}

const untilReady = async (node: NodeName): Promise<void> => {
  const startedMs = performance.now()
  for (;;) {
    try {
      return await query(urlOf(node, 'postgres', 'postgres'), 'select 1')
    } catch (error) {
      if (performance.now() - startedMs > READY_MS_MAX) throw error
      await pause(100)
    }
  }
}

const createDatabase = async (name: string): Promise<void> => {
  for (const node of NODES) {
    await query(urlOf(node, 'postgres', 'postgres'), `create database ${name} owner ${OWNER}`)
    await query(urlOf(node, 'postgres', name), 'create extension citus')
  }
  await query(
    urlOf('coordinator', 'postgres', name),
    `select citus_set_coordinator_host('127.0.0.1', ${portOf('coordinator')})`,
    `select citus_add_node('127.0.0.1', ${portOf('worker1')})`,
    `select citus_add_node('127.0.0.1', ${portOf('worker2')})`,
  )
}

/** Starts one coordinator and two workers in a folder. */
export const startCitusNodes = async (
  folder: string,
  { durable }: { durable: boolean },
): Promise<CitusNodes> => {
  const user = databaseUser()
  const parts = new Map<NodeName, Part>()
  const start = async (node: NodeName): Promise<void> => {
    const data = join(folder, node)
    rmSync(join(data, 'postmaster.pid'), { force: true })
    const logFile = join(folder, `${node}.log`)
    parts.set(node, startPart(join(POSTGRES, 'postgres'), ['-D', data], { env: {}, user, logFile }))
    await untilReady(node)
  }
  const end = async (node: NodeName, signal: 'SIGINT' | 'SIGQUIT'): Promise<void> => {
    parts.get(node)?.signal(signal)
    await parts.get(node)?.ended
  }
  const stop = async (): Promise<void> => {
    await Promise.all(NODES.map((node) => end(node, 'SIGINT')))
  }

  for (const node of NODES) initialize(node, join(folder, node), durable)
  await Promise.all(NODES.map(start))
  for (const node of NODES) await query(urlOf(node, 'postgres', 'postgres'), `create role ${OWNER} login`)
  return {
    createDatabase,
    async restart() {
      await stop()
      await Promise.all(NODES.map(start))
    },
    // An immediate end without a checkpoint, as after a power cut.
    kill: (node) => end(node, 'SIGQUIT'),
    start,
    stop,
  }
}
