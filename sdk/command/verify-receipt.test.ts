import { spawnSync } from 'node:child_process'
import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const COMMAND = fileURLToPath(new URL('sdk-command.ts', import.meta.url))
const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const signed = `${encoded({ alg: 'EdDSA', kid: 'k1' })}.${encoded({ order: '01J', amount: '499.00' })}`
const signature = sign(null, Buffer.from(signed), privateKey).toString('base64url')
const LINK = `https://pay.example.com/verify-receipt#${signed}.${signature}`

let folder: string
let keys: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'galla-receipt-'))
  keys = join(folder, 'keys.json')
  writeFileSync(keys, JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k1' }] }))
})
afterAll(() => rmSync(folder, { recursive: true }))

const check = (link: string) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [COMMAND, 'verify-receipt', link, '--keys', keys],
    { encoding: 'utf8' },
  )
  return { status, stdout, stderr }
}

test('galla-sdk verify-receipt prints a genuine receipt, offline and without an API key', () => {
  expect(check(LINK)).toEqual({
    status: 0,
    stdout: 'Genuine receipt\norder   01J\namount  499.00\n',
    stderr: '',
  })
})

test.each([
  [
    'changed',
    LINK.replace(encoded({ order: '01J', amount: '499.00' }), encoded({ order: '01J', amount: '999.00' })),
  ],
  [
    'signed with another key',
    LINK.replace(encoded({ alg: 'EdDSA', kid: 'k1' }), encoded({ alg: 'EdDSA', kid: 'k2' })),
  ],
  ['without a signature', LINK.slice(0, LINK.lastIndexOf('.'))],
  ['no receipt', 'hello'],
])('a receipt that is %s ends with 1', (_how, link) => {
  expect(check(link)).toMatchObject({ status: 1, stdout: '' })
})
