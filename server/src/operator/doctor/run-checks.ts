import { realDeadline } from '../../platform/clock.ts'
import { failureSentence } from '../../platform/report-failure.ts'

/** A problem, with what to do about it. */
export class CheckProblem extends Error {
  override name = 'CheckProblem'
}

/** The check was skipped, for a reason that another check reports. */
export class NotChecked extends Error {
  override name = 'NotChecked'
}

export interface Check {
  readonly name: string
  /** Returns a note about the successful check; throws a CheckProblem or NotChecked. */
  readonly run: () => Promise<string>
}

export interface Finding {
  readonly name: string
  readonly state: 'ok' | 'wrong' | 'skipped'
  readonly text: string
}

/** Runs all checks at once, each with this time limit, and returns their findings in the same order. */
export const runChecks = (checks: readonly Check[], timeoutMs: number): Promise<Finding[]> =>
  Promise.all(checks.map((check) => runCheck(check, timeoutMs)))

const runCheck = async ({ name, run }: Check, timeoutMs: number): Promise<Finding> => {
  const { signal, stop } = realDeadline(timeoutMs)
  const late = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () =>
      reject(
        new CheckProblem(`No result within ${timeoutMs / 1000} s. Is the machine or the network overloaded?`),
      ),
    )
  })
  try {
    return { name, state: 'ok', text: await Promise.race([run(), late]) }
  } catch (error) {
    if (error instanceof NotChecked) return { name, state: 'skipped', text: error.message }
    const text = error instanceof CheckProblem ? error.message : failureSentence(error)
    return { name, state: 'wrong', text: text ?? `The check failed: ${String(error)}` }
  } finally {
    stop()
  }
}

const MARKS = { ok: 'ok     ', wrong: 'WRONG  ', skipped: 'skipped' } as const

export const findingLines = (findings: readonly Finding[]): string[] => {
  const width = Math.max(0, ...findings.map(({ name }) => name.length))
  const wrong = findings.filter(({ state }) => state === 'wrong').length
  return [
    ...findings.map(({ name, state, text }) => `${MARKS[state]}  ${name.padEnd(width)}  ${text}`),
    '',
    wrong === 0 ? 'All checks passed.' : `${wrong} of ${findings.length} checks found a problem.`,
  ]
}
