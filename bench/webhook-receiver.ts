// A merchant's server that deliveries.ts starts: it replies 200 at /alive and never replies at /dead. GET /report returns what arrived since
// the last report.
import { createServer } from 'node:http'

/** The deliveries that arrived, and how long after their events were recorded, by this machine's clock. */
export interface Report {
  readonly received: number
  readonly lateMs: readonly number[]
  /** 0 when nothing arrived. */
  readonly firstAtMs: number
  readonly lastAtMs: number
}

const nothing = () => ({ received: 0, lateMs: [] as number[], firstAtMs: 0, lastAtMs: 0 })
let report = nothing()

const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
  if (request.method === 'GET') {
    response.end(JSON.stringify(report))
    report = nothing()
    return
  }
  const pieces: Buffer[] = []
  request.on('data', (piece: Buffer) => pieces.push(piece))
  request.on('end', () => {
    if (request.url?.startsWith('/dead') === true) return
    const { createdAt } = JSON.parse(Buffer.concat(pieces).toString('utf8')) as { createdAt: string }
    report.received += 1
    report.lastAtMs = Date.now()
    if (report.firstAtMs === 0) report.firstAtMs = report.lastAtMs
    report.lateMs.push(report.lastAtMs - Date.parse(createdAt))
    response.end('OK')
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address !== null) process.stdout.write(`${address.port}\n`)
})
process.once('SIGTERM', () => process.exit(0))
