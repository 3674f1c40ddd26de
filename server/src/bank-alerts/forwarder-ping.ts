import { isRecord, parseJson } from '../platform/json.ts'

/** Events by which "SMS Gateway for Android" says that it works. */
const PING_EVENTS = ['system:ping', 'app:started']
/** What any app can send on a schedule. The heartbeat of "Incoming SMS to URL Forwarder" is an empty request. */
const PING_TEXTS = ['', 'ping']

const isMessageName = (name: string): boolean => /^(text|body|message|msg|content|sms|title)$/i.test(name)

/**
 * Whether a request only says that the forwarder works. A message that names such an event is none: its writer could otherwise make
 * it disappear.
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
