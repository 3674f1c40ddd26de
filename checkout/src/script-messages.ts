/** The messages of the page's script, in the order in which the page carries them, one a line. */
export const SCRIPT_KEYS = [
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
/** One text for each key. */
export type ScriptTexts = TextOfEach<typeof SCRIPT_KEYS>
type TextOfEach<Keys extends readonly unknown[]> = { readonly [Index in keyof Keys]: string }

/** The placeholder for the number in `manyDays`. */
export const MANY = '2'

export const joinScriptMessages = (messageOf: (key: ScriptKey) => string): string =>
  SCRIPT_KEYS.map(messageOf).join('\n')
