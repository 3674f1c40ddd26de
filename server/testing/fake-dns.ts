import { createSocket } from 'node:dgram'
import { once } from 'node:events'

export interface FakeDns {
  /** For DNS_SERVERS. */
  readonly server: string
  readonly txt: Map<string, string>
  /** IPv4 addresses by name. */
  readonly addresses: Map<string, string>
  /** The names that were asked for. */
  readonly asked: string[]
  /** Answers that the server itself is broken. */
  isBroken: boolean
  /** Answers so for these names alone. */
  readonly broken: Set<string>
  /** Never answers for these names. */
  readonly silent: Set<string>
  close(): void
}

const HEADER_BYTES = 12
const TYPE_A = 1
const TYPE_TXT = 16

/** A name server over UDP that knows TXT records and IPv4 addresses. */
export const startFakeDns = async (): Promise<FakeDns> => {
  const socket = createSocket('udp4')
  const fake: FakeDns = {
    server: '',
    txt: new Map(),
    addresses: new Map(),
    asked: [],
    isBroken: false,
    broken: new Set(),
    silent: new Set(),
    close: () => void socket.close(),
  }
  socket.on('message', (query, { port, address }) => {
    const answer = answerTo(fake, query)
    if (answer !== undefined) socket.send(answer, port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return Object.assign(fake, { server: `127.0.0.1:${socket.address().port}` })
}

const answerTo = (fake: FakeDns, query: Buffer): Buffer | undefined => {
  const labels: string[] = []
  let at = HEADER_BYTES
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.subarray(at + 1, at + 1 + length).toString())
    at += 1 + length
  }
  const question = query.subarray(HEADER_BYTES, at + 5)
  const name = labels.join('.').toLowerCase()
  fake.asked.push(name)
  if (fake.silent.has(name)) return undefined
  const type = query.readUInt16BE(at + 1)
  const data = dataOf(fake, name, type)
  const header = Buffer.alloc(HEADER_BYTES)
  query.copy(header, 0, 0, 2)
  const failure = fake.isBroken || fake.broken.has(name) ? 2 : data === undefined ? 3 : 0
  header.writeUInt16BE(0x8180 | failure, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(failure === 0 ? 1 : 0, 6)
  if (failure !== 0 || data === undefined) return Buffer.concat([header, question])
  return Buffer.concat([header, question, recordOf(type, data)])
}

const dataOf = (fake: FakeDns, name: string, type: number): Buffer | undefined => {
  const text = type === TYPE_TXT ? fake.txt.get(name) : undefined
  const address = type === TYPE_A ? fake.addresses.get(name) : undefined
  if (address !== undefined) return Buffer.from(address.split('.').map(Number))
  return text === undefined ? undefined : stringsOf(text)
}

/** A text in strings of at most 255 bytes. */
const stringsOf = (text: string): Buffer =>
  Buffer.concat(
    (text.match(/.{1,255}/g) ?? []).map((part) => Buffer.from([part.length, ...Buffer.from(part)])),
  )

const recordOf = (type: number, data: Buffer): Buffer => {
  const head = Buffer.from([0xc0, HEADER_BYTES, 0, type, 0, 1, 0, 0, 0, 60, 0, 0])
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}
