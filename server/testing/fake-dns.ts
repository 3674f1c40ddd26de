import { createSocket } from 'node:dgram'
import { once } from 'node:events'

export interface FakeDns {
  /** For DNS_SERVERS. */
  readonly server: string
  readonly txt: Map<string, string>
  /** The names that were asked for. */
  readonly asked: string[]
  /** Answers that the server itself is broken. */
  isBroken: boolean
  /** Answers so for these names alone. */
  readonly broken: Set<string>
  close(): void
}

const HEADER_BYTES = 12
const TYPE_TXT = 16

/** A name server over UDP that knows TXT records. */
export const startFakeDns = async (): Promise<FakeDns> => {
  const socket = createSocket('udp4')
  const fake: FakeDns = {
    server: '',
    txt: new Map(),
    asked: [],
    isBroken: false,
    broken: new Set(),
    close: () => void socket.close(),
  }
  socket.on('message', (query, { port, address }) => socket.send(answerTo(fake, query), port, address))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return Object.assign(fake, { server: `127.0.0.1:${socket.address().port}` })
}

const answerTo = (fake: FakeDns, query: Buffer): Buffer => {
  const labels: string[] = []
  let at = HEADER_BYTES
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.subarray(at + 1, at + 1 + length).toString())
    at += 1 + length
  }
  const question = query.subarray(HEADER_BYTES, at + 5)
  const name = labels.join('.').toLowerCase()
  fake.asked.push(name)
  const text = query.readUInt16BE(at + 1) === TYPE_TXT ? fake.txt.get(name) : undefined
  const header = Buffer.alloc(HEADER_BYTES)
  query.copy(header, 0, 0, 2)
  const failure = fake.isBroken || fake.broken.has(name) ? 2 : text === undefined ? 3 : 0
  header.writeUInt16BE(0x8180 | failure, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(failure === 0 ? 1 : 0, 6)
  return Buffer.concat(failure === 0 ? [header, question, recordOf(text ?? '')] : [header, question])
}

/** A TXT record in strings of at most 255 bytes. */
const recordOf = (text: string): Buffer => {
  const strings = (text.match(/.{1,255}/g) ?? []).map((part) =>
    Buffer.from([part.length, ...Buffer.from(part)]),
  )
  const data = Buffer.concat(strings)
  const head = Buffer.from([0xc0, HEADER_BYTES, 0, TYPE_TXT, 0, 1, 0, 0, 0, 60, 0, 0])
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}
