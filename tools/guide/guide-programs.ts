import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PLACEHOLDER_KEY, SOME_ORIGIN } from '../../web/src/features/docs/guide/guide-shape.ts'

/** How to run a sample of a language, and how to find out whether this machine can. */
interface Program {
  readonly command: string
  /** Before the file. */
  readonly options: readonly string[]
  readonly ask: readonly string[]
  readonly extension: string
}

const program = (
  command: string,
  extension: string,
  options: readonly string[] = [],
  ask = ['--version'],
): Program => ({ command, options, ask, extension })

const PROGRAMS = {
  curl: program('sh', 'sh', [], ['-c', 'curl --version']),
  node: program(process.execPath, 'mjs'),
  // PHP's curl is a separate package on many machines.
  php: program('php', 'php', [], ['-r', 'exit(function_exists("curl_init") ? 0 : 1);']),
  python: program('python3', 'py'),
  java: program('java', 'java'),
  go: program('go', 'go', ['run'], ['version']),
} as const

export type SampleLanguage = keyof typeof PROGRAMS
export const CALL_LANGUAGES = ['curl', 'node', 'php', 'python'] as const

const RUN_MS_MAX = 20_000

/** Whether this machine can run samples of the language, with its compiler where there is one. */
export const isHere = (language: SampleLanguage): boolean => {
  const { command, ask } = PROGRAMS[language]
  const answers = (name: string, asked: readonly string[]) =>
    spawnSync(name, asked, { stdio: 'ignore' }).status === 0
  return answers(command, ask) && (language !== 'java' || answers('javac', ask))
}

const SAMPLES = new URL('../../docs/guide/samples/', import.meta.url)

export const sampleFile = (name: string, language: SampleLanguage): string =>
  fileURLToPath(new URL(`${name}.${PROGRAMS[language].extension}`, SAMPLES))

/** The command that runs a sample where it lies. */
export const sampleCommand = (name: string, language: SampleLanguage): [command: string, given: string[]] => {
  const { command, options } = PROGRAMS[language]
  return [command, [...options, sampleFile(name, language)]]
}

export interface Ran {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** What the reader's page puts into a sample, and an order of this run in place of the example. */
export interface Place {
  readonly origin: string
  readonly key: string
  readonly replaced?: Readonly<Record<string, string>>
}

export interface Samples {
  /** The output of a call's sample, as a page of this server shows it. */
  run(name: string, language: SampleLanguage, place: Place): Promise<Ran>
  remove(): void
}

export const createSamples = (): Samples => {
  const folder = mkdtempSync(join(tmpdir(), 'galla-guide-'))
  return {
    async run(name, language, { origin, key, replaced = {} }) {
      const { command, options, extension } = PROGRAMS[language]
      const file = join(mkdtempSync(join(folder, 'sample-')), `sample.${extension}`)
      const changes = { [SOME_ORIGIN]: origin, [PLACEHOLDER_KEY]: key, ...replaced }
      const code = Object.entries(changes).reduce(
        (text, [from, to]) => text.replaceAll(from, to),
        readFileSync(sampleFile(name, language), 'utf8'),
      )
      writeFileSync(file, code)
      const child = spawn(command, [...options, file], { timeout: RUN_MS_MAX })
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
