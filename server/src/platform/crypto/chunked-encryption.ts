import type { Chunks } from '../files/files.ts'
import { open, seal, UnsealError } from './crypto.ts'

/** The plaintext bytes of a chunk: encryption and decryption of a file of any length take this much memory. */
const CHUNK_BYTES = 64 * 1024
/** The bytes that encryption adds to a chunk: version, nonce and tag. */
const OVERHEAD_BYTES = 29
const HEADER_BYTES = 5
const MORE = 0
const LAST = 1

/** The associated data of a chunk: its file, its index, and whether another follows. Chunks cannot be moved, left out or cut off. */
const chunkAssociatedData = (associatedData: string, index: number, mark: number): string =>
  `${associatedData}|${index}|${mark === LAST ? 'last' : 'more'}`

/** Encrypts a stream. Each chunk is one byte that says whether it is the last, four bytes of length, and AES-256-GCM (crypto.ts). */
export async function* encryptChunks(
  key: Uint8Array,
  associatedData: string,
  content: Chunks,
): AsyncGenerator<Buffer> {
  let index = 0
  const sealed = (chunk: Uint8Array, mark: number): Buffer => {
    const body = seal(key, chunk, chunkAssociatedData(associatedData, index, mark))
    index += 1
    const head = Buffer.alloc(HEADER_BYTES)
    head.writeUInt8(mark)
    head.writeUInt32BE(body.length, 1)
    return Buffer.concat([head, body])
  }
  let buffered: Uint8Array = Buffer.alloc(0)
  for await (const chunk of content) {
    buffered = Buffer.concat([buffered, chunk])
    while (buffered.length > CHUNK_BYTES) {
      yield sealed(buffered.subarray(0, CHUNK_BYTES), MORE)
      buffered = buffered.subarray(CHUNK_BYTES)
    }
  }
  yield sealed(buffered, LAST)
}

/** Decrypts a stream. Throws an UnsealError, at the latest at the end, when anything differs from what was encrypted for this file. */
export async function* decryptChunks(
  key: Uint8Array,
  associatedData: string,
  content: Chunks,
): AsyncGenerator<Buffer> {
  let buffered: Buffer = Buffer.alloc(0)
  let index = 0
  let ended = false
  for await (const chunk of content) {
    buffered = Buffer.concat([buffered, chunk])
    while (buffered.length >= HEADER_BYTES) {
      const mark = buffered.readUInt8()
      const length = buffered.readUInt32BE(1)
      if (ended || mark > LAST || length > CHUNK_BYTES + OVERHEAD_BYTES)
        throw new UnsealError('not a sealed file')
      if (buffered.length < HEADER_BYTES + length) break
      yield open(
        key,
        buffered.subarray(HEADER_BYTES, HEADER_BYTES + length),
        chunkAssociatedData(associatedData, index, mark),
      )
      buffered = buffered.subarray(HEADER_BYTES + length)
      index += 1
      ended = mark === LAST
    }
  }
  if (!ended || buffered.length > 0) throw new UnsealError('a sealed file was cut off')
}
