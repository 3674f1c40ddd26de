import { SaxesParser } from 'saxes'

/** The part is not well-formed XML, or nested too deeply. */
export class XmlRefused extends Error {
  override name = 'XmlRefused'
}

export interface XmlHandlers {
  /** `name` is without its prefix. */
  open?(name: string, attributes: Readonly<Record<string, string>>): void
  text?(text: string): void
  close?(name: string): void
}

const DEPTH_MAX = 64
/** Limits what handlers collect between two pauses. */
const PIECE_BYTES = 64 * 1024

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/**
 * Parses a part of a spreadsheet, calls the handlers, and pauses after each piece, so that the caller can take what they collected. Linear
 * in the part's length, also if a comment or a tag never ends. A document type, which could define entities, is refused.
 */
export async function* walkXml(pieces: AsyncIterable<Buffer>, handlers: XmlHandlers): AsyncGenerator<void> {
  const parser = new SaxesParser({ position: false })
  let depth = 0
  const refuse = (why: string): never => {
    throw new XmlRefused(why)
  }
  parser.on('error', (error) => refuse(error.message))
  parser.on('doctype', () => refuse('a document type'))
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1
    if (depth > DEPTH_MAX) refuse('too deep')
    handlers.open?.(localName(name), attributes as Record<string, string>)
  })
  parser.on('closetag', ({ name }) => {
    depth -= 1
    handlers.close?.(localName(name))
  })
  parser.on('text', (text) => handlers.text?.(text))
  parser.on('cdata', (text) => handlers.text?.(text))
  const decoder = new TextDecoder()
  for await (const piece of pieces)
    for (let at = 0; at < piece.length; at += PIECE_BYTES) {
      parser.write(decoder.decode(piece.subarray(at, at + PIECE_BYTES), { stream: true }))
      yield
    }
  parser.write(decoder.decode()).close()
  yield
}

/** Parses a short part without pauses. */
export const readXml = async (pieces: AsyncIterable<Buffer>, handlers: XmlHandlers): Promise<void> => {
  for await (const _piece of walkXml(pieces, handlers));
}
