import { existsSync } from 'node:fs'

const PASSWORD = /^([a-z]+:\/\/[^/?#@:]*):([^/?#]*)@/
/** Debian's and Red Hat's: Node brings its own list, and PostgreSQL's programs do not. */
const AUTHORITIES = ['/etc/ssl/certs/ca-certificates.crt', '/etc/pki/tls/certs/ca-bundle.crt']
/** With these, the driver of the program checks the certificate completely, and libpq would not. */
const WEAKER = /([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/
/** Of the driver alone. */
const UNCHECKED = /([?&]sslmode=)no-verify(?=&|$)/
const LIBPQ_RULES = /([?&])uselibpqcompat=true(?:&|$)/

/**
 * The address for PostgreSQL's own programs: with the password in a variable, because everyone on the machine can read a command line,
 * and with certificates checked as strictly as the program does.
 */
export const libpqConnection = (connectionString: string): { dbname: string; env: NodeJS.ProcessEnv } => {
  const [, user, password] = PASSWORD.exec(connectionString) ?? []
  const bare = user === undefined ? connectionString : connectionString.replace(PASSWORD, '$1@')
  const dbname = LIBPQ_RULES.test(bare)
    ? bare.replace(LIBPQ_RULES, '$1').replace(/[?&]$/, '')
    : bare.replace(WEAKER, '$1verify-full').replace(UNCHECKED, '$1require')
  const authorities = process.env.NODE_EXTRA_CA_CERTS ?? AUTHORITIES.find((file) => existsSync(file))
  return {
    dbname,
    env: {
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => /^PG[A-Z]/.test(name))),
      PGAPPNAME: 'galla backup',
      ...(password === undefined ? {} : { PGPASSWORD: decodeURIComponent(password) }),
      ...(dbname.includes('sslmode=verify-full') && authorities !== undefined
        ? { PGSSLROOTCERT: authorities }
        : {}),
    },
  }
}
