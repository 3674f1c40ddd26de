// The least work that Node can do for a poll: status-polls.ts starts it, and it sends one fixed reply to every request.
import { createServer } from 'node:http'

interface Given {
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly body: string
}

const { headers, body } = JSON.parse(process.argv[2] ?? '') as Given
const server = createServer({ keepAliveTimeout: 65_000 }, (_request, response) => {
  response.writeHead(200, headers)
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address !== null) process.stdout.write(`${address.port}\n`)
})
process.once('SIGTERM', () => process.exit(0))
