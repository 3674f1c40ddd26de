import { expect, test } from 'vitest'
import { scanStatement } from './read-statement.ts'

test.each([
  [
    'the ISO 20022 format camt.053',
    '<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt/></Document>',
  ],
  ['the SWIFT format MT940', ':20:STARTUMS\r\n:25:12345678/1234567890\r\n:28C:0/1\r\n'],
  ['the format OFX', 'OFXHEADER:100\r\nDATA:OFXSGML\r\n\r\n<OFX></OFX>'],
])('a statement in %s is refused with the name of its format', async (format, text) => {
  await expect(scanStatement(Buffer.from(text))).rejects.toThrow(
    `This is a statement in ${format}, which Galla cannot read. Download it from your bank as CSV, Excel (.xlsx) or PDF, and send that.`,
  )
})
