import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Notification {
  readonly headers: Record<string, string>
  readonly body: string
}

/** A merchant's server that answers 200, or what the story sets, and keeps what it received. */
export const startReceiver = async () => {
  const received: Notification[] = []
  let status = 200
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      received.push({
        headers: request.headers as Record<string, string>,
        body: Buffer.concat(parts).toString('utf8'),
      })
      response.statusCode = status
      response.end('ok')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/webhook`,
    received,
    answers: (next: number) => {
      status = next
    },
    close: () => server.close(),
  }
}
