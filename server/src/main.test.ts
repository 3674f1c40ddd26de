import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../testing/free-port.ts'
import { PROGRAM_ENVIRONMENT } from '../testing/program-environment.ts'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))
const CLIENTS = 8
const PAID_BEFORE_DEATH = 80

let dataDir: string
let port: number
let running: ChildProcess | undefined

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'galla-main-'))
  port = await freePort()
})
afterAll(() => {
  running?.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

/** The real program, as `npm start` runs it; resolves when it says that it is ready. */
const start = async (): Promise<ChildProcess> => {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...PROGRAM_ENVIRONMENT,
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      API_RATE_PER_SECOND: '100000',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running = child
  const said: string[] = []
  child.stderr.on('data', (text) => said.push(String(text)))
  for await (const line of createInterface(child.stdout)) {
    said.push(line)
    if (line.startsWith('Galla is ready at')) {
      child.stdout.resume()
      return child
    }
  }
  throw new Error(`the program ended before it was ready:\n${said.join('\n')}`)
}

const url = (path: string): string => `http://localhost:${port}/api/v1${path}`

const post = (path: string, payload: object, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url(path), {
    method: 'POST',
    body: JSON.stringify(payload),
    headers: { 'content-type': 'application/json', origin: `http://localhost:${port}`, ...headers },
  })

const newKey = async (): Promise<string> => {
  const login = { email: 'crash@example.com', password: 'correct horse battery' }
  await post('/auth/register', { ...login, name: 'Sharma Tea', mobileNumber: '9876543210' })
  const session = await post('/auth/login', login)
  const cookie = session.headers
    .getSetCookie()
    .map((text) => text.split(';', 1)[0])
    .join('; ')
  const details = (await (await post('/user/get-api-details', {}, { cookie })).json()) as {
    data: { apiKey: string }
  }
  return details.data.apiKey
}

const serversOf = (folder: string): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder)
      } catch {
        return false
      }
    })

const authorization = (key: string) => ({ authorization: `Bearer ${key}` })

const createAndPay = async (key: string, clientTxnId: string): Promise<boolean> => {
  const created = await post(
    '/order/create-order',
    {
      client_txn_id: clientTxnId,
      amount: '499.00',
      p_info: 'tea',
      customer_name: 'Asha',
      customer_email: 'asha@example.com',
      customer_mobile: '9876543210',
      redirect_url: 'https://shop.example/',
    },
    authorization(key),
  )
  const { data } = (await created.json()) as { data: { upi_intent: { bhim_link: string } } }
  const paid = await post('/simulator/pay', { upi: data.upi_intent.bhim_link })
  return paid.ok
}

/** Writes until the server is gone; what was acknowledged as paid is collected, and reported after each. */
const writeUntilDead = async (
  key: string,
  client: number,
  paid: string[],
  onPaid: () => void,
): Promise<void> => {
  for (let n = 1; n <= 10_000; n += 1) {
    try {
      const clientTxnId = `C${client}-${n}`
      if (await createAndPay(key, clientTxnId)) paid.push(clientTxnId)
      onPaid()
    } catch {
      return
    }
  }
}

test.skipIf(process.platform !== 'linux')(
  'after kill -9 during writes nothing acknowledged is lost, and no server process is left over',
  async () => {
    const first = await start()
    const key = await newKey()
    const paid: string[] = []
    const enough = () => paid.length >= PAID_BEFORE_DEATH && first.kill('SIGKILL')
    await Promise.all(
      Array.from({ length: CLIENTS }, (_, client) => writeUntilDead(key, client, paid, enough)),
    )
    expect(paid.length).toBeGreaterThanOrEqual(PAID_BEFORE_DEATH)

    const second = await start()
    for (const clientTxnId of paid) {
      const reply = await post(
        '/order/check-order-status',
        { client_txn_id: clientTxnId },
        authorization(key),
      )
      const { data } = (await reply.json()) as { data: { status: string; utr: string } }
      expect([clientTxnId, data.status, data.utr]).toEqual([
        clientTxnId,
        'success',
        expect.stringMatching(/^\d{12}$/),
      ])
    }

    second.kill('SIGTERM')
    const [code] = await once(second, 'exit')
    expect(code).toBe(0)
    expect(serversOf(dataDir)).toEqual([])
  },
)
