import { createHash } from 'node:crypto'
import { closeSync, constants, openSync } from 'node:fs'
import net from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from './run.mjs'

const TRY_EVERY_MS = 250
const WAIT_MS_MAX = 15 * 60_000

/**
 * Runs the work while no other set-up of this checkout runs; another one waits. The lock ends with the process.
 * @param {() => Promise<void>} work
 */
export async function withSetupLock(work) {
  let release = await tryLock()
  if (release === undefined) console.log('Galla is being set up by another command; waiting for it.')
  for (let waitedMs = 0; release === undefined; waitedMs += TRY_EVERY_MS) {
    if (waitedMs >= WAIT_MS_MAX)
      throw new Error('Another set-up of this checkout has been running for 15 minutes.')
    await pause(TRY_EVERY_MS)
    release = await tryLock()
  }
  try {
    await work()
  } finally {
    release()
  }
}

/** @returns {Promise<(() => void) | undefined>} what gives it back, or undefined: someone has it */
function tryLock() {
  const key = createHash('sha256')
    .update(`${root} ${process.getuid?.() ?? ''}`)
    .digest('hex')
    .slice(0, 32)
  if (process.platform === 'win32') return listen(`\\\\.\\pipe\\galla-setup-${key}`)
  // A name of full length, because old and new versions of Node pad a shorter one differently.
  const SOCKET_NAME_CHARACTERS = 107
  if (process.platform === 'linux')
    return listen(`\0${`galla-setup-${key}`.padEnd(SOCKET_NAME_CHARACTERS, '-')}`)
  return Promise.resolve(lockFile())
}

/**
 * @param {string} name of a socket that exists only in memory
 * @returns {Promise<(() => void) | undefined>}
 */
function listen(name) {
  return new Promise((resolve, reject) => {
    const server = net.createServer((socket) => socket.destroy())
    server.once('error', (error) => {
      if ('code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES')) resolve(undefined)
      else reject(error)
    })
    server.listen(name, () => resolve(() => server.close()))
  })
}

/** macOS and the BSDs can lock a file while they open it. */
function lockFile() {
  const O_EXLOCK = 0x20
  try {
    const handle = openSync(join(root, 'package.json'), constants.O_RDONLY | constants.O_NONBLOCK | O_EXLOCK)
    return () => closeSync(handle)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return undefined
    throw error
  }
}
