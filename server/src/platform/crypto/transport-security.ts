import { isIPv4 } from 'node:net'
import { serverUrls } from '../database/server-urls.ts'

/** TLS requirements for connections to the database and the mail server. Undefined: the default, which is strict in production only. */
export interface TlsRequirements {
  readonly production: boolean
  readonly databaseTls: 'verify-full' | 'require' | 'off' | undefined
  readonly smtpTls: 'require' | 'off' | undefined
}

/** The driver's modes that encrypt, with or without verifying the server. */
const ENCRYPTING_MODES = new Set(['require', 'verify-ca', 'verify-full', 'no-verify'])

/** True for this machine: a loopback address, or the folder of a Unix socket. */
const isLocal = (host: string): boolean =>
  host === '' ||
  host === 'localhost' ||
  host === '[::1]' ||
  host === '::1' ||
  host.startsWith('/') ||
  (isIPv4(host) && host.startsWith('127.'))

/** Reads the host as the driver does: the last of several counts, and `host` overrides the URL's own. */
const databaseHostOf = (url: URL): string =>
  url.searchParams.getAll('host').at(-1) || decodeURIComponent(url.hostname)

/** Whether the database, every server of it, runs on this machine. */
export const isLocalDatabase = (databaseUrl: string): boolean =>
  serverUrls(databaseUrl).every((url) => isLocal(databaseHostOf(new URL(url))))

/** Returns why the start is refused, or undefined. The message never contains the URL, which holds a password. */
export const databaseTlsProblem = (
  databaseUrl: string,
  requirements: TlsRequirements,
): string | undefined => {
  const required =
    requirements.databaseTls ??
    (requirements.production && !isLocalDatabase(databaseUrl) ? 'verify-full' : 'off')
  if (required === 'off') return undefined
  // The servers of a list share their parameters.
  const mode = new URL(serverUrls(databaseUrl)[0] ?? '').searchParams.getAll('sslmode').at(-1) ?? ''
  if (required === 'require')
    return ENCRYPTING_MODES.has(mode)
      ? undefined
      : `DATABASE_URL must say sslmode=${[...ENCRYPTING_MODES].join(' or ')} with DATABASE_TLS=require`
  return mode === 'verify-full'
    ? undefined
    : 'DATABASE_URL must say sslmode=verify-full, and sslrootcert=FILE where the certificate is signed by a CA of your own; DATABASE_TLS=require takes any certificate, DATABASE_TLS=off a connection that is not encrypted'
}

export const isSmtpTlsRequired = (smtpUrl: string, { production, smtpTls }: TlsRequirements): boolean =>
  smtpTls === 'require' || (smtpTls === undefined && production && !isLocal(new URL(smtpUrl).hostname))

/** Whether a server offers STARTTLS is known only when an email is sent; this checks that the URL does not disable it. */
export const smtpTlsProblem = (smtpUrl: string, requirements: TlsRequirements): string | undefined => {
  if (!isSmtpTlsRequired(smtpUrl, requirements)) return undefined
  const { searchParams } = new URL(smtpUrl)
  return searchParams.has('ignoreTLS') || searchParams.has('requireTLS')
    ? 'SMTP_URL must not say ignoreTLS or requireTLS where TLS is required; SMTP_TLS=off sends mail without it'
    : undefined
}
