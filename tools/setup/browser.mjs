import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { findNode, root, run } from './run.mjs'

/** Chromium without windows: the browser tests take a third less time with it. */
const SHELL = 'chromium-headless-shell'
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const PLAYWRIGHT = 'node_modules/@playwright/test/cli.js'

/**
 * Finds or installs the browser for the tests: as root on Debian from its packages, with PHP, OpenSSL and Dovecot for other tests;
 * elsewhere Playwright's own.
 * @returns {Promise<string>} the path of its program
 */
export async function findOrInstallBrowser() {
  const found = findBrowser()
  const debian = existsSync('/etc/debian_version') && process.getuid?.() === 0
  // The plugin's tests are skipped without PHP; the browser tests always run.
  const php = inPath('php') === undefined ? ['php-cli', 'php-curl'] : []
  const shell = inPath(SHELL) === undefined ? [SHELL] : []
  // Makes the certificates of the tests of encrypted connections.
  const openssl = inPath('openssl') === undefined ? ['openssl'] : []
  // A real mail server. Under systemd its package would start it for the whole machine.
  const wantsDovecot = !existsSync('/usr/lib/dovecot/imap') && !existsSync('/run/systemd/system')
  const dovecot = wantsDovecot ? ['dovecot-imapd'] : []
  // The server of the tests, and pg_dump. Its package starts no server of its own here: no cluster is made at its installation.
  const postgres = existsSync('/usr/lib/postgresql') ? [] : ['postgresql']
  const missing = debian ? [...shell, ...php, ...openssl, ...dovecot, ...postgres] : []
  if (found !== undefined && missing.length === 0) return found
  console.log(`Installing ${missing.join(', ') || 'Chromium'} for the tests.`)
  if (missing.length > 0) await installFromDebian(missing)
  if (debian && findBrowser() === undefined) await installFromDebian(['chromium'])
  if (findBrowser() === undefined) {
    const dependencies = debian ? ['--with-deps'] : []
    await run([findNode(), PLAYWRIGHT, 'install', ...dependencies, 'chromium'])
  }
  const installed = findBrowser()
  if (installed === undefined)
    throw new Error('Chromium could not be installed. Install it, so that it is in PATH.')
  return installed
}

/**
 * Installs packages, and waits for another apt on a fresh machine.
 * @param {readonly string[]} packages all in one call; one by one where the release doesn't have each of them
 */
async function installFromDebian(packages) {
  const apt = ['apt-get', '-o', 'DPkg::Lock::Timeout=600', '-y']
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await run([...apt, 'update'], { env })
  const install = [...apt, 'install', '--no-install-recommends']
  if ((await run([...install, ...packages], { env })) === 0) return
  for (const each of packages) await run([...install, each], { env })
}

function findBrowser() {
  return [...NAMES.map(inPath), playwrightsOwn()].find((path) => path !== undefined && runs(path))
}

/** @param {string} name */
function inPath(name) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isProgram)
}

function playwrightsOwn() {
  const ask = `import('@playwright/test').then(({ chromium }) => console.log(chromium.executablePath()))`
  const { stdout } = spawnSync(findNode(), ['-e', ask], { encoding: 'utf8', cwd: join(root, 'e2e') })
  const path = String(stdout).trim()
  return path !== '' && isProgram(path) ? path : undefined
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Whether the program starts: Ubuntu's package is a stub that asks for a snap.
 * @param {string} path
 */
function runs(path) {
  return spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0
}
