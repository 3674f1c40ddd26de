const AUTHORITY = /^[a-z]+:\/\/([^/?#]*)/

/** Splits `postgres://user@a:5432,b:5432/galla`, as libpq writes a list of servers, into one URL for each. */
export const serverUrls = (connectionString: string): readonly string[] => {
  const [start = '', authority = ''] = AUTHORITY.exec(connectionString) ?? []
  const hosts = authority.slice(authority.lastIndexOf('@') + 1)
  if (!hosts.includes(',')) return [connectionString]
  const before = start.slice(0, start.length - hosts.length)
  const after = connectionString.slice(start.length)
  return hosts.split(',').map((host) => `${before}${host}${after}`)
}
