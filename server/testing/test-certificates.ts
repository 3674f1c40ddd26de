import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface TestCertificates {
  /** The CA that signed the server's certificate. */
  readonly ca: string
  /** Another CA, which signed nothing here. */
  readonly otherCa: string
  /** For `localhost`. */
  readonly cert: string
  readonly key: string
}

/** A CA of the test's own, and a certificate for localhost that it signed, as files of a folder; made by openssl. */
export const makeCertificates = (folder: string): TestCertificates => {
  const at = (name: string): string => join(folder, name)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  for (const name of ['ca', 'other-ca'])
    openssl(
      'req',
      '-x509',
      ...newKey,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.crt`,
      '-days',
      '2',
      '-subj',
      `/CN=${name}`,
    )
  openssl('req', ...newKey, '-keyout', 'server.key', '-out', 'server.csr', '-subj', '/CN=localhost')
  writeFileSync(at('san.cnf'), 'subjectAltName=DNS:localhost')
  openssl(
    'x509',
    '-req',
    '-in',
    'server.csr',
    '-CA',
    'ca.crt',
    '-CAkey',
    'ca.key',
    '-CAcreateserial',
    '-days',
    '2',
    '-extfile',
    'san.cnf',
    '-out',
    'server.crt',
  )
  return { ca: at('ca.crt'), otherCa: at('other-ca.crt'), cert: at('server.crt'), key: at('server.key') }
}
