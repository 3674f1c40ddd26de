import { expect, it } from 'vitest'
import { drawText } from './text-picture.ts'

const STYLE = { size: 11, bold: true, colour: '#14181f', width: 240 }
const widthOf = async (text: string): Promise<number> => (await drawText(text, STYLE)).width

it.each([
  ['Devanagari', 'क्षत्रिय', 'श्रीमती'],
  ['Bengali and Assamese', 'তৃপ্তি', 'ৰেষ্টুৰেণ্ট'],
  ['Tamil', 'ஸ்ரீ', 'தமிழ்'],
  ['Telugu', 'కొట్టు', 'శ్రీ'],
  ['Kannada', 'ಅಂಗಡಿ', 'ಶ್ರೀ'],
  ['Malayalam', 'ക്ഷേത്രം', 'ശ്രീ'],
  ['Gujarati', 'ક્ષત્રિય', 'દુકાન'],
  ['Gurmukhi', 'ਸ਼੍ਰੀ', 'ਦੁਕਾਨ'],
  ['Odia', 'ଶ୍ରୀ', 'କ୍ଷେତ୍ର'],
  ['Urdu', 'ٹھیک', 'ڈیری'],
])('a text in %s is drawn with the fonts of the program', async (_script, one, other) => {
  const { png } = await drawText(one, STYLE)
  expect(png).not.toEqual((await drawText(other, STYLE)).png)
  // Without a font every letter is the same box.
  expect(png).not.toEqual((await drawText('\u{F0000}'.repeat([...one].length), STYLE)).png)
})

it('joins the letters as they are written', async () => {
  // With a zero-width non-joiner the same letters stand apart, which is wider.
  expect(await widthOf('क्षक्षक्ष')).toBeLessThan(await widthOf('क्\u200cषक्\u200cषक्\u200cष'))
  expect(await widthOf('ببببب')).toBeLessThan(await widthOf('ب\u200cب\u200cب\u200cب\u200cب'))
})

it('breaks a long text within its width, and markup has no meaning in it', async () => {
  const long = await drawText('ক্ষেত্র '.repeat(30), STYLE)
  expect(long.width).toBeLessThanOrEqual(STYLE.width)
  expect(long.height).toBeGreaterThan(3 * STYLE.size)
  for (const text of ['<b>', '</span>&amp;', '\u0000\uD800', '&'])
    expect((await drawText(text, STYLE)).png.length).toBeGreaterThan(0)
})
