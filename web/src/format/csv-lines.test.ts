import { expect, test } from 'vitest'
import { csvLineCounter } from './csv-lines.ts'

const FILE = 'Order ID,Note\r\n1,"two\nlines, ""quoted"""\r\n2,plain\r\n'

test('a line break inside a cell does not start a row, wherever the file is split', () => {
  const bytes = new TextEncoder().encode(FILE)
  for (let size = 1; size <= bytes.length; size += 1) {
    const count = csvLineCounter()
    let lines = 0
    for (let at = 0; at < bytes.length; at += size) lines = count(bytes.subarray(at, at + size))
    expect(lines, `pieces of ${size}`).toBe(3)
  }
})
