import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { freePort } from '../testing/free-port.ts'
import { copyMigratedCluster } from '../testing/migrated-cluster.ts'
import { PROGRAM_ENVIRONMENT } from '../testing/program-environment.ts'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))
const OWN_NAMESPACE = ['--pid', '--fork', '--mount-proc', '--kill-child']
const WAIT_MS_MAX = 120_000

const works = (command: string, ...args: readonly string[]): boolean => {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const endings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

interface Status {
  readonly pid: number
  readonly parent: number
  readonly isZombie: boolean
}

const processes = (): Status[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const status = readFileSync(`/proc/${name}/status`, 'utf8')
        const parent = Number(/^PPid:\t(\d+)$/m.exec(status)?.[1])
        return [{ pid: Number(name), parent, isZombie: /^State:\tZ/m.test(status) }]
      } catch {
        return []
      }
    })

const childrenOf = (pid: number): Status[] => processes().filter(({ parent }) => parent === pid)

const freshFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'galla-first-'))
  endings.push(async () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  return folder
}

/** Starts the program in a new process namespace, as a container does, with `init` in front of it. */
const startAsFirst = (init: readonly string[], settings: Readonly<Record<string, string>>) => {
  const container = spawn('unshare', [...OWN_NAMESPACE, ...init, process.execPath, MAIN], {
    env: { ...PROGRAM_ENVIRONMENT, LOG_LEVEL: 'silent', ...settings },
    stdio: 'ignore',
  })
  const ended = once(container, 'exit').then(([code]) => code as number | null)
  endings.push(async () => {
    container.kill('SIGKILL')
    await ended
  })
  const first = (): number => childrenOf(container.pid ?? 0)[0]?.pid ?? 0
  return { ended, first }
}

describe.skipIf(!works('unshare', ...OWN_NAMESPACE, 'true')).each([
  { name: 'the first process of a container, without an init', init: [] },
  { name: 'the child of a container’s init', init: ['tini', '--'] },
])('the program as $name', { timeout: 3 * WAIT_MS_MAX }, ({ init }) => {
  const isMissing = init.length > 0 && !works('tini', '--version')

  test.skipIf(isMissing)('restarts its database, and SIGTERM ends both in order', async () => {
    const port = await freePort()
    const dataDir = freshFolder()
    await copyMigratedCluster(dataDir)
    const { ended, first } = startAsFirst(init, { PORT: String(port), DATA_DIR: dataDir })
    const isReady = () =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    const databaseFile = join(dataDir, 'postgres/data/postmaster.pid')
    const databaseNumber = () => Number(readFileSync(databaseFile, 'utf8').split('\n')[0])
    await expect.poll(isReady, { timeout: WAIT_MS_MAX, interval: 200 }).toBe(true)

    const killed = databaseNumber()
    execFileSync('nsenter', ['--target', String(first()), '--pid', '--mount', 'kill', '-9', String(killed)])
    await expect
      .poll(() => existsSync(databaseFile) && databaseNumber() !== killed, { timeout: WAIT_MS_MAX })
      .toBe(true)
    await expect.poll(isReady, { timeout: WAIT_MS_MAX }).toBe(true)
    if (init.length > 0)
      await expect
        .poll(() => childrenOf(first()).filter(({ isZombie }) => isZombie), { timeout: WAIT_MS_MAX })
        .toEqual([])

    process.kill(first(), 'SIGTERM')
    expect(await ended).toBe(0)
    // A database that ended in order leaves none.
    expect(existsSync(databaseFile)).toBe(false)
  })

  test.skipIf(isMissing)('exits with 1 for a wrong setting', async () => {
    expect(await startAsFirst(init, { PORT: 'x' }).ended).toBe(1)
  })
})
