import { describe, expect, it } from 'vitest'
import { reportOn } from './structure-harness.ts'

describe('questions', () => {
  it('lists long files and long functions without refusing them', () => {
    const lines = (count: number): string => 'void 0\n'.repeat(count)
    const report = reportOn({
      'upi/src/file.ts': lines(301),
      'upi/src/fits.ts': lines(300),
      'upi/src/function.ts': `export const long = () => {\n${lines(59)}}\nexport const fits = () => {\n${lines(58)}}\n`,
    })
    expect(report.findings).toEqual([])
    expect(report.questions.map(({ path, what }) => `${path}: ${what}`)).toEqual([
      'upi/src/file.ts: 301 lines',
      'upi/src/function.ts: long has 61 lines',
    ])
  })

  it('names the file that cannot be parsed', () => {
    expect(() => reportOn({ 'upi/src/a.ts': 'const = 1\n' })).toThrow(/upi\/src\/a\.ts can't be parsed/)
  })
})
