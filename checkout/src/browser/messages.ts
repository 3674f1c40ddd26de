import type { ScriptTexts } from '../script-messages.ts'

/** The script's messages in the page's language, in the order of SCRIPT_KEYS. Names of variables add nothing to the page's weight. */
export const [
  copy,
  copied,
  minuteLeft,
  secondsLeft,
  loading,
  loadFailed,
  loadBroken,
  tryAgain,
  shareMissing,
  shareCancelled,
  shareNoFiles,
  shareFailed,
  utrWrong,
  claimSend,
  claimSending,
  claimUnsent,
  waiting,
  checking,
  offline,
  oneDay,
  manyDays,
] = (document.body.dataset.messages ?? '').split('\n') as unknown as ScriptTexts
