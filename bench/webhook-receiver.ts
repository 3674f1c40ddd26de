// Started by deliveries.ts: a merchant's server that answers 200 at /alive and never at /dead. GET /report tells what came since it was last asked.
import { createServer } from 'node:http'

/** What came, and how long after the event was written down: on this machine's clock, which both sides read. */
export interface Report {
  readonly received: number
  readonly lateMs: readonly number[]
  readonly lastAtMs: number
}

let report: { received: number; lateMs: number[]; lastAtMs: number } = {
  received: 0,
  lateMs: [],
  lastAtMs: 0,
}

const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
  if (request.method === 'GET') {
    response.end(JSON.stringify(report))
    report = { received: 0, lateMs: [], lastAtMs: 0 }
    return
  }
  const pieces: Buffer[] = []
  request.on('data', (piece: Buffer) => pieces.push(piece))
  request.on('end', () => {
    if (request.url?.startsWith('/dead') === true) return
    const { createdAt } = JSON.parse(Buffer.concat(pieces).toString('utf8')) as { createdAt: string }
    report.received += 1
    report.lastAtMs = Date.now()
    report.lateMs.push(report.lastAtMs - Date.parse(createdAt))
    response.end('OK')
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address !== null) process.stdout.write(`${address.port}\n`)
})
process.once('SIGTERM', () => process.exit(0))
