import { pino } from 'pino'
import { standardOutput } from './log-output.ts'
import { smtpReply } from './mail/smtp-reply.ts'
import { Refusal } from './refusal.ts'

/**
 * What may be logged, and in which form. What is not named here, or does not have the form, does not pass: a list of forbidden
 * words would miss the next secret. No field takes free text that someone typed.
 */
const WORD = /^[\w./:*-]{1,80}$/
const word = (value: unknown): string | undefined =>
  typeof value === 'string' && WORD.test(value) ? value : undefined
const count = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined
const identifier = (value: unknown): string | undefined =>
  typeof value === 'string' && /^(?:[a-z]{2,6}_)?[0-9A-HJKMNP-TV-Z]{26}$/i.test(value) ? value : undefined
/** Digits and dots or colons only: a network address. */
const address = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[0-9a-f.:]{2,45}$/i.test(value) ? value : undefined
/** The pattern that a route was registered with, never the path of the request. */
const route = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\/[\w/:.*-]{0,120}$/.test(value) ? value : undefined

const FIELDS = {
  requestId: identifier,
  merchantId: identifier,
  orderId: identifier,
  eventId: identifier,
  workerId: identifier,
  address,
  method: word,
  route,
  status: count,
  durationMs: count,
  code: word,
  job: word,
  sweep: word,
  part: word,
  reason: word,
  attempt: count,
  count,
  port: count,
  signal: word,
  migration: word,
} as const satisfies Record<string, (value: unknown) => string | number | undefined>

export type LogFields = {
  readonly [F in keyof typeof FIELDS]?: NonNullable<ReturnType<(typeof FIELDS)[F]>> | undefined
} & {
  /** Logged with its name, code and stack, and with its message only when that cannot hold values. */
  readonly error?: unknown
}

export interface Log {
  debug(event: string, fields?: LogFields): void
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, fields?: LogFields): void
}

type Level = keyof Log

const FRAMES_MAX = 12
const CAUSES_MAX = 3

/** Messages of the JavaScript engine that name things of the program, and no values. */
const SAFE_MESSAGES = [
  /^Cannot (?:read|set) properties of (?:undefined|null) \((?:reading|setting) '[\w$]{1,60}'\)$/,
  /^[\w$.()]{1,80} is not (?:a function|defined|iterable|a constructor)$/,
  /^Cannot access '[\w$]{1,60}' before initialization$/,
  /^\d+ rows where at most one was expected$/,
  /^no row where one was expected$/,
]

export interface LoggedError {
  readonly name: string
  readonly code?: string
  readonly message?: string
  /** What a mail server answered. */
  readonly reply?: string
  /** File and line of each call, without the message that a stack begins with. */
  readonly stack: readonly string[]
  readonly detail?: Readonly<Record<string, string>>
  readonly cause?: LoggedError
}

/** Where in the database an error arose; `detail`, `where` and the message would hold the row's values. */
const DATABASE_PROPERTIES = [
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'dataType',
  'routine',
  'syscall',
] as const

export const loggedError = (error: unknown, depth = 0): LoggedError => {
  if (!(error instanceof Error)) return { name: `thrown ${typeof error}`, stack: [] }
  const properties: Readonly<Record<string, unknown>> = { ...error }
  const code = word(properties.code)
  const cause = error instanceof AggregateError ? error.errors[0] : error.cause
  const safe = error instanceof Refusal || SAFE_MESSAGES.some((pattern) => pattern.test(error.message))
  const reply = smtpReply(error)
  const detail: Record<string, string> = {}
  for (const name of DATABASE_PROPERTIES) {
    const value = word(properties[name])
    if (value !== undefined) detail[name] = value
  }
  const frames = (error.stack ?? '').split('\n').filter((line) => /^ {4}at \S.*[:)]\d*\)?$/.test(line))
  return {
    name: word(error.name) ?? 'Error',
    ...(code === undefined ? {} : { code }),
    // A refusal's sentence may have been made for the occasion; its code says as much.
    ...(safe && !(error instanceof Refusal) ? { message: error.message } : {}),
    ...(reply === undefined ? {} : { reply }),
    stack: frames.slice(0, FRAMES_MAX).map((line) => line.trim()),
    ...(Object.keys(detail).length === 0 ? {} : { detail }),
    ...(cause !== undefined && depth < CAUSES_MAX ? { cause: loggedError(cause, depth + 1) } : {}),
  }
}

/** Keeps the listed fields that have their form, and drops all others. */
export const allowed = (fields: LogFields): Record<string, unknown> => {
  const passed: Record<string, unknown> = {}
  for (const [name, read] of Object.entries(FIELDS)) {
    const value = read(fields[name as keyof typeof FIELDS])
    if (value !== undefined) passed[name] = value
  }
  if (fields.error !== undefined) passed.error = loggedError(fields.error)
  return passed
}

export interface LogOptions {
  readonly level: Level | 'trace' | 'fatal' | 'silent'
  /** One line of JSON each; without it to standard output, which never holds up who logs. */
  readonly write?: (line: string) => void
}

/** One JSON object a line. The event is a literal of the program, never a text with values in it. */
export const createLog = ({ level, write = standardOutput().write }: LogOptions): Log => {
  const options = { level, base: null, formatters: { level: (label: string) => ({ level: label }) } }
  const logger = pino(options, { write })
  const at =
    (name: Level) =>
    (event: string, fields: LogFields = {}): void =>
      logger[name](allowed(fields), event)
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

/** Logs the failures of one part of the program, where no request or job reports them. */
export const failureLogger =
  (log: Pick<Log, 'error'>, part: string) =>
  (error: unknown): void =>
    log.error('a part of the app failed', { part, error })
