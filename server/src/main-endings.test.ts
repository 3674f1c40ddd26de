import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fuzzRuns } from '@galla/upi/fuzz-harness'
import { afterEach, describe, expect, test } from 'vitest'
import { freePort } from '../testing/free-port.ts'
import { createOn, type PortMerchant, registerOn } from '../testing/galla-client.ts'
import { type GallaProgram, startGalla } from '../testing/galla-program.ts'
import { copyMigratedCluster } from '../testing/migrated-cluster.ts'
import { PROGRAM_ENVIRONMENT } from '../testing/program-environment.ts'
import { waitRealMs } from './platform/clock.ts'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))
const CLIENTS = 8
const PAUSE_MS = 10
/** As long a request waits for a database that starts again. */
const OUTAGE_MS_MAX = 4_000

const endings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

const freshFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'galla-ending-'))
  endings.push(async () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  return folder
}

/** With a migrated database: only the test of the start begins with an empty folder. */
const usedFolder = async (): Promise<string> => {
  const folder = freshFolder()
  await copyMigratedCluster(folder)
  return folder
}

const startOn = async (port: number, dataDir: string): Promise<GallaProgram> => {
  const program = await startGalla({
    PORT: String(port),
    DATA_DIR: dataDir,
    API_RATE_PER_SECOND: '100000',
    SHUTDOWN_GRACE_SECONDS: '1',
  })
  endings.push(async () => {
    program.kill('SIGKILL')
    await program.ended
  })
  return program
}

/** The embedded database's processes, its server first. */
const databaseOf = (dataDir: string): number[] => {
  const server = Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0])
  return [server, ...childrenOf(server)]
}

const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => parentOf(name) === pid)
    .map(Number)

const parentOf = (pid: string): number | undefined => {
  try {
    return Number(/^PPid:\t(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return undefined
  }
}

const treeOf = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(treeOf)]

interface Load {
  /** Acknowledged orders. */
  readonly created: string[]
  readonly failed: string[]
  stop(): Promise<void>
}

const loadOn = (port: number, merchant: PortMerchant): Load => {
  const created: string[] = []
  const failed: string[] = []
  let going = true
  const client = async (name: number): Promise<void> => {
    for (let n = 0; going; n += 1) {
      // Enough is always under way; without a pause the clients would take the processor for themselves.
      await waitRealMs(PAUSE_MS)
      const id = `L${name}-${n}`
      try {
        const reply = await createOn(port, merchant, id)
        const text = await reply.text()
        if (reply.ok) created.push(id)
        else failed.push(`${reply.status} ${text}`)
        // As a load balancer does, it sends no more to a process that is about to end.
        if (reply.headers.get('connection') === 'close') return
      } catch (error) {
        // A connection that was refused brought nothing into flight.
        const code = error instanceof Error && error.cause instanceof Error && 'code' in error.cause
        if (!code || (error.cause as { code: string }).code !== 'ECONNREFUSED') failed.push(String(error))
        else return
      }
    }
  }
  const clients = Array.from({ length: CLIENTS }, (_, name) => client(name))
  return {
    created,
    failed,
    async stop() {
      going = false
      await Promise.all(clients)
    },
  }
}

describe.skipIf(process.platform !== 'linux')('the embedded database', () => {
  test('is restarted after it was killed, with everything that was acknowledged', async () => {
    const [port, dataDir] = [await freePort(), await usedFolder()]
    const program = await startOn(port, dataDir)
    const merchant = await registerOn(port, 'killed@example.com')
    const load = loadOn(port, merchant)
    for (let kills = 0; kills < fuzzRuns(1); kills += 1) {
      const before = load.created.length
      await expect.poll(() => load.created.length).toBeGreaterThan(before + 50)
      process.kill(databaseOf(dataDir)[0] ?? 0, 'SIGKILL')
      const dead = load.created.length
      await expect.poll(() => load.created.length).toBeGreaterThan(dead + 50)
    }
    await load.stop()
    // What was cut off in its commit may or may not have happened: the client is asked to try again, nothing else.
    expect(load.failed.filter((each) => !each.startsWith('503 '))).toEqual([])
    for (const id of load.created.filter((_, index) => index % 20 === 0)) {
      // The order is there, so its number is taken.
      const again = await createOn(port, merchant, id)
      expect([id, again.status]).toEqual([id, 409])
    }
    program.kill('SIGTERM')
    expect(await program.ended).toBe(0)
  })

  test('can get SIGTERM together with every process, without a failed request, and ends in order', async () => {
    const [port, dataDir] = [await freePort(), await usedFolder()]
    const program = await startOn(port, dataDir)
    const merchant = await registerOn(port, 'everyone@example.com')
    const load = loadOn(port, merchant)
    await expect.poll(() => load.created.length).toBeGreaterThan(100)
    const since = performance.now()
    for (const pid of treeOf(program.pid)) {
      try {
        process.kill(pid, 'SIGTERM')
      } catch {
        // It has ended of another one's.
      }
    }
    expect(await program.ended).toBe(0)
    await load.stop()
    // A machine so busy that its database needs longer to start again than a request may wait answers 503, and nothing worse.
    const busy = performance.now() - since > OUTAGE_MS_MAX
    expect(load.failed.filter((each) => !busy || !each.startsWith('503 '))).toEqual([])
    expect(load.failed.length).toBeLessThanOrEqual(CLIENTS)
  })
})

test('SIGTERM during the start ends in order', async () => {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...PROGRAM_ENVIRONMENT, PORT: String(await freePort()), DATA_DIR: freshFolder() },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // The first word is of the database, long before it is ready.
  await once(child.stdout, 'data')
  child.kill('SIGTERM')
  child.stdout.resume()
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
})

test('SIGTERM during a start that waits for a database ends within 5 s', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  endings.push(async () => silent.close())
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...PROGRAM_ENVIRONMENT,
      PORT: String(await freePort()),
      DATA_DIR: freshFolder(),
      DATABASE_URL: `postgres://galla:secret@127.0.0.1:${port}/galla`,
      APP_KEY: '07'.repeat(32),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await once(silent, 'connection')
  const since = performance.now()
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
  // Alone it would wait 20 s for its database.
  expect(performance.now() - since).toBeLessThan(5_000)
})

describe('a log', () => {
  /** More lines than the pipe and what waits for it take. */
  const UNTIL_FULL = 4_000
  /** Each line fails from the first. */
  const FEW = 400

  /** Started with this standard output; answers until it is asked to end. */
  const answersWith = async (
    stdout: 'pipe' | number,
    requests: number,
    spoil: (child: ReturnType<typeof spawn>) => void,
  ) => {
    const [port, dataDir] = [await freePort(), await usedFolder()]
    const child = spawn(process.execPath, [MAIN], {
      env: { ...PROGRAM_ENVIRONMENT, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'info' },
      stdio: ['ignore', stdout, stdout],
    })
    endings.push(async () => {
      if (child.exitCode === null) {
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
    })
    spoil(child)
    const get = (path: string) =>
      fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(10_000) }).then(
        (reply) => reply.status,
        () => 0,
      )
    await expect.poll(() => get('/readyz'), { interval: 200 }).toBe(200)
    for (let sent = 0; sent < requests; sent += 50)
      expect(new Set(await Promise.all(Array.from({ length: 50 }, () => get('/api/v1/nothing'))))).toEqual(
        new Set([404]),
      )
    const exit = once(child, 'exit')
    child.kill('SIGTERM')
    expect((await exit)[0]).toBe(0)
  }

  test('whose reader never reads delays no reply', () =>
    answersWith('pipe', UNTIL_FULL, (child) => {
      child.stdout?.pause()
      child.stderr?.pause()
    }))

  test('whose reader has closed it delays no reply', () =>
    answersWith('pipe', FEW, (child) => {
      child.stdout?.destroy()
      child.stderr?.destroy()
    }))

  test.skipIf(process.platform !== 'linux')('on a full disk delays no reply', () =>
    answersWith(openSync('/dev/full', 'w'), FEW, () => {}),
  )
})

const mayMount = (() => {
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', tmpdir()], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

test.skipIf(!mayMount)('a read-only disk is refused with a clear message', () => {
  const folder = freshFolder()
  const program = `mount -t tmpfs -o ro none "$1" && exec "$2" "$3" 2>&1`
  const run = (dataDir: string) => {
    const env = { ...PROGRAM_ENVIRONMENT, DATA_DIR: dataDir, PORT: '3999' }
    try {
      execFileSync('unshare', ['--mount', 'sh', '-c', program, 'sh', folder, process.execPath, MAIN], {
        env,
        encoding: 'utf8',
      })
      return 'it started'
    } catch (error) {
      return (error as { stdout: string }).stdout
    }
  }
  for (const dataDir of [folder, join(folder, 'new')])
    expect(run(dataDir)).toMatch(/^The data folder .* can't be (?:used|written) \(EROFS: .*\)\.\n$/)
})
