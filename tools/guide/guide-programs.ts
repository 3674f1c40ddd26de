import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Language } from '../../web/src/features/docs/guide/code/code-language.ts'

/** How to run an example of a language, and how to find out whether this machine can. */
interface Program {
  readonly command: string
  /** Before the file. */
  readonly options: readonly string[]
  readonly ask: readonly string[]
  /** The file name that the language requires. */
  readonly fileName: string
}

const program = (
  command: string,
  fileName: string,
  options: readonly string[] = [],
  ask = ['--version'],
) => ({
  command,
  options,
  ask,
  fileName,
})

export const PROGRAMS: Readonly<Record<Language, Program>> = {
  curl: { ...program('sh', 'example.sh'), ask: ['-c', 'curl --version'] },
  node: program(process.execPath, 'example.mjs'),
  // PHP's curl is a separate package on many machines.
  php: program('php', 'example.php', [], ['-r', 'exit(function_exists("curl_init") ? 0 : 1);']),
  python: program('python3', 'example.py'),
  java: program('java', 'Webhook.java'),
  go: program('go', 'webhook.go', ['run'], ['version']),
}

const RUN_MS_MAX = 20_000

/** Whether this machine can run examples of the language, with its compiler where there is one. */
export const isHere = (language: Language): boolean => {
  const { command, ask } = PROGRAMS[language]
  const answers = (name: string, asked: readonly string[]) =>
    spawnSync(name, asked, { stdio: 'ignore' }).status === 0
  return answers(command, ask) && (language !== 'java' || answers('javac', ask))
}

export interface Ran {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export interface Examples {
  commandOf(language: Language, code: string): [command: string, given: string[]]
  /** The output when a developer pastes an example into a file and runs it. */
  run(language: Language, code: string): Promise<Ran>
  remove(): void
}

/** Writes examples as files of a new folder. */
export const createExamples = (): Examples => {
  const folder = mkdtempSync(join(tmpdir(), 'galla-guide-'))
  const commandOf: Examples['commandOf'] = (language, code) => {
    const { command, options, fileName } = PROGRAMS[language]
    const file = join(mkdtempSync(join(folder, 'example-')), fileName)
    writeFileSync(file, code)
    return [command, [...options, file]]
  }
  return {
    commandOf,
    async run(language, code) {
      const [command, given] = commandOf(language, code)
      const child = spawn(command, given, { timeout: RUN_MS_MAX })
      let out = ''
      let err = ''
      child.stdout.on('data', (part) => (out += String(part)))
      child.stderr.on('data', (part) => (err += String(part)))
      const [status] = await once(child, 'close')
      return { code: status, out, err }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
