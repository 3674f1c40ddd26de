import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readSettings } from '../../server/src/platform/settings.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')
const { version } = JSON.parse(read('package.json'))
const settingsPage = read('docs/operating/settings.md')
const settingNames = new Set(settingsPage.match(/(?<=`)[A-Z][A-Z0-9_]+(?=`)/g))
/** The settings in the table of that page. */
const settingRows = new Set(
  [...settingsPage.matchAll(/^\| (`[A-Z][A-Z0-9_]+`(?:, `[A-Z][A-Z0-9_]+`)*) +\|/gm)].flatMap(([, names]) =>
    (names ?? '').replaceAll('`', '').split(', '),
  ),
)
const deployFiles = execFileSync('git', ['ls-files', 'deploy'], { cwd: root, encoding: 'utf8' }).split('\n')
const chart = 'deploy/helm/galla'
const templates = deployFiles
  .filter((file) => file.startsWith(`${chart}/templates/`))
  .map(read)
  .join('\n')
const values = parse(read(`${chart}/values.yaml`))

test('every file that names the image names the one of this version', () => {
  const images = deployFiles
    .filter((file) => /\.ya?ml$/.test(file) && !file.startsWith(chart))
    .flatMap((file) => [...read(file).matchAll(/image: (\S*\bgalla:\S+)$/gm)].map((found) => found[1]))
  expect(images.length).toBeGreaterThanOrEqual(2)
  expect(new Set(images)).toEqual(new Set([`${values.image.repository}:${version}`]))
})

test.each([
  ['deploy/compose.yaml', 'galla'],
  ['deploy/compose.ha.yaml', 'web1'],
  ['deploy/compose.ha.yaml', 'worker1'],
])('%s passes every setting on to %s that neither it nor the image sets', (file, service) => {
  const { environment } = parse(read(file), { merge: true }).services[service]
  const ofImage = ['DATA_DIR', 'HOST', 'PORT', 'ROLE']
  // One command reads it, from its own environment.
  const expected = [...settingRows].filter((name) => ![...ofImage, 'NEW_APP_KEY'].includes(name))
  expect(Object.keys(environment)).toEqual(expect.arrayContaining(expected))
})

test('the workflow of a release renames no file that the sums name', () => {
  const moved = [...read('.github/workflows/release.yml').matchAll(/\bmv (\S+)/g)].map((found) => found[1])
  expect(moved).toEqual(['release/SHA256SUMS'])
})

test('compose.ha.yaml creates a database for drills', () => {
  expect(read('deploy/ha/create-database.sql')).toContain('create database galla_drill owner galla_app;')
})

describe('the Helm chart', () => {
  const isValid = new Ajv().compile(JSON.parse(read(`${chart}/values.schema.json`)))
  const changed = (change: object): object => ({ ...values, publicUrl: 'https://pay.example.com', ...change })

  test('has the version of the program', () => {
    const about = parse(read(`${chart}/Chart.yaml`))
    expect([about.version, about.appVersion]).toEqual([version, version])
  })

  test('accepts its own values with an https address', () => {
    expect(isValid(changed({}))).toBe(true)
    expect(isValid(changed({ settings: { TRUST_PROXY: '10.0.0.0/8' } }))).toBe(true)
  })

  test.each([
    ['no address', { publicUrl: '' }],
    ['an address without https', { publicUrl: 'http://pay.example.com' }],
    ['an address with a path', { publicUrl: 'https://pay.example.com/shop' }],
    ['an unknown value', { replicas: 2 }],
    ['no pods of a role', { worker: { replicas: 0 } }],
    ['a secret among the settings', { settings: { APP_KEY: 'x' } }],
    ['a setting that the chart sets', { settings: { ROLE: 'all' } }],
  ])('refuses %s', (_, change) => {
    expect(isValid(changed(change))).toBe(false)
  })

  test('uses each of its values, and no others', () => {
    const used = new Set(templates.match(/(?<=\.Values\.)[a-zA-Z]+(?:\.[a-zA-Z]+)*/g))
    // Through `with` and `get`.
    for (const name of ['enabled', 'className', 'annotations', 'tlsSecretName']) used.add(`ingress.${name}`)
    for (const role of ['web', 'worker'])
      for (const name of ['replicas', 'resources']) used.add(`${role}.${name}`)
    used.delete('ingress')
    const named = Object.entries(values).flatMap(([name, value]) =>
      value !== null && typeof value === 'object' && Object.keys(value).length > 0
        ? Object.keys(value).map((inner) => `${name}.${inner}`)
        : [name],
    )
    expect([...used].sort()).toEqual(named.sort())
  })

  test('sets only settings that exist, and requires those without which pods would not share their data', () => {
    const set = [...templates.matchAll(/name: ([A-Z][A-Z_]+)/g)].map((found) => found[1] ?? '')
    expect(set.filter((name) => !settingNames.has(name))).toEqual([])
    expect(templates).toContain('list "DATABASE_URL" "APP_KEY"')
  })

  test('restarts by /healthz, routes by /readyz, and runs without rights on a read-only file system', () => {
    const probe = (name: string): string | undefined =>
      new RegExp(`${name}Probe:\\s+httpGet: { path: (\\S+),`).exec(templates)?.[1]
    expect(['startup', 'readiness', 'liveness'].map(probe)).toEqual(['/healthz', '/readyz', '/healthz'])
    for (const line of ['runAsNonRoot: true', 'readOnlyRootFilesystem: true', 'drop: [ALL]'])
      expect(templates).toContain(line)
  })
})

type ComposeEntry = Readonly<Record<string, unknown>>

const environmentOf = (service: ComposeEntry): Map<string, string> => {
  const { environment } = service
  const pairs: [string, unknown][] = Array.isArray(environment)
    ? environment.map((line: string) => [line.split('=')[0] ?? '', line.split('=').slice(1).join('=')])
    : Object.entries(environment ?? {})
  return new Map(pairs.map(([name, value]) => [name, String(value)]))
}

describe('compose.yaml', () => {
  const { galla: service, postgres, caddy } = parse(read('deploy/compose.yaml')).services

  test('runs on a read-only file system, keeps /data, and has time to stop in order', () => {
    expect(service).toMatchObject({ read_only: true, tmpfs: ['/tmp'], stop_grace_period: '60s' })
    expect(service.volumes).toContain('galla:/data')
    expect(service).not.toHaveProperty('privileged')
  })

  test('sets only settings that exist', () => {
    const names = [...environmentOf(service).keys()].filter((setting) => !setting.startsWith('SERVICE_'))
    expect(names).toContain('PUBLIC_URL')
    expect(names.filter((setting) => !settingNames.has(setting))).toEqual([])
  })

  test('has a PostgreSQL of a pinned version, reached by its socket alone, with its client in the image, and https', () => {
    const [, major] = /^postgres:(\d+)\.\d+$/.exec(postgres.image) ?? []
    expect(read('deploy/Dockerfile')).toContain(` postgresql-client-${major} `)
    expect(postgres).toMatchObject({ network_mode: 'none', command: ['postgres', '-c', 'listen_addresses='] })
    expect(service.depends_on.postgres.condition).toBe('service_healthy')
    for (const { volumes } of [service, postgres]) expect(volumes).toContain('socket:/var/run/postgresql')
    expect(postgres.volumes).toContain('./create-database.sql:/docker-entrypoint-initdb.d/galla.sql:ro')
    expect(caddy.command.join(' ')).toContain(['--from $', '{PUBLIC_URL'].join(''))
  })

  test('starts with PUBLIC_URL alone, as the Debian package does', () => {
    const [database = ''] = /(?<=^DATABASE_URL=).*$/m.exec(read('deploy/debian/galla.default')) ?? []
    expect(environmentOf(service).get('DATABASE_URL')).toBe(['$', `{DATABASE_URL:-${database}}`].join(''))
    const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://pay.example.com' }
    expect(readSettings({ ...production, DATABASE_URL: database }).databaseUrl).toBe(database)
    expect(read('deploy/debian/create-database')).toContain(`DATABASE_URL=${database}$`)
  })

  test('passes on the settings of backups and mail', () => {
    const names = [...environmentOf(service).keys()]
    expect(names).toEqual(
      expect.arrayContaining(['BACKUP_URL', 'BACKUP_PASSPHRASE', 'SMTP_URL', 'MAIL_FROM']),
    )
  })
})
