import { encodeQR } from 'qr'

/** Readers need this much white around the code (ISO/IEC 18004); the matrix and the path come without it. */
export const QUIET_ZONE_MODULES = 4

/** Larger codes are hard to scan because their modules are small. */
const MODULES_CORRECTED_MAX = 77

/**
 * Returns rows of modules; true is dark. Error correction M is enough for a screen, and fewer modules can be scanned from further away. A dense
 * code, such as that of a long name in an Indian script, gets L and so larger modules.
 * Throws a RangeError or Error for more than fits into a code (2,331 bytes); a link from `payLink` always fits.
 */
export function qrMatrix(text: string): boolean[][] {
  const matrix = encoded(text, 'medium')
  return matrix.length <= MODULES_CORRECTED_MAX ? matrix : encoded(text, 'low')
}

/** The library adds at least one module of border. It is cut off: the caller draws the quiet zone. */
function encoded(text: string, ecc: 'low' | 'medium'): boolean[][] {
  const bordered = encodeQR(text, 'raw', { ecc, border: 1 })
  return bordered.slice(1, -1).map((row) => row.slice(1, -1))
}

/**
 * The code as one path of horizontal runs, to be drawn with `stroke-width="1"` and no fill, one unit a module, the code's
 * corner at 0 0: `<path d="…" stroke="#000">`. The half unit puts a run in the middle of its row. Steps are relative,
 * so that they repeat and compress: a usual link is 3.2 KB, and 0.5 KB after brotli (absolute steps: 3.9 and 1.0).
 */
export function qrSvgPath(matrix: readonly (readonly boolean[])[]): string {
  let path = ''
  let penX = 0
  let penY = 0
  for (const [y, row] of matrix.entries()) {
    for (const [start, end] of darkRuns(row)) {
      path += path === '' ? `M${start} ${y}.5` : `m${start - penX} ${y - penY}`
      path += `h${end - start}`
      penX = end
      penY = y
    }
  }
  return path
}

/** Node and browsers have it; the types of the language alone do not. */
declare const btoa: (bytes: string) => string

/** Two header blocks and a palette of two colours. */
const BITMAP_HEADER_BYTES = 62
const BITMAP_INFO_BYTES = 40

/**
 * The code as a picture of one pixel a module, without the white around it: a data address of a bitmap with a bit a pixel. A page that
 * is sent again and again is lighter with it: a usual link is 0.5 KB after brotli, a name in an Indian script half of its path.
 */
export function qrBitmap(matrix: readonly (readonly boolean[])[]): string {
  const side = matrix.length
  // Rows end on four bytes.
  const rowBytes = Math.ceil(side / 32) * 4
  const bytes = new Uint8Array(BITMAP_HEADER_BYTES + rowBytes * side)
  const header = new DataView(bytes.buffer)
  bytes.set([0x42, 0x4d])
  header.setUint32(2, bytes.length, true)
  header.setUint32(10, BITMAP_HEADER_BYTES, true)
  header.setUint32(14, BITMAP_INFO_BYTES, true)
  header.setInt32(18, side, true)
  // Rows from the top are a negative height.
  header.setInt32(22, -side, true)
  header.setUint16(26, 1, true)
  header.setUint16(28, 1, true)
  // The second colour is black; the first is white.
  header.setUint32(54, 0xffffff, true)
  for (const [y, row] of matrix.entries())
    for (const [x, dark] of row.entries())
      if (dark) {
        const at = BITMAP_HEADER_BYTES + y * rowBytes + (x >> 3)
        bytes[at] = (bytes[at] ?? 0) | (128 >> (x & 7))
      }
  return `data:image/bmp;base64,${btoa(String.fromCharCode(...bytes))}`
}

function* darkRuns(row: readonly boolean[]): Generator<readonly [start: number, end: number]> {
  let start = -1
  for (let x = 0; x <= row.length; x += 1) {
    const dark = row[x] === true
    if (dark && start < 0) start = x
    if (!dark && start >= 0) {
      yield [start, x]
      start = -1
    }
  }
}
