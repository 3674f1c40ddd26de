import { inflateSync } from 'node:zlib'

interface PdfObject {
  readonly head: string
  readonly stream: string
}

const OBJECT = /(\d+) 0 obj\n([\s\S]*?)\nendobj/g
const STREAM = /^([\s\S]*?)\nstream\n([\s\S]*)\nendstream/

const objectsOf = (pdf: Buffer): Map<number, PdfObject> =>
  new Map(
    [...pdf.toString('latin1').matchAll(OBJECT)].map(([, number, body = '']) => {
      const [, head = body, packed = ''] = STREAM.exec(body) ?? []
      const bytes = Buffer.from(packed, 'latin1')
      const stream = head.includes('/FlateDecode') ? inflateSync(bytes) : bytes
      return [Number(number), { head, stream: stream.toString('latin1') }]
    }),
  )

const charactersOf = (hex: string): string =>
  String.fromCharCode(...(hex.match(/[0-9a-f]{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16)))

/** What each glyph of a font stands for, by its number: a font holds only the glyphs that were used, in their order. */
const lettersOf = (table: string): string[] => {
  const [, list = ''] = /beginbfrange([\s\S]*?)endbfrange/.exec(table) ?? []
  return [...list.matchAll(/\[([^\]]*)\]/g)].flatMap(([, range = '']) =>
    [...range.matchAll(/<([^>]*)>/g)].map(([, letter = '']) => charactersOf(letter)),
  )
}

/** What a PDF as pdfkit writes it says, a line for each piece of text. */
export const textOfPdf = (pdf: Buffer): string => {
  const objects = objectsOf(pdf)
  /** Those that every reader has stand for their own letters, a byte each. */
  const fonts = new Map<string, string[] | undefined>()
  for (const { head } of objects.values())
    for (const [, name = '', font] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const [, table] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(Number(font))?.head ?? '') ?? []
      fonts.set(name, table === undefined ? undefined : lettersOf(objects.get(Number(table))?.stream ?? ''))
    }
  const lines: string[] = []
  let letters: readonly string[] | undefined = []
  for (const { stream } of objects.values())
    for (const [, font, shown = ''] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (font !== undefined) {
        letters = fonts.get(font)
        continue
      }
      const units = [...shown.matchAll(/<([0-9a-f]+)>/g)].flatMap(
        ([, hex = '']) => hex.match(letters === undefined ? /../g : /.{4}/g) ?? [],
      )
      const letterOf = (unit: number): string =>
        letters === undefined ? String.fromCharCode(unit) : (letters[unit] ?? '')
      lines.push(units.map((unit) => letterOf(Number.parseInt(unit, 16))).join(''))
    }
  return lines.join('\n')
}
