import type { PageLanguage } from '@galla/contract/payment-page/page-languages'
import { ENGLISH } from '@galla/upi/words/english-numerals'
import { HINDI } from '@galla/upi/words/hindi-numerals'
import { type Numerals, numberInWords } from '@galla/upi/words/indian-numerals'

/** As it is said aloud: "two hundred and fifty six". */
const SPOKEN_ENGLISH: Numerals = {
  ...ENGLISH,
  belowHundred: ENGLISH.belowHundred.map((each) => each.replace('-', ' ')),
  and: 'and ',
}

const NUMERALS: Partial<Record<PageLanguage, Numerals>> = { en: SPOKEN_ENGLISH, hi: HINDI }

/** Each language's words for rupees, paise, and a received amount. */
const SENTENCES = {
  en: { rupees: 'rupees', paise: 'paise', received: '{amount} received' },
  hi: { rupees: 'रुपये', paise: 'पैसे', received: '{amount} मिले' },
  bn: { rupees: 'টাকা', paise: 'পয়সা', received: '{amount} পাওয়া গেছে' },
  mr: { rupees: 'रुपये', paise: 'पैसे', received: '{amount} मिळाले' },
  te: { rupees: 'రూపాయలు', paise: 'పైసలు', received: '{amount} అందాయి' },
  ta: { rupees: 'ரூபாய்', paise: 'பைசா', received: '{amount} பெறப்பட்டது' },
  gu: { rupees: 'રૂપિયા', paise: 'પૈસા', received: '{amount} મળ્યા' },
  ur: { rupees: 'روپے', paise: 'پیسے', received: '{amount} موصول ہوئے' },
  kn: { rupees: 'ರೂಪಾಯಿ', paise: 'ಪೈಸೆ', received: '{amount} ಸ್ವೀಕರಿಸಲಾಗಿದೆ' },
  or: { rupees: 'ଟଙ୍କା', paise: 'ପଇସା', received: '{amount} ମିଳିଲା' },
  ml: { rupees: 'രൂപ', paise: 'പൈസ', received: '{amount} ലഭിച്ചു' },
  pa: { rupees: 'ਰੁਪਏ', paise: 'ਪੈਸੇ', received: '{amount} ਮਿਲੇ' },
  as: { rupees: 'টকা', paise: 'পইচা', received: "{amount} পোৱা গ'ল" },
} as const satisfies Record<PageLanguage, { rupees: string; paise: string; received: string }>

/** At most 10,00,000.00 rupees, so the paise are an exact integer. */
const amountText = (rupees: number, language: PageLanguage): string => {
  const all = Math.round(rupees * 100)
  const [whole, rest] = [Math.floor(all / 100), all % 100]
  const numerals = NUMERALS[language]
  // Voices of other languages read digits correctly.
  const say = (n: number) => (numerals === undefined ? String(n) : numberInWords(n, numerals))
  const words = SENTENCES[language]
  const rupeeWord = language === 'en' && whole === 1 ? 'rupee' : words.rupees
  const paiseText = `${say(rest)} ${words.paise}`
  if (whole === 0) return paiseText
  return `${say(whole)} ${rupeeWord}${rest === 0 ? '' : ` ${numerals?.and ?? ''}${paiseText}`}`
}

/** "two hundred and fifty rupees received" */
export const receivedSentence = (rupees: number, language: PageLanguage): string =>
  SENTENCES[language].received.replace('{amount}', amountText(rupees, language))

/** Announces the number and the sum of the payments during an absence. */
export const summarySentence = (count: number, rupees: number, language: PageLanguage): string => {
  const sum = receivedSentence(rupees, language)
  if (language === 'en') return `${numberInWords(count, SPOKEN_ENGLISH)} earlier payments: ${sum}`
  if (language === 'hi') return `पहले के ${numberInWords(count, HINDI)} भुगतान: ${sum}`
  return `${count}: ${sum}`
}
