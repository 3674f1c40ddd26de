import { isRecord, parseJson } from '../platform/json.ts'

/** Heartbeat events of "SMS Gateway for Android". */
const PING_EVENTS = ['system:ping', 'app:started']
/** Heartbeats that any app can send. That of "Incoming SMS to URL Forwarder" is an empty request. */
const PING_TEXTS = ['', 'ping']

const isMessageName = (name: string): boolean => /^(text|body|message|msg|content|sms|title)$/i.test(name)

/**
 * Whether a request is only a heartbeat. A request with a message is never one: otherwise the message's writer could make it disappear.
 */
export const isForwarderPing = (raw: string): boolean => {
  if (PING_TEXTS.includes(raw.trim().toLowerCase())) return true
  const json = parseJson(raw)
  if (!isRecord(json)) return false
  const { event, payload } = json
  if (event === undefined) {
    const values = Object.entries(json)
    return values.length === 1 && values.every(([name, text]) => isMessageName(name) && text === 'ping')
  }
  if (typeof event !== 'string' || !PING_EVENTS.includes(event)) return false
  const names = [...Object.keys(json), ...(isRecord(payload) ? Object.keys(payload) : [])]
  return !names.some(isMessageName)
}
