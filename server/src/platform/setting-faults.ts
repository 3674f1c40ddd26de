/** What URLs reserve: in a user name or a password, each needs its code. */
const RESERVED = new Set([
  '/',
  '?',
  '#',
  '[',
  ']',
  '@',
  '%',
  ' ',
  '^',
  '"',
  '<',
  '>',
  '\\',
  '`',
  '{',
  '|',
  '}',
])

const codeOf = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

/**
 * Why a setting may be wrong that was copied from a file with other rules: `docker --env-file` and systemd keep what a shell would remove.
 * Never with the value, which may be a secret; undefined if it has none of these faults.
 */
export const settingFault = (name: string, text: string): string | undefined => {
  if (/^(["'`]).*\1$/s.test(text))
    return `${name} is in quotation marks, which became part of it. Remove them`
  if (/^["'`]|["'`]$/.test(text)) return `${name} begins or ends with a quotation mark. Remove it`
  const reserved = name.endsWith('_URL') ? reservedInLogin(text) : undefined
  if (reserved !== undefined)
    return `${name} has a reserved character in its user or password: write ${reserved} as ${codeOf(reserved)}`
  if (/\s#/.test(text)) return `${name} contains a comment (#). Put it on a line of its own`
  return undefined
}

/** Whether a setting that seems valid has a fault that no value is meant to have. */
export const hasFault = (name: string, text: string): boolean =>
  TAKES_EVERY_TEXT.test(name) && (/^["'`]|["'`]$|\s#/.test(text) || reservedInLogin(text) === '%')

/** Others refuse these characters themselves, or may contain them. */
const TAKES_EVERY_TEXT = /^(?:\w+_URL|HOST|DATA_DIR)$/

/** The first reserved character between `://` and the last `@`. */
const reservedInLogin = (text: string): string | undefined => {
  const from = text.indexOf('://')
  const to = text.lastIndexOf('@')
  if (from < 0 || to < from) return undefined
  const login = text.slice(from + 3, to).replaceAll(/%[0-9a-f]{2}/gi, '')
  // A list of servers, each with its login.
  if (login.includes(',')) return undefined
  return [...login].find((character) => RESERVED.has(character))
}
