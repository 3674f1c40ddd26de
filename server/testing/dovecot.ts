import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'

const PROGRAM = '/usr/sbin/dovecot'
const LIBRARIES = '/usr/lib/dovecot'

/** Debian's package dovecot-imapd. The settings of 2.4 have other names. */
export const hasDovecot = (): boolean =>
  existsSync(join(LIBRARIES, 'imap')) &&
  spawnSync(PROGRAM, ['--version'], { encoding: 'utf8' }).stdout?.startsWith('2.3.') === true

const PASSWORD = 'app-password'
/** Dovecot does not run as root. */
const OWNER =
  userInfo().uid === 0
    ? { name: 'nobody', group: 'nogroup', uid: 65534, gid: 65534 }
    : {
        name: userInfo().username,
        group: String(userInfo().gid),
        uid: userInfo().uid,
        gid: userInfo().gid,
      }

const configOf = (dir: string, port: number): string => `
base_dir = ${dir}/run
state_dir = ${dir}/run
log_path = ${dir}/dovecot.log
libexec_dir = ${LIBRARIES}
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
mail_location = maildir:${dir}/mail
first_valid_uid = 1
default_login_user = ${OWNER.name}
default_internal_user = ${OWNER.name}
default_internal_group = ${OWNER.group}
passdb {
  driver = static
  args = password=${PASSWORD}
}
userdb {
  driver = static
  args = uid=${OWNER.uid} gid=${OWNER.gid} home=${dir}
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
`

/** Of one file; file systems have a limit. */
const LINKS_MAX = 50_000

export interface Dovecot {
  readonly port: number
  readonly password: string
  start(): Promise<void>
  /** Ends it with all connections. */
  stop(): Promise<void>
  /** Adds a message to the folder. */
  deliver(source: Buffer, receivedAt: Date): void
  /** Adds the same message many times, as links to one file. */
  deliverMany(source: Buffer, receivedAt: Date, count: number): void
  /** While it is stopped: the folder gets a new UIDVALIDITY. */
  forgetUids(): void
  close(): Promise<void>
}

/** Starts a Dovecot with one account and its INBOX. */
export const createDovecot = async (): Promise<Dovecot> => {
  const dir = mkdtempSync(join(tmpdir(), 'galla-dovecot-'))
  const port = await freePort()
  const config = join(dir, 'dovecot.conf')
  writeFileSync(config, configOf(dir, port))
  const folders = ['', 'run', 'mail', 'mail/cur', 'mail/new', 'mail/tmp'].map((name) => join(dir, name))
  for (const folder of folders) {
    mkdirSync(folder, { recursive: true })
    chownSync(folder, OWNER.uid, OWNER.gid)
  }
  let running: ReturnType<typeof spawn> | undefined
  let files = 0
  const write = (source: Buffer, receivedAt: Date): string => {
    files += 1
    const name = `${files}.galla`
    const file = join(dir, 'mail/tmp', name)
    writeFileSync(file, source)
    chownSync(file, OWNER.uid, OWNER.gid)
    utimesSync(file, receivedAt, receivedAt)
    return name
  }
  const stop = async (): Promise<void> => {
    if (running === undefined) return
    const ended = once(running, 'exit')
    running.kill('SIGTERM')
    await ended
    running = undefined
  }
  return {
    port,
    password: PASSWORD,
    async start() {
      running = spawn(PROGRAM, ['-F', '-c', config], {
        env: { ...process.env, LD_LIBRARY_PATH: LIBRARIES },
        stdio: 'inherit',
      })
      await untilListening(port)
    },
    stop,
    deliver(source, receivedAt) {
      const name = write(source, receivedAt)
      renameSync(join(dir, 'mail/tmp', name), join(dir, 'mail/new', name))
    },
    deliverMany(source, receivedAt, count) {
      for (let n = 0; n < count; n += 1) {
        if (n % LINKS_MAX === 0) write(source, receivedAt)
        linkSync(join(dir, `mail/tmp/${files}.galla`), join(dir, `mail/new/${files}.${n}.many`))
      }
    },
    forgetUids() {
      for (const name of readdirSync(join(dir, 'mail')))
        if (name.startsWith('dovecot')) rmSync(join(dir, 'mail', name))
    },
    async close() {
      await stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

const LISTENING_TRIES_MAX = 200

const untilListening = async (port: number): Promise<void> => {
  for (let n = 0; n < LISTENING_TRIES_MAX; n += 1) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (isOpen) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('Dovecot does not listen')
}
