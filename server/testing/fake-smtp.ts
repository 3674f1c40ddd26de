import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { TestCertificates } from './test-certificates.ts'

export interface FakeSmtp {
  readonly port: number
  /** Each line that came, and whether it came encrypted. */
  readonly lines: { readonly line: string; readonly encrypted: boolean }[]
  close(): Promise<void>
}

/** A mail server over real sockets. With certificates it offers STARTTLS, without it does not. */
export const startFakeSmtp = async (
  certificates?: Pick<TestCertificates, 'cert' | 'key'>,
): Promise<FakeSmtp> => {
  const lines: FakeSmtp['lines'] = []
  const sockets = new Set<Socket>()

  const serve = (socket: Socket, encrypted: boolean): void => {
    let text = ''
    let inData = false
    socket.on('error', () => socket.destroy())
    const answer = (line: string): void => {
      lines.push({ line, encrypted })
      if (inData) {
        inData = line !== '.'
        if (!inData) socket.write('250 taken\r\n')
      } else if (/^EHLO/i.test(line)) {
        const offers = certificates !== undefined && !encrypted
        socket.write(offers ? '250-fake\r\n250 STARTTLS\r\n' : '250 fake\r\n')
      } else if (/^STARTTLS/i.test(line) && certificates !== undefined) {
        socket.removeAllListeners('data')
        socket.write('220 go on\r\n')
        const { cert, key } = certificates
        serve(
          new TLSSocket(socket, { isServer: true, cert: readFileSync(cert), key: readFileSync(key) }),
          true,
        )
      } else if (/^STARTTLS/i.test(line)) socket.write('502 no such command\r\n')
      else if (/^DATA/i.test(line)) {
        inData = true
        socket.write('354 go on\r\n')
      } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
      else socket.write('250 ok\r\n')
    }
    socket.on('data', (data) => {
      text += String(data)
      const complete = text.split('\r\n')
      text = complete.pop() ?? ''
      complete.forEach(answer)
    })
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.write('220 fake\r\n')
    serve(socket, false)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    lines,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
