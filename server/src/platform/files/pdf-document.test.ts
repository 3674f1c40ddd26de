import { PDFiumLibrary } from '@hyzyla/pdfium'
import { expect, test } from 'vitest'
import { openPdf, type TextBox, writeText } from './pdf-document.ts'

const SCALE = 4
const WIDTH = 100
const BOX: TextBox = { x: 0, width: WIDTH, size: 10, bold: false, colour: '#000000' }

interface Line {
  top: number
  bottom: number
  left: number
  right: number
}

/** The inked lines of a page with these texts below each other, in points. */
const linesOf = async (texts: readonly string[], box: TextBox): Promise<Line[]> => {
  const { doc, finish } = await openPdf({
    size: [WIDTH, 80],
    margin: 0,
    lang: 'en-IN',
    title: 'Lines',
    author: 'Galla',
    at: new Date(0),
  })
  doc.y = 0
  for (const text of texts) await writeText(doc, text, box)
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(await finish())
  const { data, width, height } = await document.getPage(0).render({ scale: SCALE, render: 'bitmap' })
  document.destroy()
  library.destroy()
  const lines: Line[] = []
  for (let y = 0; y < height; y += 1) {
    const inked = Array.from({ length: width }, (_each, x) => x).filter(
      (x) => (data[(y * width + x) * 4] ?? 255) < 128,
    )
    if (inked.length === 0) continue
    const [left, right] = [(inked[0] ?? 0) / SCALE, (inked.at(-1) ?? 0) / SCALE]
    const last = lines.at(-1)
    if (last === undefined || y / SCALE - last.bottom > 1.5)
      lines.push({ top: y / SCALE, bottom: y / SCALE, left, right })
    else {
      last.bottom = y / SCALE
      last.left = Math.min(last.left, left)
      last.right = Math.max(last.right, right)
    }
  }
  return lines
}

test('every line of a right-aligned text ends at the right, in Urdu and in Hindi', async () => {
  for (const text of ['ایک لاکھ چوبیس ہزار نو سو', 'एक लाख चौबीस हज़ार नौ सौ रुपये']) {
    const lines = await linesOf([text], { ...BOX, align: 'right' })
    expect(lines.length).toBeGreaterThan(1)
    for (const { right } of lines) expect(right).toBeGreaterThan(WIDTH - 3)
  }
})

test('a line that is drawn as a picture is as high as a line of text', async () => {
  const [latin, bengali] = [await linesOf(['now', 'now'], BOX), await linesOf(['কখন', 'কখন'], BOX)]
  const step = ([first, second]: Line[]) => (second?.top ?? 0) - (first?.top ?? 0)
  expect(latin).toHaveLength(2)
  expect(bengali).toHaveLength(2)
  expect(step(bengali)).toBeCloseTo(step(latin), 0)
})
