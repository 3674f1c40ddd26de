import { deflateRawSync } from 'node:zlib'
import { STATEMENT_BYTES_MAX } from '@galla/contract/bank-statements/statement-limits'
import { writeXlsxStream } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { scanStatement } from './read-statement.ts'
import { StatementRefused } from './statement-lines.ts'

interface ZipPart {
  readonly name: string
  readonly content: Buffer
  /** What the archive says instead of the truth. */
  readonly says?: { readonly size?: number; readonly method?: number; readonly flags?: number }
}

/** A ZIP file as someone builds it who means no good. */
const zip = (
  parts: readonly ZipPart[],
  over: { count?: number; beforeEnd?: Buffer; comment?: Buffer } = {},
): Buffer => {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, says = {} } of parts) {
    const packed = deflateRawSync(content)
    const head = (size: number): Buffer => Buffer.alloc(size)
    const local = head(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(says.method ?? 8, 8)
    local.writeUInt32LE(packed.length, 18)
    local.writeUInt32LE(says.size ?? content.length, 22)
    local.writeUInt16LE(name.length, 26)
    const entry = head(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(says.flags ?? 0, 8)
    entry.writeUInt16LE(says.method ?? 8, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(says.size ?? content.length, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(offset, 42)
    bodies.push(local, Buffer.from(name), packed)
    directory.push(entry, Buffer.from(name))
    offset += 30 + name.length + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(over.count ?? parts.length, 8)
  end.writeUInt16LE(over.count ?? parts.length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(offset, 16)
  const nothing = Buffer.alloc(0)
  return Buffer.concat([...bodies, ...directory, over.beforeEnd ?? nothing, end, over.comment ?? nothing])
}

const part = (name: string, content: string | Buffer, says?: ZipPart['says']): ZipPart => ({
  name,
  content: Buffer.from(content),
  ...(says === undefined ? {} : { says }),
})

const NS = 'http://schemas.openxmlformats.org'
const RELS = `${NS}/officeDocument/2006/relationships`

/** The parts of a workbook with one sheet. */
const book = (sheetData: string, shared?: string, says?: ZipPart['says']): ZipPart[] => [
  part(
    '[Content_Types].xml',
    `<Types xmlns="${NS}/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
  ),
  part(
    '_rels/.rels',
    `<Relationships xmlns="${NS}/package/2006/relationships"><Relationship Id="rId1" Type="${RELS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ),
  part(
    'xl/workbook.xml',
    `<workbook xmlns="${NS}/spreadsheetml/2006/main" xmlns:r="${RELS}"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ),
  part(
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${NS}/package/2006/relationships"><Relationship Id="rId1" Type="${RELS}/worksheet" Target="worksheets/sheet1.xml"/>` +
      `<Relationship Id="rId2" Type="${RELS}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
  ),
  part(
    'xl/worksheets/sheet1.xml',
    `<worksheet xmlns="${NS}/spreadsheetml/2006/main"><sheetData>${sheetData}</sheetData></worksheet>`,
    says,
  ),
  part('xl/sharedStrings.xml', shared ?? `<sst xmlns="${NS}/spreadsheetml/2006/main"/>`),
]

const cell = (ref: string, text: string): string => `<c r="${ref}" t="inlineStr"><is><t>${text}</t></is></c>`
const HEAD = `<row r="1">${cell('A1', 'Date')}${cell('B1', 'Narration')}${cell('C1', 'Credit')}</row>`
const ROW = `<row r="2">${cell('A2', '21/11/2026')}${cell('B2', 'UPI/CR/632500000001/A')}<c r="C2"><v>5</v></c></row>`

test('the workbook from which the hostile ones are made is valid', async () => {
  expect(await scanStatement(zip(book(HEAD + ROW)))).toMatchObject({
    rows: 1,
    samples: [['21/11/2026', expect.any(String), '5']],
  })
})

const LINE = '21/11/2026,UPI/CR/632500000001/A,5.00\n'
const TABLE = `Date,Narration,Credit\n${LINE}`
const MB = 1024 * 1024
const NO_TABLE = /No table was found/
const DAMAGED = /damaged|No table was found/
const TOO_LARGE = /too large once it is unpacked/

const inFourBytes = (sign: string | number): number[] =>
  typeof sign === 'number' ? [sign] : [sign.charCodeAt(0), 0, 0, 0]

const ENTITY_BOMB = `<!DOCTYPE l [<!ENTITY a "${'x'.repeat(999)}"><!ENTITY b "${'&a;'.repeat(999)}">]><sst><si><t>${'&b;'.repeat(999)}</t></si></sst>`

const zip64Locator = (): Buffer => {
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50)
  return locator
}

const HOSTILE: readonly (readonly [string, () => Buffer, RegExp])[] = [
  ['nothing', () => Buffer.alloc(0), /empty/],
  ['zeros', () => Buffer.alloc(5_000), /neither CSV nor Excel/],
  [
    'a program',
    () => Buffer.concat([Buffer.from('MZ\x90\0'), Buffer.alloc(4_000, 1)]),
    /neither CSV nor Excel/,
  ],
  ['a picture', () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), /neither CSV nor Excel/],
  ['an old Excel file', () => Buffer.from('d0cf11e0a1b11ae10000', 'hex'), /old or password-protected/],
  [
    'a web page named .xls',
    () => Buffer.from(`<html><table><tr><td>Date</td></tr></table></html>`),
    /web page/,
  ],
  ['UTF-32', () => Buffer.from([0xff, 0xfe, 0, 0, ...TABLE].flatMap(inFourBytes)), NO_TABLE],
  [
    'bytes of no alphabet',
    () => Buffer.from(Array.from({ length: 9_000 }, (_, n) => 128 + ((n * 37) % 128))),
    /4000 characters/,
  ],
  ['a letter', () => Buffer.from('Dear Sir,\nplease find my statement.\n'.repeat(100)), NO_TABLE],
  ['headings of something else', () => Buffer.from('Name,Phone,City\nA,1,B\n'), NO_TABLE],
  ['a cell without an end', () => Buffer.from(`${TABLE}"${'x'.repeat(100_000)}`), /4000 characters/],
  [
    'a quote that is never closed',
    () => Buffer.from(`${TABLE}21/11/2026,"${LINE.repeat(1_000)}`),
    /4000 characters/,
  ],
  ['a thousand columns', () => Buffer.from(`${TABLE}${','.repeat(1_000)}\n`), /at most 64 columns/],
  ['a line of commas for the whole file', () => Buffer.alloc(MB, ','), /at most 64 columns/],
  ['a million rows', () => Buffer.from(TABLE + '1,2,3\n'.repeat(1_000_000)), /at most 2,00,000 rows/],
  ['a million empty rows', () => Buffer.from(TABLE + '\n'.repeat(1_000_000)), /at most 2,00,000 rows/],
  ['a ZIP of something else', () => zip([part('a.txt', 'hello')]), /no Excel file/],
  ['a ZIP cut off', () => zip(book(HEAD + ROW)).subarray(0, 700), DAMAGED],
  [
    'a ZIP with its middle missing',
    () => {
      const whole = zip(book(HEAD + ROW))
      return Buffer.concat([whole.subarray(0, 300), whole.subarray(600)])
    },
    DAMAGED,
  ],
  [
    'a bomb that says so',
    () => zip([...book(HEAD + ROW), part('xl/b.xml', Buffer.alloc(170 * MB))]),
    TOO_LARGE,
  ],
  [
    'a sheet that claims to hold a gigabyte',
    () => zip(book(HEAD + ROW, undefined, { size: 2 ** 30 })),
    TOO_LARGE,
  ],
  [
    'a bomb that lies',
    () => zip([...book(HEAD + ROW), part('xl/b.xml', Buffer.alloc(64 * MB), { size: 10 })]),
    DAMAGED,
  ],
  [
    'a sheet that lies about its length',
    () => zip(book(HEAD + ' '.repeat(5 * MB), undefined, { size: 99 })),
    DAMAGED,
  ],
  [
    'many small bombs',
    () => zip([...book(HEAD), ...Array.from({ length: 20 }, (_, n) => part(`b${n}`, Buffer.alloc(10 * MB)))]),
    TOO_LARGE,
  ],
  ['ten thousand entries', () => zip(Array.from({ length: 10_000 }, (_, n) => part(`f${n}`, ''))), TOO_LARGE],
  ['more entries than there are', () => zip(book(HEAD + ROW), { count: 60_000 }), /too large|damaged/],
  ['an encrypted entry', () => zip(book(HEAD + ROW, undefined, { flags: 1 })), DAMAGED],
  ['an unknown packing', () => zip(book(HEAD + ROW, undefined, { method: 99 })), DAMAGED],
  ['a name twice', () => zip([...book(HEAD + ROW), ...book(HEAD)]), DAMAGED],
  [
    'a cell in the last column of the last row',
    () => zip(book(`${HEAD}${ROW}<row r="1048576">${cell('XFD1048576', 'x')}</row>`)),
    /at most 64 columns/,
  ],
  [
    'a million rows of nothing',
    () => zip(book(`${HEAD}${'<row/>'.repeat(1_000_000)}`)),
    /at most 2,00,000 rows/,
  ],
  [
    'a million rows of another prefix',
    () => zip(book(`${HEAD}${'<x:row/>'.repeat(1_000_000)}`)),
    /at most 2,00,000 rows/,
  ],
  ['ZIP64 by its count', () => zip(book(HEAD + ROW), { count: 0xffff }), /ZIP64/],
  ['ZIP64 by a record of its own', () => zip(book(HEAD + ROW), { beforeEnd: zip64Locator() }), /ZIP64/],
  ['ZIP64 by a length', () => zip(book(HEAD + ROW, undefined, { size: 0xffffffff })), /ZIP64/],
  [
    'bytes between the directory and its end record',
    () => zip(book(HEAD + ROW), { beforeEnd: Buffer.alloc(46) }),
    DAMAGED,
  ],
  ['fewer entries than the directory holds', () => zip(book(HEAD + ROW), { count: 5 }), DAMAGED],
  ['bytes behind the end record', () => zip(book(HEAD + ROW), { comment: Buffer.from('more') }), DAMAGED],
  ['a document type with entities', () => zip(book(HEAD + ROW, ENTITY_BOMB)), DAMAGED],
  ['a comment without an end', () => zip(book(`${HEAD}<!--${'x'.repeat(MB)}`)), DAMAGED],
  ['elements a million deep', () => zip(book(HEAD + '<a>'.repeat(1_000_000))), DAMAGED],
  [
    'two million shared strings',
    () => zip(book(HEAD + ROW, `<sst>${'<si/>'.repeat(2_000_000)}</sst>`)),
    TOO_LARGE,
  ],
  [
    'a cell of a megabyte',
    () => zip(book(`${HEAD}<row r="2">${cell('A2', 'x'.repeat(MB))}</row>`)),
    /4000 characters/,
  ],
  ['no sheet at all', () => zip(book('').filter(({ name }) => !name.includes('sheet1'))), DAMAGED],
  ['XML that is none', () => zip(book('<row><c><v>'.repeat(5_000))), DAMAGED],
]

test.each(HOSTILE)('%s is refused with a message', async (_name, make, sentence) => {
  const refused = await scanStatement(make()).then(
    (scanned) => ({ name: 'taken', message: JSON.stringify(scanned).slice(0, 200) }),
    (error: Error) => error,
  )
  expect(refused).toBeInstanceOf(StatementRefused)
  expect(refused.message).toMatch(sentence)
})

test('formulas have their stored result and are never evaluated', async () => {
  const row = `<row r="2">${cell('A2', '21/11/2026')}${cell('B2', 'UPI/CR/632500000001/A')}<c r="C2"><f>WEBSERVICE("https://x.example")</f><v>7.5</v></c></row>`
  expect((await scanStatement(zip(book(HEAD + row)))).samples[0]?.[2]).toBe('7.50')
})

test('the rows of an Excel file have the numbers that Excel shows, even if the file omits empty rows', async () => {
  const head = HEAD.replaceAll('1"', '4"')
  const row = ROW.replaceAll('2"', '7"')
  // A cell that was only formatted, at the very end of a sheet.
  const last = `<row r="1048576">${cell('A1048576', ' ')}</row>`
  const scanned = await scanStatement(
    zip(book(`<row r="1">${cell('A1', 'Sample Bank')}</row>${head}${row}${last}`)),
  )
  expect(scanned).toMatchObject({ header: 3, rows: 1, sampleNumbers: [7] })
})

test('a hundred thousand rows of Excel are all read', async () => {
  const pieces: Uint8Array[] = []
  const rows = function* () {
    for (let n = 0; n < 100_000; n += 1)
      yield ['21/11/2026', `UPI/CR/${632_700_000_000 + n}/ASHA RAO/asha@okaxis/Tea and samosa`, n / 100]
  }
  const columns = ['Date', 'Narration', 'Credit'].map((header) => ({ header }))
  for await (const piece of writeXlsxStream(rows() as never, {
    name: 'S',
    columns,
  }) as AsyncIterable<Uint8Array>)
    pieces.push(piece)
  const file = Buffer.concat(pieces)
  expect(file.length).toBeLessThan(STATEMENT_BYTES_MAX)
  expect((await scanStatement(file)).rows).toBe(100_000)
})

const CORE: readonly (readonly [string, (length: number) => string])[] = [
  ['a comment', (length) => `${HEAD}<!--${'x'.repeat(length)}`],
  ['a tag', (length) => `${HEAD}<a b="${'x'.repeat(length)}`],
  ['a quote of tags', (length) => `${HEAD}<a b="${'>'.repeat(length)}`],
  ['an instruction', (length) => `${HEAD}<?a ${'x'.repeat(length)}`],
  ['plain text', (length) => `${HEAD}<![CDATA[${'x'.repeat(length)}`],
  ['an entity', (length) => `${HEAD}<row>&${'x'.repeat(length)}`],
  ['a name', (length) => `${HEAD}<${'x'.repeat(length)}`],
]

/** Processor time, which the load of others does not change as much as that of the clock. */
const processorMs = async (file: Buffer): Promise<number> => {
  const before = process.cpuUsage()
  await scanStatement(file).catch(() => undefined)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

test.each(CORE)('%s without an end is read in linear time', async (_name, sheet) => {
  // Where each piece is looked at from the beginning again, sixteen megabytes take half a minute.
  expect(await processorMs(zip(book(sheet(16 * MB))))).toBeLessThan(4_000)
})
