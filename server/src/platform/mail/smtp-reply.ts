const REPLY_CHARS_MAX = 200

/** Addresses, and words that may be keys or identify a person. Each is one run of non-blanks, so the pattern is linear. */
const hidden = (word: string): string =>
  word.includes('@') || word.length > 40 || /\d{7}/.test(word) ? '…' : word

/** What a mail server answered, with its code and words, but without addresses; undefined if it answered nothing. */
export const smtpReply = (error: unknown): string | undefined => {
  const { responseCode, response } = error as { responseCode?: unknown; response?: unknown }
  const message = error instanceof Error ? error.message : ''
  // The library reports a refused connection only in its message.
  const [, inMessage] = message.split('response=', 2)
  const text = typeof response === 'string' ? response : inMessage
  const isReply = typeof responseCode === 'number' || typeof response !== 'string'
  if (!isReply || text === undefined || !/^\d{3}/.test(text)) return undefined
  const words = text
    .slice(0, 2 * REPLY_CHARS_MAX)
    .replaceAll(/[^\x20-\x7e]+/g, ' ')
    .split(' ')
    .filter((word) => word !== '')
  return words.map(hidden).join(' ').slice(0, REPLY_CHARS_MAX)
}
