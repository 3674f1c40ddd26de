import { encodeQR } from 'qr'

/** Readers need this much white around the code (ISO/IEC 18004); the matrix and the path come without it. */
export const QUIET_ZONE_MODULES = 4

/**
 * Rows of modules, true is dark. Error correction M: a screen is not torn, and fewer modules scan from further away.
 * Throws a RangeError or Error for more than fits into a code (2,331 bytes); a link from `payLink` always fits.
 */
export function qrMatrix(text: string): boolean[][] {
  // The library draws at least one module of border; the caller draws the quiet zone, so that one is cut off.
  const bordered = encodeQR(text, 'raw', { ecc: 'medium', border: 1 })
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
