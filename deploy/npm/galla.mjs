#!/usr/bin/env node
// Runs the archive beside this file. It is unpacked into the user's cache once for each version, because Node.js runs no TypeScript
// inside node_modules.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))
const { version } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'))
const cache = join(homedir(), '.cache', 'galla')
const folder = join(cache, version)

if (!existsSync(folder)) {
  console.error(`Unpacking Galla ${version} into ${folder}, once.`)
  mkdirSync(cache, { recursive: true })
  const fresh = mkdtempSync(join(cache, 'unpacking-'))
  execFileSync('tar', ['-xzf', join(here, 'galla.tar.gz'), '--strip-components=1', '-C', fresh])
  try {
    renameSync(fresh, folder)
  } catch (error) {
    // Another start may have been faster.
    rmSync(fresh, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}

const program = spawn(join(folder, 'deploy/bin/galla'), process.argv.slice(2), { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => program.kill(signal))
// npm runs this in a shell, which passes no signal on: when it ends, so do we.
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) program.kill('SIGTERM')
}, 1_000).unref()
program.on('error', (error) => {
  console.error(error.message)
  process.exit(1)
})
program.on('exit', (code) => process.exit(code ?? 1))
