/** The names of our cookies, which hold opaque tokens only. */
export interface CookieNames {
  readonly session: string
  /** Shows that this browser has logged in to an account before; it grants nothing. */
  readonly device: string
  /** The login of a counter device. */
  readonly counter: string
  readonly secure: boolean
}

/** `__Host-` keeps a neighbouring subdomain from setting the cookie; browsers accept it under https only. */
export const cookieNames = (publicUrl: URL): CookieNames =>
  publicUrl.protocol === 'https:'
    ? {
        session: '__Host-galla',
        device: '__Host-galla_device',
        counter: '__Host-galla_counter',
        secure: true,
      }
    : { session: 'galla_session', device: 'galla_device', counter: 'galla_session_counter', secure: false }

const TOKEN = /^[\w.-]{1,200}$/
const HEADER_CHARACTERS_MAX = 8192

/** Returns the first cookie of that name; undefined if it does not have the form of our tokens. */
export const readCookie = (header: string | undefined, name: string): string | undefined => {
  if (header === undefined || header.length > HEADER_CHARACTERS_MAX) return undefined
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=')
    if (at < 0 || pair.slice(0, at).trim() !== name) continue
    const value = pair.slice(at + 1).trim()
    return TOKEN.test(value) ? value : undefined
  }
  return undefined
}

/** Formats a `Set-Cookie` header. Without a maximum age, the cookie ends when the browser closes. */
export const writeCookie = (
  name: string,
  value: string,
  secure: boolean,
  maxAgeSeconds: number | undefined,
): string =>
  [
    `${name}=${value}`,
    'Path=/',
    ...(maxAgeSeconds === undefined ? [] : [`Max-Age=${maxAgeSeconds}`]),
    'HttpOnly',
    'SameSite=Lax',
    ...(secure ? ['Secure'] : []),
  ].join('; ')
