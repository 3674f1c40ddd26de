/** The messages of the page's script, in the order in which the page carries them, one a line. */
const SCRIPT_KEYS = [
  'copy',
  'copied',
  'minuteLeft',
  'secondsLeft',
  'loading',
  'loadFailed',
  'loadBroken',
  'tryAgain',
  'shareMissing',
  'shareCancelled',
  'shareNoFiles',
  'shareFailed',
  'utrWrong',
  'claimSend',
  'claimSending',
  'claimUnsent',
  'waiting',
  'checking',
  'offline',
  'oneDay',
  'manyDays',
] as const

export type ScriptKey = (typeof SCRIPT_KEYS)[number]
export type ScriptMessages = Readonly<Record<ScriptKey, string>>

/** The placeholder for the number in `manyDays`. */
export const MANY = '2'

export const joinScriptMessages = (messageOf: (key: ScriptKey) => string): string =>
  SCRIPT_KEYS.map(messageOf).join('\n')

export const splitScriptMessages = (text: string): ScriptMessages => {
  const lines = text.split('\n')
  return Object.fromEntries(SCRIPT_KEYS.map((key, i) => [key, lines[i] ?? ''])) as ScriptMessages
}
