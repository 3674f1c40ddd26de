import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { PROGRAM_ENVIRONMENT } from './program-environment.ts'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))

export interface GallaProgram {
  readonly pid: number
  kill(signal: NodeJS.Signals): void
  /** What it wrote, logs included. */
  readonly printed: readonly string[]
  /** Its exit code; null when a signal ended it. */
  readonly ended: Promise<number | null>
}

/** The real program with these settings and no others; resolves when it says that it is ready, rejects with what it said. */
export const startGalla = async (settings: Record<string, string>, main = MAIN): Promise<GallaProgram> => {
  const child: ChildProcess = spawn(process.execPath, [main], {
    env: { ...PROGRAM_ENVIRONMENT, LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const printed: string[] = []
  child.stderr?.on('data', (text) => printed.push(String(text)))
  if (child.stdout === null) throw new Error('the program has no output')
  for await (const line of createInterface(child.stdout)) {
    printed.push(line)
    if (!line.startsWith('Galla is ')) continue
    child.stdout.on('data', (text) => printed.push(String(text)))
    child.stdout.resume()
    return { pid: child.pid ?? 0, printed, kill: (signal) => void child.kill(signal), ended }
  }
  throw new Error(`the program ended before it was ready:\n${printed.join('\n')}`)
}
