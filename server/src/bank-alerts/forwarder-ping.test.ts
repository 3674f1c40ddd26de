import { expect, test } from 'vitest'
import { isForwarderPing } from './forwarder-ping.ts'

const gateway = (event: string, payload: object) =>
  JSON.stringify({ deviceId: 'd', event, id: 'i', webhookId: 'w', payload })

test.each([
  ['the ping of SMS Gateway for Android', gateway('system:ping', { health: { status: 'pass', checks: {} } })],
  ['its start', gateway('app:started', { reason: 'boot' })],
  ['the heartbeat of Incoming SMS to URL Forwarder', ''],
  ['the word alone', ' Ping\n'],
  ['the word as the only field', '{"text":"ping"}'],
])('%s is a ping', (_what, raw) => expect(isForwarderPing(raw)).toBe(true))

test.each([
  ['a message', gateway('sms:received', { message: 'Rs.1 credited', sender: 'VM-HDFCBK' })],
  ['a message that names the event of a ping', gateway('system:ping', { message: 'Rs.1 credited' })],
  ['a message with members that its writer added', '{"text":"x","event":"system:ping"}'],
  ['a text with more words', 'ping me'],
  ['another event', gateway('sms:sent', {})],
])('%s is not a ping', (_what, raw) => expect(isForwarderPing(raw)).toBe(false))
