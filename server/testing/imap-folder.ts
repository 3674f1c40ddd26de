export interface FolderMessage {
  readonly uid: number
  readonly source: Buffer
  readonly receivedAt: Date
  /** What the server says instead of the true size. */
  readonly sizeSaid?: number
  /** What the server sends for any part of it: a literal that is longer than requested, or an unreadable line. */
  readonly fault?: 'too_long' | 'garbled'
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const headerOf = ({ source }: FolderMessage, name: string): string => {
  const header =
    source
      .toString('latin1')
      .split('\r\n\r\n', 1)[0]
      ?.replaceAll(/\r\n[ \t]+/g, ' ') ?? ''
  return new RegExp(`^${name}:[ \t]*(.*)$`, 'im').exec(header)?.[1]?.trim() ?? ''
}

/** Of messages that share a source: a folder of a hundred thousand is searched in no time. */
const senders = new WeakMap<Buffer, string>()
const senderOf = (message: FolderMessage): string => {
  const known = senders.get(message.source) ?? headerOf(message, 'From').toLowerCase()
  senders.set(message.source, known)
  return known
}

const isInSet = (set: string, uid: number, newest: number): boolean =>
  set.split(',').some((range) => {
    const [from = '', to = from] = range.split(':')
    const ends = [from, to].map((end) => (end === '*' ? newest : Number(end))).sort((a, b) => a - b)
    return uid >= (ends[0] ?? 0) && uid <= (ends[1] ?? 0)
  })

type Test = (message: FolderMessage) => boolean

/** Answers `UID SEARCH` with UID, SINCE, FROM, OR and brackets. */
export const answerSearch = (messages: readonly FolderMessage[], query: string): string[] => {
  const tokens = query.match(/"(?:[^"\\]|\\.)*"|[()]|[^\s()"]+/g) ?? []
  const newest = messages.at(-1)?.uid ?? 0
  let at = 0
  const text = (): string => (tokens[at++] ?? '').replaceAll(/^"|"$/g, '')
  const all = (): Test => {
    const tests: Test[] = []
    while (at < tokens.length && tokens[at] !== ')') tests.push(key())
    at += 1
    return (message) => tests.every((test) => test(message))
  }
  const key = (): Test => {
    const name = text()
    if (name === '(') return all()
    if (name === 'OR') {
      const [left, right] = [key(), key()]
      return (message) => left(message) || right(message)
    }
    const value = text()
    if (name === 'UID') return ({ uid }) => isInSet(value, uid, newest)
    if (name === 'FROM') return (message) => senderOf(message).includes(value.toLowerCase())
    if (name !== 'SINCE') throw new Error(`SEARCH ${name} is not in the fake`)
    const [day = '', month = '', year = ''] = value.split('-')
    const since = Date.UTC(Number(year), MONTHS.indexOf(month), Number(day))
    return ({ receivedAt }) => receivedAt.getTime() >= since
  }
  const test = all()
  const found = messages.filter(test).map(({ uid }) => uid)
  return [`* SEARCH${found.map((uid) => ` ${uid}`).join('')}\r\n`]
}

const dateOf = (at: Date): string => {
  const two = (n: number): string => String(n).padStart(2, '0')
  const day = `${two(at.getUTCDate())}-${MONTHS[at.getUTCMonth()]}-${at.getUTCFullYear()}`
  return `"${day} ${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())} +0000"`
}

/** -1 where no message has this uid. */
const indexOfUid = (messages: readonly FolderMessage[], uid: number): number => {
  let [from, to] = [0, messages.length - 1]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((messages[middle]?.uid ?? 0) < uid) from = middle + 1
    else to = middle
  }
  return messages[from]?.uid === uid ? from : -1
}

const headerLength = (source: Buffer): number => {
  const end = source.indexOf('\r\n\r\n')
  return end < 0 ? source.length : end + 4
}

/** The part of a message that is asked for, under the name that the answer gives it. */
const partOf = (items: string, { source, fault }: FolderMessage): Buffer | undefined => {
  const [, section = '', length] = /BODY\.PEEK\[(HEADER)?\]<0\.(\d+)>/.exec(items) ?? []
  if (length === undefined) return undefined
  const whole = section === 'HEADER' ? source.subarray(0, headerLength(source)) : source
  const part = fault === 'too_long' ? Buffer.alloc(1024 * 1024, 'x') : whole.subarray(0, Number(length))
  const head = Buffer.from(` BODY[${section}]<0> {${part.length}}\r\n`)
  return fault === 'garbled' ? Buffer.from(` BODY[${section}]<0>) (`) : Buffer.concat([head, part])
}

/** Answers `UID FETCH` with UID, RFC822.SIZE, INTERNALDATE, and the beginning of the header or of the whole message. */
export function* answerFetch(
  messages: readonly FolderMessage[],
  query: string,
  order: (messages: readonly FolderMessage[]) => readonly FolderMessage[],
): Generator<Buffer> {
  const [, set = '', items = ''] = /^(\S+) \(?(.*?)\)?$/.exec(query) ?? []
  const newest = messages.at(-1)?.uid ?? 0
  const uids = /^[\d,]+$/.test(set) ? set.split(',').map(Number) : undefined
  const found =
    uids?.flatMap((uid) => messages[indexOfUid(messages, uid)] ?? []) ??
    messages.filter(({ uid }) => isInSet(set, uid, newest))
  for (const message of order(found)) {
    const { uid, source, receivedAt } = message
    const parts = [`UID ${uid}`]
    if (items.includes('RFC822.SIZE')) parts.push(`RFC822.SIZE ${message.sizeSaid ?? source.length}`)
    if (items.includes('INTERNALDATE')) parts.push(`INTERNALDATE ${dateOf(receivedAt)}`)
    const head = Buffer.from(`* ${indexOfUid(messages, uid) + 1} FETCH (${parts.join(' ')}`)
    yield Buffer.concat([head, partOf(items, message) ?? Buffer.alloc(0), Buffer.from(')\r\n')])
  }
}
