import type { SMTPServerOptions } from 'smtp-server'
import { addressKey } from '../merchants/limit-attempts.ts'

/** The reply to a sending server, with its SMTP code. */
export class SmtpRefusal extends Error {
  readonly responseCode: number

  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}

const CONNECTIONS_PER_ADDRESS_MAX = 10

/** Limits the connections of one sending server or IPv6 network. */
export const limitConnections = (): Required<Pick<SMTPServerOptions, 'onConnect' | 'onClose'>> => {
  const connections = new Map<string, number>()
  return {
    onConnect({ remoteAddress }, done) {
      const key = addressKey(remoteAddress)
      const open = (connections.get(key) ?? 0) + 1
      connections.set(key, open)
      if (open > CONNECTIONS_PER_ADDRESS_MAX) done(new SmtpRefusal(421, 'Too many connections'))
      else done()
    },
    onClose({ remoteAddress }) {
      const key = addressKey(remoteAddress)
      const open = (connections.get(key) ?? 1) - 1
      if (open > 0) connections.set(key, open)
      else connections.delete(key)
    },
  }
}
