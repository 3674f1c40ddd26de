import path from 'node:path'
import { API_RATE_PER_SECOND } from '@galla/contract/limits'
import { z } from 'zod'
import {
  BACKUP_READERS,
  type BackupSettings,
  backupProblem,
  backupSettings,
} from './backup/backup-settings.ts'
import {
  databaseTlsProblem,
  isLocalDatabase,
  isSmtpTlsRequired,
  smtpTlsProblem,
  type TlsRequirements,
} from './crypto/transport-security.ts'
import { type EmailReceiverSettings, parseEmailReceiver, RECEIVER_FORM } from './mail/receiver-settings.ts'
import {
  APP_KEY_READER,
  areNameServers,
  databaseUrl,
  FILE_STORE_READER,
  isNetwork,
  onOff,
  urlOf,
  wholeNumber,
} from './setting-readers.ts'

/** What URLs reserve: in a user name or a password, each needs its code. */
const RESERVED = new Set([
  '/',
  '?',
  '#',
  '[',
  ']',
  '@',
  '%',
  ' ',
  '^',
  '"',
  '<',
  '>',
  '\\',
  '`',
  '{',
  '|',
  '}',
])

const codeOf = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

/**
 * Why a setting may be wrong that was copied from a file with other rules: `docker --env-file` and systemd keep what a shell would remove.
 * Never with the value, which may be a secret; undefined if it has none of these faults.
 */
const settingFault = (name: string, text: string): string | undefined => {
  if (/^(["'`]).*\1$/s.test(text))
    return `${name} is in quotation marks, which became part of it. Remove them`
  if (/^["'`]|["'`]$/.test(text)) return `${name} begins or ends with a quotation mark. Remove it`
  const reserved = name.endsWith('_URL') ? reservedInLogin(text) : undefined
  if (reserved !== undefined)
    return `${name} has a reserved character in its user or password: write ${reserved} as ${codeOf(reserved)}`
  if (/\s#/.test(text)) return `${name} contains a comment (#). Put it on a line of its own`
  return undefined
}

/** Whether a setting that seems valid has a fault that no value is meant to have. */
const hasFault = (name: string, text: string): boolean =>
  TAKES_EVERY_TEXT.test(name) && (/^["'`]|["'`]$|\s#/.test(text) || reservedInLogin(text) === '%')

/** Others refuse these characters themselves, or may contain them. */
const TAKES_EVERY_TEXT = /^(?:\w+_URL|HOST|DATA_DIR)$/

/** The first reserved character between `://` and the last `@`. */
const reservedInLogin = (text: string): string | undefined => {
  const from = text.indexOf('://')
  const to = text.lastIndexOf('@')
  if (from < 0 || to < from) return undefined
  const login = text.slice(from + 3, to).replaceAll(/%[0-9a-f]{2}/gi, '')
  // A list of servers, each with its login.
  if (login.includes(',')) return undefined
  return [...login].find((character) => RESERVED.has(character))
}

/** The operator's settings, parsed once. Nothing else reads the environment. */
export interface Settings {
  readonly production: boolean
  readonly port: number
  readonly host: string
  /** Its origin is what links, cookies and the origin check are made from; it has no path. */
  readonly publicUrl: URL
  readonly dataDir: string
  /** Undefined: the embedded database. */
  readonly databaseUrl: string | undefined
  readonly role: 'web' | 'worker' | 'all'
  /** A worker listens only where PORT is set, for health checks and metrics. */
  readonly listens: boolean
  readonly sandbox: boolean
  /** Undefined: mail is written to `outbox` in the data folder. */
  readonly smtpUrl: string | undefined
  /** Mail goes encrypted or not at all. */
  readonly smtpTlsRequired: boolean
  readonly mailFrom: string | undefined
  readonly operatorEmail: string | undefined
  readonly operatorPassword: string | undefined
  /** For merchants as well; for operators they always are. */
  readonly refuseCommonPasswords: boolean
  /** 32 bytes. None: made at the first start and kept in the data folder. */
  readonly appKey: Uint8Array | undefined
  /** The replacement of APP_KEY. Only `npm run galla -- rotate-app-key` reads it. */
  readonly newAppKey: Uint8Array | undefined
  readonly allowPrivateWebhooks: boolean
  readonly trustProxy: readonly string[]
  /** A folder or an S3-compatible store (open-files.ts). None: `files` in the data folder. */
  readonly filesUrl: string | undefined
  /** Undefined: only `npm run galla -- backup` makes backups. */
  readonly backup: BackupSettings | undefined
  readonly providerUrls: {
    readonly paytm: string | undefined
    readonly phonepe: string | undefined
    readonly razorpay: string | undefined
    readonly cashfree: string | undefined
  }
  /** The name servers for the keys of banks. Empty: the system's. */
  readonly dnsServers: readonly string[]
  /** Undefined: this installation receives no e-mail. */
  readonly emailReceiver: EmailReceiverSettings | undefined
  /** False for tests on this machine only: mailboxes are read over TLS. */
  readonly imapTls: boolean
  /** Undefined: merchants cannot be notified by Telegram. */
  readonly telegramBotToken: string | undefined
  /** Undefined: Telegram's own. */
  readonly telegramUrl: string | undefined
  readonly trialQrRequests: number
  readonly apiRatePerSecond: number
  readonly metricsToken: string | undefined
  /** How long requests are still answered after SIGTERM, so that balancers notice. */
  readonly shutdownGraceMs: number
  readonly logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'
}

/** Names each wrong setting and what it may be; never what it was, since some are secrets. */
export class SettingsError extends Error {
  override name = 'SettingsError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`Invalid settings:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

const METRICS_TOKEN_CHARACTERS_MIN = 16
const SHUTDOWN_GRACE_SECONDS_MAX = 300

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** Each setting with its parser, and a description of the valid values. */
const READERS = {
  // Another word for production would start it without its safeguards.
  NODE_ENV: [z.enum(['production', 'development', 'test']), 'production, development or test'],
  PORT: [wholeNumber(0, 65_535), 'a port number, 0 to 65535'],
  HOST: [z.string().max(255), 'an address or a host name'],
  PUBLIC_URL: [
    urlOf('http:', 'https:').refine((text) => {
      if (!URL.canParse(text)) return false
      const { pathname, search, hash, username, password } = new URL(text)
      return pathname === '/' && search + hash + username + password === ''
    }),
    'an http or https URL without a path, such as https://pay.example.com',
  ],
  DATA_DIR: [z.string().max(4_096), 'a folder'],
  DATABASE_URL: [
    databaseUrl,
    'a URL that starts with postgres:// or postgresql://, with one or more hosts separated by commas',
  ],
  DATABASE_TLS: [z.enum(['verify-full', 'require', 'off']), 'verify-full, require or off'],
  ROLE: [z.enum(['web', 'worker', 'all']), 'web, worker or all'],
  SANDBOX: [onOff, 'on or off'],
  SMTP_URL: [urlOf('smtp:', 'smtps:'), 'a URL that starts with smtp:// or smtps://'],
  SMTP_TLS: [z.enum(['require', 'off']), 'require or off'],
  MAIL_FROM: [
    z
      .string()
      .max(320)
      .regex(/^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/),
    'an e-mail address, or a name with the address in <>',
  ],
  OPERATOR_EMAIL: [z.email().max(254), 'an e-mail address'],
  OPERATOR_PASSWORD: [z.string().min(8).max(128), 'a password of 8 to 128 characters'],
  REFUSE_COMMON_PASSWORDS: [onOff, 'on or off'],
  APP_KEY: APP_KEY_READER,
  NEW_APP_KEY: APP_KEY_READER,
  ALLOW_PRIVATE_WEBHOOKS: [onOff, 'on or off'],
  TRUST_PROXY: [
    z
      .string()
      .transform((text) => text.split(',').map((address) => address.trim()))
      .refine((addresses) => addresses.every(isNetwork)),
    'addresses or networks separated by commas, such as 10.0.0.0/8,loopback',
  ],
  FILES_URL: FILE_STORE_READER,
  ...BACKUP_READERS,
  PAYTM_URL: [urlOf('http:', 'https:'), 'an http or https URL'],
  PHONEPE_URL: [urlOf('http:', 'https:'), 'an http or https URL'],
  RAZORPAY_URL: [urlOf('http:', 'https:'), 'an http or https URL'],
  CASHFREE_URL: [urlOf('http:', 'https:'), 'an http or https URL'],
  DNS_SERVERS: [
    z
      .string()
      .transform((text) => text.split(',').map((server) => server.trim()))
      .refine(areNameServers),
    'addresses separated by commas, such as 10.0.0.2,10.0.0.3:5353',
  ],
  EMAIL_RECEIVER: [z.string().refine((text) => parseEmailReceiver(text) !== undefined), RECEIVER_FORM],
  IMAP_TLS: [z.enum(['require', 'off']), 'require or off'],
  TELEGRAM_BOT_TOKEN: [
    z.string().regex(/^\d{3,20}:[\w-]{20,100}$/),
    'the token that BotFather gave you, such as 123456:ABC-DEF…',
  ],
  TELEGRAM_URL: [urlOf('http:', 'https:'), 'an http or https URL'],
  TRIAL_QR_REQUESTS: [wholeNumber(0, 1_000_000), 'a whole number, 0 to 1000000'],
  API_RATE_PER_SECOND: [wholeNumber(1, 1_000_000), 'a whole number, 1 to 1000000'],
  METRICS_TOKEN: [
    z.string().min(METRICS_TOKEN_CHARACTERS_MIN).max(512),
    `a secret of at least ${METRICS_TOKEN_CHARACTERS_MIN} characters`,
  ],
  SHUTDOWN_GRACE_SECONDS: [wholeNumber(0, SHUTDOWN_GRACE_SECONDS_MAX), 'seconds, 0 to 300'],
  LOG_LEVEL: [z.enum(LEVELS), LEVELS.join(', ')],
} as const satisfies Record<string, readonly [z.ZodType, string]>

type Name = keyof typeof READERS
export const SETTING_NAMES: readonly string[] = Object.keys(READERS)
type Values = { [N in Name]: z.output<(typeof READERS)[N][0]> | undefined }

export type Environment = Readonly<Record<string, string | undefined>>

/** Reads every setting once. An empty one is not set. */
export const readSettings = (environment: Environment): Settings => {
  const problems: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, [schema, may]] of Object.entries(READERS)) {
    const text = environment[name]?.trim()
    if (text === undefined || text === '') continue
    const parsed = schema.safeParse(text)
    if (parsed.success && !hasFault(name, text)) {
      values[name] = parsed.data
      continue
    }
    const fault = settingFault(name, text)
    problems.push(`${name} must be ${may}${fault === undefined ? '' : `. ${fault}`}`)
  }
  const read = values as Values
  problems.push(...contradictions(read))
  if (problems.length > 0) throw new SettingsError(problems)
  return settingsFrom(read)
}

/** Values that are valid alone but contradict each other. */
const contradictions = (values: Values): string[] => {
  const production = values.NODE_ENV === 'production'
  const problems: string[] = []
  if (production && values.PUBLIC_URL?.startsWith('https:') !== true)
    problems.push('PUBLIC_URL must be https in production')
  if (production && values.APP_KEY === undefined && hasSeveralProcesses(values)) {
    problems.push(
      'APP_KEY must be set in production with a DATABASE_URL of another machine or a ROLE, because every process needs the same key',
    )
  }
  if (values.SMTP_URL !== undefined && values.MAIL_FROM === undefined) {
    problems.push('MAIL_FROM must be set with SMTP_URL. It is the sender of every e-mail')
  }
  if (production && values.IMAP_TLS === 'off') problems.push('IMAP_TLS must not be off in production')
  if (production && values.EMAIL_RECEIVER?.includes('cert=') === false)
    problems.push('EMAIL_RECEIVER must name a certificate and its key in production')
  const { DATABASE_URL: databaseUrl, SMTP_URL: smtpUrl } = values
  const tls = wantedTls(values)
  const further = [
    databaseUrl === undefined ? undefined : databaseTlsProblem(databaseUrl, tls),
    smtpUrl === undefined ? undefined : smtpTlsProblem(smtpUrl, tls),
    backupProblem(values),
  ]
  return [...problems, ...further.filter((problem) => problem !== undefined)]
}

/** One process beside its database keeps the key in its data folder, as with the embedded database. */
const hasSeveralProcesses = ({ DATABASE_URL: url, ROLE: role }: Values): boolean =>
  url !== undefined && (!isLocalDatabase(url) || (role !== undefined && role !== 'all'))

const wantedTls = (values: Values): TlsRequirements => ({
  production: values.NODE_ENV === 'production',
  databaseTls: values.DATABASE_TLS,
  smtpTls: values.SMTP_TLS,
})

const PORT = 3000
const TRIAL_QR_REQUESTS = 25

const settingsFrom = (values: Values): Settings => {
  const production = values.NODE_ENV === 'production'
  const port = values.PORT ?? PORT
  return {
    production,
    port,
    host: values.HOST ?? '127.0.0.1',
    publicUrl: new URL(values.PUBLIC_URL ?? `http://localhost:${port}`),
    dataDir: path.resolve(values.DATA_DIR ?? './data'),
    databaseUrl: values.DATABASE_URL,
    role: values.ROLE ?? 'all',
    listens: values.ROLE !== 'worker' || values.PORT !== undefined,
    sandbox: values.SANDBOX ?? true,
    smtpUrl: values.SMTP_URL,
    smtpTlsRequired: values.SMTP_URL !== undefined && isSmtpTlsRequired(values.SMTP_URL, wantedTls(values)),
    mailFrom: values.MAIL_FROM,
    operatorEmail: values.OPERATOR_EMAIL,
    operatorPassword: values.OPERATOR_PASSWORD,
    refuseCommonPasswords: values.REFUSE_COMMON_PASSWORDS ?? false,
    appKey: values.APP_KEY,
    newAppKey: values.NEW_APP_KEY,
    allowPrivateWebhooks: values.ALLOW_PRIVATE_WEBHOOKS ?? !production,
    trustProxy: values.TRUST_PROXY ?? [],
    filesUrl: values.FILES_URL,
    backup: backupSettings(values),
    providerUrls: {
      paytm: values.PAYTM_URL,
      phonepe: values.PHONEPE_URL,
      razorpay: values.RAZORPAY_URL,
      cashfree: values.CASHFREE_URL,
    },
    dnsServers: values.DNS_SERVERS ?? [],
    emailReceiver: parseEmailReceiver(values.EMAIL_RECEIVER ?? ''),
    imapTls: values.IMAP_TLS !== 'off',
    telegramBotToken: values.TELEGRAM_BOT_TOKEN,
    telegramUrl: values.TELEGRAM_URL,
    trialQrRequests: values.TRIAL_QR_REQUESTS ?? TRIAL_QR_REQUESTS,
    apiRatePerSecond: values.API_RATE_PER_SECOND ?? API_RATE_PER_SECOND,
    metricsToken: values.METRICS_TOKEN,
    shutdownGraceMs: 1_000 * (values.SHUTDOWN_GRACE_SECONDS ?? 0),
    logLevel: values.LOG_LEVEL ?? 'info',
  }
}

/** fontconfig takes the fonts' list from the environment alone, and reads it once, while the drawing library is loaded. */
export const setFontList = (file: string): void => {
  process.env.FONTCONFIG_FILE = file
}
