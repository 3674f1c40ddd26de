import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const folders: string[] = []
const programs: ChildProcess[] = []
afterEach(() => {
  for (const { pid } of programs.splice(0)) {
    try {
      // Together with its child processes, which would outlive a failed test.
      if (pid !== undefined) process.kill(-pid, 'SIGKILL')
    } catch {
      // All of them have ended.
    }
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

describe.skipIf(process.platform === 'win32')('npm', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }

  test('has at most ten commands, each of them through the set-up', () => {
    expect(Object.keys(scripts).length).toBeLessThanOrEqual(10)
    for (const [name, script] of Object.entries(scripts)) expect(script).toBe(`node tools/setup.mjs ${name}`)
  })

  test.each([
    ['SIGTERM', 'every process of the group'],
    ['SIGTERM', 'npm alone'],
    ['SIGINT', 'every process of the group'],
  ] as const)('after %s to %s the server ends in order', async (signal, whom) => {
    const run = new URL('./run.mjs', import.meta.url).href
    const server = `const end = () => { setTimeout(() => { console.log('ended in order'); process.exit(0) }, 300) }
      process.on('SIGTERM', end).on('SIGINT', end)
      setInterval(() => {}, 1000)
      console.log('ready')`
    const setup = `import { endWithNpm, quit, runServer } from ${JSON.stringify(run)}
      endWithNpm()
      quit(await runServer([process.execPath, ${JSON.stringify('SERVER')}]))`
    const folder = mkdtempSync(join(tmpdir(), 'galla-npm-'))
    folders.push(folder)
    mkdirSync(join(folder, 'tools'))
    writeFileSync(join(folder, 'server.mjs'), server)
    writeFileSync(join(folder, 'tools/setup.mjs'), setup.replace('SERVER', join(folder, 'server.mjs')))
    const manifest = { name: 'ends', type: 'module', scripts: { start: scripts.start } }
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
    const npm = spawn('npm', ['start', '--silent'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    })
    programs.push(npm)
    let output = ''
    npm.stdout.on('data', (data) => {
      output += String(data)
    })
    await expect.poll(() => output).toContain('ready')
    process.kill(whom === 'npm alone' ? (npm.pid ?? 0) : -(npm.pid ?? 0), signal)
    await expect.poll(() => output).toContain('ended in order')
  })
})
