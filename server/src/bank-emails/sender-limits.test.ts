import type { SMTPServerSession } from 'smtp-server'
import { expect, test } from 'vitest'
import { limitSenders } from './sender-limits.ts'

const from = (remoteAddress: string) => ({ remoteAddress }) as SMTPServerSession

const connector = () => {
  const { onConnect, onClose } = limitSenders().options
  return {
    connect(address: string): number {
      let code = 220
      onConnect(from(address), (error) => {
        if (error) code = (error as unknown as { responseCode: number }).responseCode
      })
      return code
    },
    close: (address: string) => onClose(from(address), () => undefined),
  }
}

test.each([
  ['an IPv6 network of 64 bits', (n: number) => `2001:db8:1:2:${n}::${n + 1}`, '2001:db8:1:3::1'],
  ['an IPv4 address', () => '203.0.113.7', '203.0.113.8'],
  ['an IPv4 address on an IPv6 socket', () => '::ffff:203.0.113.7', '::ffff:203.0.113.8'],
])('%s can open at most ten connections, without affecting other senders', (_what, address, other) => {
  const { connect, close } = connector()
  for (let n = 0; n < 10; n += 1) expect(connect(address(n))).toBe(220)
  expect(connect(address(10))).toBe(421)
  expect(connect(other)).toBe(220)
  // The server reports the end of a refused connection, too.
  close(address(10))
  expect(connect(address(11))).toBe(421)
  close(address(11))
  close(address(3))
  expect(connect(address(12))).toBe(220)
})
