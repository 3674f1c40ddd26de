import pg from 'pg'

const OID = {
  int8: 20,
  date: 1082,
  timestamp: 1114,
  numeric: 1700,
  timestampArray: 1115,
  dateArray: 1182,
  int8Array: 1016,
  numericArray: 1231,
} as const

const refused = (type: string, instead: string) => (): never => {
  throw new TypeError(`a column of type ${type} was read; ${instead}`)
}

/** text[]; the driver's list of known types lacks the arrays. */
const TEXT_ARRAY = 1009 as Parameters<typeof pg.types.getTypeParser>[0]
const textArray: (text: string) => (string | null)[] = pg.types.getTypeParser(TEXT_ARRAY)

const parsers = new Map<number, (text: string) => unknown>([
  [OID.int8, BigInt],
  [OID.int8Array, (text) => textArray(text).map((item) => (item === null ? null : BigInt(item)))],
  // A date is a day, not an instant in some time zone.
  [OID.date, String],
  [OID.dateArray, textArray],
  // Money is bigint paise; a numeric would arrive as a float or as text. `sum(bigint)` is one too.
  [OID.numeric, refused('numeric', 'cast it to bigint in the statement')],
  [OID.numericArray, refused('numeric[]', 'cast it to bigint[] in the statement')],
  [OID.timestamp, refused('timestamp', 'use timestamptz')],
  [OID.timestampArray, refused('timestamp[]', 'use timestamptz[]')],
])

/** bigint for int8, Date for timestamptz, text for date, parsed JSON; what would lose something is refused. */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    parsers.get(oid) ?? pg.types.getTypeParser(oid, format),
}
