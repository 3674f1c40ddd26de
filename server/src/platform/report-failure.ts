import { findConnectProblem } from './database/connect-problem.ts'
import { errorCode } from './error-code.ts'

/** Errors of the JavaScript engine are bugs: their stack is what helps. */
const ENGINE_ERRORS = new Set([
  'Error',
  'TypeError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'URIError',
])

/** Errors of the file system, as sentences that tell the operator what to do. */
const FILE_ERRORS: Readonly<Record<string, string>> = {
  EROFS: 'The disk is read-only',
  ENOSPC: 'The disk is full',
  EDQUOT: "This user's share of the disk is full",
  EACCES: 'This user has no access to the file',
  EPERM: 'This user has no access to the file',
  EIO: 'The disk is faulty',
}

/** A sentence if the operator can fix it; undefined for a bug or an unforeseen failure of the machine. */
export const failureSentence = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined
  const code = errorCode(error)
  const fileError = 'syscall' in error && 'path' in error ? FILE_ERRORS[code] : undefined
  if (fileError !== undefined) return `${fileError} (${error.message}).`
  return error.name.endsWith('Error') && !ENGINE_ERRORS.has(error.name) ? error.message : undefined
}

/** Prints why a program of Galla failed. */
export const reportFailure = (error: unknown): void => {
  console.error(findConnectProblem(error) ?? failureSentence(error) ?? error)
}

/** Ends the process with the exit code of a command, or prints why it failed and ends with `failedCode`. */
export const runCommand = (command: () => Promise<unknown>, failedCode = 1): Promise<never> =>
  command().then(
    (code) => process.exit(typeof code === 'number' ? code : 0),
    (error: unknown) => {
      reportFailure(error)
      process.exit(failedCode)
    },
  )
