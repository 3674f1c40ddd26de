import type { Chunks } from '../files/files.ts'
import { open, seal, UnsealError } from './crypto.ts'

/** Sealed and opened piece by piece, so that a file of any length takes this much memory. */
const PIECE_BYTES = 64 * 1024
/** What sealing adds to a piece: version, nonce and tag. */
const SEAL_BYTES = 29
const HEAD_BYTES = 5
const MORE = 0
const LAST = 1

/** Which piece of which place, and whether another follows: pieces can be neither moved, nor left out, nor cut off. */
const placeOfPiece = (place: string, index: number, mark: number): string =>
  `${place}|${index}|${mark === LAST ? 'last' : 'more'}`

/** Each piece: one byte that says whether it is the last, four of its length, and AES-256-GCM (crypto.ts). */
export async function* encryptChunks(
  key: Uint8Array,
  place: string,
  content: Chunks,
): AsyncGenerator<Buffer> {
  let index = 0
  const sealed = (piece: Uint8Array, mark: number): Buffer => {
    const body = seal(key, piece, placeOfPiece(place, index, mark))
    index += 1
    const head = Buffer.alloc(HEAD_BYTES)
    head.writeUInt8(mark)
    head.writeUInt32BE(body.length, 1)
    return Buffer.concat([head, body])
  }
  let held: Uint8Array = Buffer.alloc(0)
  for await (const piece of content) {
    held = Buffer.concat([held, piece])
    while (held.length > PIECE_BYTES) {
      yield sealed(held.subarray(0, PIECE_BYTES), MORE)
      held = held.subarray(PIECE_BYTES)
    }
  }
  yield sealed(held, LAST)
}

/** Throws an UnsealError, at the latest at the end, when anything is not as it was sealed for this place. */
export async function* decryptChunks(
  key: Uint8Array,
  place: string,
  content: Chunks,
): AsyncGenerator<Buffer> {
  let held: Buffer = Buffer.alloc(0)
  let index = 0
  let ended = false
  for await (const piece of content) {
    held = Buffer.concat([held, piece])
    while (held.length >= HEAD_BYTES) {
      const mark = held.readUInt8()
      const length = held.readUInt32BE(1)
      if (ended || mark > LAST || length > PIECE_BYTES + SEAL_BYTES)
        throw new UnsealError('not a sealed file')
      if (held.length < HEAD_BYTES + length) break
      yield open(key, held.subarray(HEAD_BYTES, HEAD_BYTES + length), placeOfPiece(place, index, mark))
      held = held.subarray(HEAD_BYTES + length)
      index += 1
      ended = mark === LAST
    }
  }
  if (!ended || held.length > 0) throw new UnsealError('a sealed file was cut off')
}
