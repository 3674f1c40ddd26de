import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Environment, readSettings, SettingsError } from './settings.ts'

const problemsOf = (environment: Environment): readonly string[] => {
  try {
    readSettings(environment)
    return []
  } catch (error) {
    if (error instanceof SettingsError) return error.problems
    throw error
  }
}

const HEX_KEY = '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff'
const PRODUCTION = { NODE_ENV: 'production', PUBLIC_URL: 'https://pay.example.com' }

test('the default settings run Galla on this machine only', () => {
  expect(readSettings({})).toEqual({
    production: false,
    port: 3000,
    host: '127.0.0.1',
    publicUrl: new URL('http://localhost:3000'),
    dataDir: path.resolve('data'),
    databaseUrl: undefined,
    role: 'all',
    listens: true,
    sandbox: true,
    smtpUrl: undefined,
    smtpTlsRequired: false,
    mailFrom: undefined,
    operatorEmail: undefined,
    operatorPassword: undefined,
    refuseCommonPasswords: false,
    appKey: undefined,
    allowPrivateWebhooks: true,
    trustProxy: [],
    filesUrl: undefined,
    backup: undefined,
    providerUrls: {
      paytm: undefined,
      phonepe: undefined,
      razorpay: undefined,
      cashfree: undefined,
    },
    dnsServers: [],
    emailReceiver: undefined,
    imapTls: true,
    trialQrRequests: 25,
    apiRatePerSecond: 25,
    metricsToken: undefined,
    shutdownGraceMs: 0,
    logLevel: 'info',
  })
})

test('the public URL follows the port', () => {
  expect(readSettings({ PORT: '8080' }).publicUrl.href).toBe('http://localhost:8080/')
})

test('an empty setting is not set', () => {
  expect(readSettings({ PORT: '', SANDBOX: ' ' })).toEqual(readSettings({}))
})

test('production does not let webhooks reach private addresses by default', () => {
  expect(readSettings(PRODUCTION).allowPrivateWebhooks).toBe(false)
  expect(readSettings({ ...PRODUCTION, ALLOW_PRIVATE_WEBHOOKS: 'on' }).allowPrivateWebhooks).toBe(true)
})

test('an app key is 32 bytes in hexadecimal or base64', () => {
  const bytes = Buffer.from(HEX_KEY, 'hex')
  for (const text of [
    HEX_KEY,
    HEX_KEY.toUpperCase(),
    bytes.toString('base64'),
    bytes.toString('base64url'),
  ]) {
    expect(Buffer.from(readSettings({ APP_KEY: text }).appKey ?? []).equals(bytes)).toBe(true)
  }
})

test('proxies are separated by commas', () => {
  expect(readSettings({ TRUST_PROXY: '10.0.0.0/8, loopback,::1' }).trustProxy).toEqual([
    '10.0.0.0/8',
    'loopback',
    '::1',
  ])
})

describe('a wrong setting is refused with its name and the allowed values', () => {
  test.each([
    ['PORT', '70000'],
    ['PORT', '3000x'],
    ['PORT', '-1'],
    ['PUBLIC_URL', 'example.com'],
    ['PUBLIC_URL', 'https://example.com/shop'],
    ['PUBLIC_URL', 'https://user:pw@example.com'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_URL', 'postgres://a:1,b:x/galla'],
    ['DATABASE_URL', 'postgres://a,/galla'],
    ['DATABASE_URL', 'postgres://galla@,/galla'],
    ['DATABASE_TLS', 'on'],
    ['SMTP_TLS', 'maybe'],
    ['IMAP_TLS', 'maybe'],
    ['EMAIL_RECEIVER', 'alerts.example.com'],
    ['DNS_SERVERS', 'my-server'],
    ['DNS_SERVERS', '10.0.0.999'],
    ['DNS_SERVERS', '10.0.0.2:99999'],
    ['DNS_SERVERS', '::::'],
    ['ROLE', 'both'],
    ['SANDBOX', 'maybe'],
    ['SMTP_URL', 'http://mail'],
    ['MAIL_FROM', 'nobody'],
    ['OPERATOR_EMAIL', 'nobody'],
    ['OPERATOR_PASSWORD', 'short'],
    ['REFUSE_COMMON_PASSWORDS', 'maybe'],
    ['APP_KEY', 'abc'],
    ['APP_KEY', HEX_KEY.slice(2)],
    ['ALLOW_PRIVATE_WEBHOOKS', '2'],
    ['TRUST_PROXY', 'my-proxy'],
    ['TRUST_PROXY', '10.0.0.999'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/0'],
    ['TRUST_PROXY', '10.0.0.1, ::::'],
    ['FILES_URL', 'ftp://files'],
    ['FILES_URL', 's3://bucket'],
    ['FILES_URL', 'file://host/files'],
    ['PAYTM_URL', 'paytm'],
    ['PHONEPE_URL', 'x'],
    ['RAZORPAY_URL', 'x'],
    ['CASHFREE_URL', 'x'],
    ['TRIAL_QR_REQUESTS', '2.5'],
    ['API_RATE_PER_SECOND', '0'],
    ['METRICS_TOKEN', 'short'],
    ['SHUTDOWN_GRACE_SECONDS', '301'],
    ['LOG_LEVEL', 'loud'],
  ])('%s=%s', (name, value) => {
    const problems = problemsOf({ [name]: value })
    expect(problems[0]).toMatch(new RegExp(`^${name} must be `))
    // Some of them are secrets, and the message is printed.
    expect(problems[0]?.replace(`${name} must be `, '')).not.toContain(`${value} `)
  })
})

test('all wrong settings are reported at once', () => {
  expect(problemsOf({ PORT: 'x', ROLE: 'x' })).toHaveLength(2)
  // Another word for production would start without its safeguards.
  expect(problemsOf({ NODE_ENV: 'prod' })).toEqual(['NODE_ENV must be production, development or test'])
})

test('production requires https, and the app key if there are several processes', () => {
  expect(problemsOf({ NODE_ENV: 'production' })).toEqual(['PUBLIC_URL must be https in production'])
  expect(problemsOf({ ...PRODUCTION, DATABASE_URL: 'postgres://db/galla' })[0]).toMatch(
    /^APP_KEY must be set/,
  )
  const local = { ...PRODUCTION, DATABASE_URL: 'postgresql:///galla?host=/var/run/postgresql&user=galla' }
  expect(problemsOf(local)).toEqual([])
  expect(problemsOf({ ...local, ROLE: 'worker' })[0]).toMatch(/^APP_KEY must be set/)
  expect(problemsOf({ DATABASE_URL: 'postgres://galla@db1:5432,db2:5432/galla' })).toEqual([])
  expect(problemsOf({ ...PRODUCTION, DATABASE_URL: 'postgres://localhost/galla', APP_KEY: HEX_KEY })).toEqual(
    [],
  )
})

describe('the database connection to another machine is encrypted in production, unless a setting allows otherwise', () => {
  const SET = { ...PRODUCTION, APP_KEY: HEX_KEY, MAIL_FROM: 'shop@example.com' }
  const VERIFIED = 'postgres://db.example.com/galla?sslmode=verify-full&sslrootcert=/etc/ca.crt'

  test.each([
    [VERIFIED],
    ['postgres:///galla?host=/var/run/postgresql'],
    ['postgres://%2Fvar%2Frun%2Fpostgresql/galla'],
    ['postgres://localhost/galla'],
    ['postgres://127.0.0.1:5433/galla'],
    ['postgres://[::1]/galla'],
  ])('with %s is accepted', (databaseUrl) => {
    expect(problemsOf({ ...SET, DATABASE_URL: databaseUrl })).toEqual([])
  })

  test.each([
    ['postgres://db.example.com/galla'],
    ['postgres://10.0.0.5/galla'],
    ['postgres://db.example.com/galla?sslmode=disable'],
    ['postgres://db.example.com/galla?sslmode=prefer'],
    ['postgres://db.example.com/galla?sslmode=require'],
    ['postgres://db.example.com/galla?sslmode=no-verify'],
    ['postgres://db.example.com/galla?sslmode=verify-full&sslmode=disable'],
    ['postgres://localhost/galla?host=db.example.com'],
    ['postgres://127.example.com/galla'],
  ])('with %s is refused with the names of the settings, without the URL', (databaseUrl) => {
    const [problem] = problemsOf({ ...SET, DATABASE_URL: databaseUrl })
    expect(problem).toMatch(/^DATABASE_URL must say sslmode=verify-full.*DATABASE_TLS=off/)
    expect(problem).not.toContain('example.com')
    expect(problemsOf({ ...SET, DATABASE_URL: databaseUrl, DATABASE_TLS: 'off' })).toEqual([])
    expect(problemsOf({ DATABASE_URL: databaseUrl })).toEqual([])
  })

  test('with DATABASE_TLS=require accepts any certificate, and no unencrypted connection', () => {
    const required = (mode: string) =>
      problemsOf({
        ...SET,
        DATABASE_TLS: 'require',
        DATABASE_URL: `postgres://db.example.com/galla?sslmode=${mode}`,
      })
    for (const mode of ['require', 'no-verify', 'verify-ca', 'verify-full'])
      expect(required(mode)).toEqual([])
    for (const mode of ['prefer', 'disable', ''])
      expect(required(mode)[0]).toMatch(/^DATABASE_URL must say sslmode=/)
  })

  test('with TLS in a setting is encrypted outside production and on this machine too', () => {
    const local = { DATABASE_URL: 'postgres://localhost/galla', DATABASE_TLS: 'verify-full' }
    expect(problemsOf(local)).toHaveLength(1)
    expect(
      readSettings({
        SMTP_URL: 'smtp://localhost',
        MAIL_FROM: 'shop@example.com',
        SMTP_TLS: 'require',
      }).smtpTlsRequired,
    ).toBe(true)
  })

  test('mail to another machine is encrypted, and a URL without encryption is refused', () => {
    const required = (environment: Record<string, string>) =>
      readSettings({ ...SET, ...environment }).smtpTlsRequired
    expect(required({ SMTP_URL: 'smtp://mail.example.com' })).toBe(true)
    expect(required({ SMTP_URL: 'smtps://mail.example.com' })).toBe(true)
    expect(required({ SMTP_URL: 'smtp://localhost' })).toBe(false)
    expect(required({ SMTP_URL: 'smtp://mail.example.com', SMTP_TLS: 'off' })).toBe(false)
    for (const renouncing of ['ignoreTLS=true', 'requireTLS=false'])
      expect(problemsOf({ ...SET, SMTP_URL: `smtp://mail.example.com?${renouncing}` })[0]).toMatch(
        /^SMTP_URL must not say .*SMTP_TLS=off/,
      )
  })
})

describe('scheduled backups', () => {
  const BACKUP = { BACKUP_URL: 'file:///backups', BACKUP_PASSPHRASE: 'a long passphrase' }

  test('are daily by default, keep fourteen, and have a monthly drill', () => {
    expect(readSettings(BACKUP).backup).toEqual({
      url: 'file:///backups',
      passphrase: 'a long passphrase',
      everyMs: 24 * 3_600_000,
      keep: 14,
      drillEveryMs: 30 * 86_400_000,
    })
    const other = readSettings({
      ...BACKUP,
      BACKUP_EVERY_HOURS: '6',
      BACKUP_KEEP: '3',
      DRILL_EVERY_DAYS: '0',
    })
    expect(other.backup).toMatchObject({ everyMs: 6 * 3_600_000, keep: 3, drillEveryMs: undefined })
  })

  test('require both a target and a passphrase', () => {
    expect(problemsOf({ BACKUP_URL: BACKUP.BACKUP_URL })).toEqual([
      'BACKUP_PASSPHRASE must be set with BACKUP_URL. It encrypts every backup',
    ])
    expect(problemsOf({ BACKUP_URL: 'ftp://backups', BACKUP_PASSPHRASE: 'short', BACKUP_KEEP: '0' })).toEqual(
      [
        expect.stringMatching(/^BACKUP_URL must be the file:\/\/ URL of a folder, or s3:/),
        'BACKUP_PASSPHRASE must be a passphrase of 12 to 1000 characters',
        'BACKUP_KEEP must be a whole number, 1 to 1000',
      ],
    )
  })
})
