import { type ChildProcess, fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'

export interface SandboxedProgram {
  readonly program: URL
  /** The heap of JavaScript only; native code may use more. */
  readonly heapMegabytesMax: number
  /** Whether payments wait for its work. Otherwise requests have priority over it. */
  readonly isUrgent?: boolean
}

const lowerPriority = (pid: number): void => {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // The child has ended already, or the system has no priorities: then it runs with the usual one.
  }
}

/**
 * Starts a program that parses untrusted input. It has no secrets, and cannot write files, start processes or use the network. It does not
 * keep this process alive.
 */
export const forkSandboxed = ({ program, heapMegabytesMax, isUrgent }: SandboxedProgram): ChildProcess => {
  const child = fork(program, [], {
    // The child gets no settings and no secrets, and its output is dropped.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    execArgv: [
      `--max-old-space-size=${heapMegabytesMax}`,
      '--permission',
      '--allow-fs-read=*',
      '--allow-addons',
      '--disable-warning=SecurityWarning',
    ],
  })
  if (child.pid !== undefined && isUrgent !== true) lowerPriority(child.pid)
  child.unref()
  child.channel?.unref()
  return child
}
