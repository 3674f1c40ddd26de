import { describe, expect, it } from 'vitest'
import { pageLanguageOf } from './page-language.ts'

const language = (acceptLanguage: string | undefined, link?: unknown, merchant?: 'ta') =>
  pageLanguageOf({ query: { lang: link }, headers: { 'accept-language': acceptLanguage } }, merchant).language

describe('the language of a payment page', () => {
  it.each([
    ['hi-IN,hi;q=0.9,en;q=0.8', 'hi'],
    ['en-US,en;q=0.9,hi;q=0.8', 'en'],
    ['fr-FR,fr;q=0.9,kn;q=0.3,pa-Guru;q=0.5', 'pa'],
    ['HI', 'hi'],
    ['hi;q=0, mr;q=0.1', 'mr'],
    ['*', 'en'],
    ['', 'en'],
    [undefined, 'en'],
    [';;;,q=,,hi;q=x,constructor', 'en'],
    [`${'x,'.repeat(5_000)}hi`, 'en'],
  ])('is the first of %j that the page has: %s', (header, expected) => {
    expect(language(header)).toBe(expected)
  })

  it("is the link's before the browser's, if the page has it", () => {
    expect(language('hi', 'ur')).toBe('ur')
    for (const link of ['fr', '', '__proto__', ['ur', 'ta'], undefined])
      expect(language('hi', link)).toBe('hi')
  })

  it("is the merchant's if the page has none of the browser's languages", () => {
    expect(language('fr', undefined, 'ta')).toBe('ta')
    expect(language('hi', undefined, 'ta')).toBe('hi')
  })

  it("comes with an offer of another one: the merchant's, English or Hindi", () => {
    const offered = (link: string, merchant?: 'ta') =>
      pageLanguageOf({ query: { lang: link }, headers: {} }, merchant).offeredLanguage
    expect([
      offered('en'),
      offered('hi'),
      offered('hi', 'ta'),
      offered('ta', 'ta'),
      offered('en', 'ta'),
    ]).toEqual(['hi', 'en', 'ta', 'en', 'ta'])
  })
})
