import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FakeRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly bytes: Buffer
}

export interface FakeReply {
  readonly status: number
  readonly json: unknown
}

/**
 * What goes wrong on the way, whatever would have been answered. `silent` answers nothing until the fake is closed or released. `late` is for
 * these requests ("POST /path"): the connection is cut, and the request arrives later.
 */
export type Fault =
  | { readonly kind: 'silent' | 'cut' | 'half' | 'huge' | 'not_json' | 'redirect' }
  | { readonly kind: 'late'; readonly of: RegExp }
  | { readonly kind: 'status'; readonly status: number; readonly retryAfter?: string }

export interface FakeProvider {
  readonly url: string
  readonly requests: FakeRequest[]
  /** The next `times` questions end like this; Infinity until `mend`. */
  breaks(fault: Fault, times?: number): void
  mend(): void
  /** The requests that were late arrive now. */
  arrive(): void
  /** Resolves as soon as a question hangs in `silent`. */
  hanging(): Promise<void>
  /** Answers all hanging requests normally. */
  release(): void
  close(): Promise<void>
}

const HUGE_BYTES = 1_000_000
const BODY_BYTES_MAX = 100_000

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > BODY_BYTES_MAX) break
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Starts the API of a provider on a socket. `answer` knows the protocol; this function breaks connections. */
export const startFakeProvider = async (
  answer: (request: FakeRequest) => FakeReply,
): Promise<FakeProvider> => {
  const requests: FakeRequest[] = []
  let fault: Fault | undefined
  let faultsLeft = 0
  let held: (() => void)[] = []
  const late: FakeRequest[] = []
  let waiting: (() => void)[] = []

  const send = (response: ServerResponse, { status, json }: FakeReply): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
  }

  const breakWith = (
    response: ServerResponse,
    broken: Exclude<Fault, { kind: 'late' }>,
    reply: FakeReply,
  ): void => {
    const whole = JSON.stringify(reply.json)
    switch (broken.kind) {
      case 'silent':
        held.push(() => send(response, reply))
        for (const resume of waiting.splice(0)) resume()
        return
      case 'cut':
        response.destroy()
        return
      case 'half':
        response.writeHead(200).end(whole.slice(0, whole.length / 2))
        return
      case 'huge':
        response.writeHead(200).end(`${whole.slice(0, -1)},"more":"${'x'.repeat(HUGE_BYTES)}"}`)
        return
      case 'not_json':
        response.writeHead(200, { 'content-type': 'text/html' }).end('<html>TXN_SUCCESS</html>')
        return
      case 'redirect':
        response.writeHead(302, { location: '/elsewhere' }).end()
        return
      case 'status':
        response
          .writeHead(
            broken.status,
            broken.retryAfter === undefined ? {} : { 'retry-after': broken.retryAfter },
          )
          .end(whole)
    }
  }

  const server = createServer((incoming, response) => {
    void readBody(incoming).then((bytes) => {
      const request: FakeRequest = {
        method: incoming.method ?? '',
        url: new URL(incoming.url ?? '/', 'http://fake'),
        headers: incoming.headers as Record<string, string>,
        body: bytes.toString('utf8'),
        bytes,
      }
      requests.push(request)
      const isAbout = fault?.kind !== 'late' || fault.of.test(`${request.method} ${request.url.pathname}`)
      const broken = faultsLeft > 0 && isAbout ? fault : undefined
      if (broken !== undefined) faultsLeft -= 1
      if (broken?.kind === 'late') {
        late.push(request)
        response.destroy()
        return
      }
      const reply = answer(request)
      if (broken === undefined) send(response, reply)
      else breakWith(response, broken, reply)
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))

  const release = (): void => {
    const all = held
    held = []
    for (const go of all) go()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    breaks(next, times = 1) {
      fault = next
      faultsLeft = times
    },
    mend() {
      faultsLeft = 0
    },
    arrive() {
      for (const request of late.splice(0)) answer(request)
    },
    hanging: () =>
      held.length > 0 ? Promise.resolve() : new Promise<void>((resolve) => void waiting.push(resolve)),
    release,
    async close() {
      waiting = []
      server.closeAllConnections()
      await new Promise<void>((resolve) => void server.close(() => resolve()))
    },
  }
}
