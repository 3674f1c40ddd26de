import type { PageLanguage } from '@galla/contract/orders/page-languages'

const ENGLISH_SMALL = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen ' +
  'seventeen eighteen nineteen'
).split(' ')
const ENGLISH_TENS = ['', '', ...'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')]

/** In Hindi each number below a hundred has a name of its own. */
const HINDI_SMALL = (
  'शून्य एक दो तीन चार पाँच छह सात आठ नौ दस ग्यारह बारह तेरह चौदह पंद्रह सोलह सत्रह अठारह उन्नीस ' +
  'बीस इक्कीस बाईस तेईस चौबीस पच्चीस छब्बीस सत्ताईस अट्ठाईस उनतीस तीस इकतीस बत्तीस तैंतीस चौंतीस पैंतीस छत्तीस सैंतीस अड़तीस उनतालीस ' +
  'चालीस इकतालीस बयालीस तैंतालीस चौवालीस पैंतालीस छियालीस सैंतालीस अड़तालीस उनचास पचास इक्यावन बावन तिरपन चौवन पचपन छप्पन सत्तावन अट्ठावन उनसठ ' +
  'साठ इकसठ बासठ तिरसठ चौंसठ पैंसठ छियासठ सड़सठ अड़सठ उनहत्तर सत्तर इकहत्तर बहत्तर तिहत्तर चौहत्तर पचहत्तर छिहत्तर सतहत्तर अठहत्तर उनासी ' +
  'अस्सी इक्यासी बयासी तिरासी चौरासी पचासी छियासी सत्तासी अट्ठासी नवासी नब्बे इक्यानवे बानवे तिरानवे चौरानवे पचानवे छियानवे सत्तानवे अट्ठानवे निन्यानवे'
).split(' ')

const englishBelowHundred = (n: number): string => {
  if (n < ENGLISH_SMALL.length) return ENGLISH_SMALL[n] ?? ''
  const tens = ENGLISH_TENS[Math.floor(n / 10)] ?? ''
  return n % 10 === 0 ? tens : `${tens} ${ENGLISH_SMALL[n % 10]}`
}

interface Numerals {
  readonly belowHundred: (n: number) => string
  /** Of crore, lakh, thousand and hundred. */
  readonly units: readonly [string, string, string, string]
  /** Between the hundreds and what is below. */
  readonly and: string
}

const NUMERALS: Partial<Record<PageLanguage, Numerals>> = {
  en: {
    belowHundred: englishBelowHundred,
    units: ['crore', 'lakh', 'thousand', 'hundred'],
    and: 'and ',
  },
  hi: { belowHundred: (n) => HINDI_SMALL[n] ?? '', units: ['करोड़', 'लाख', 'हज़ार', 'सौ'], and: '' },
}

const UNIT_VALUES = [10_000_000, 100_000, 1_000, 100] as const

const inWords = (n: number, { belowHundred, units, and }: Numerals): string => {
  const parts: string[] = []
  let rest = n
  for (const [index, value] of UNIT_VALUES.entries()) {
    const times = Math.floor(rest / value)
    if (times > 0) parts.push(`${belowHundred(times)} ${units[index]}`)
    rest %= value
  }
  if (rest > 0 || parts.length === 0) parts.push(`${parts.length > 0 ? and : ''}${belowHundred(rest)}`)
  return parts.join(' ')
}

/** How each language says rupees, paise, and that an amount was received. */
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

/** Rupees are at most 10,00,000.00, so a number holds their paise exactly. */
const amountText = (rupees: number, language: PageLanguage): string => {
  const all = Math.round(rupees * 100)
  const [whole, rest] = [Math.floor(all / 100), all % 100]
  const numerals = NUMERALS[language]
  // The voices of the other languages read digits in their own words.
  const say = (n: number) => (numerals === undefined ? String(n) : inWords(n, numerals))
  const words = SENTENCES[language]
  const rupeeWord = language === 'en' && whole === 1 ? 'rupee' : words.rupees
  const paiseText = `${say(rest)} ${words.paise}`
  if (whole === 0) return paiseText
  return `${say(whole)} ${rupeeWord}${rest === 0 ? '' : ` ${numerals?.and ?? ''}${paiseText}`}`
}

/** "two hundred and fifty rupees received" */
export const receivedSentence = (rupees: number, language: PageLanguage): string =>
  SENTENCES[language].received.replace('{amount}', amountText(rupees, language))

/** After an absence: how many payments came, and how much they are together. */
export const summarySentence = (count: number, rupees: number, language: PageLanguage): string => {
  const sum = receivedSentence(rupees, language)
  if (language === 'en') return `${inWords(count, NUMERALS.en as Numerals)} earlier payments: ${sum}`
  if (language === 'hi') return `पहले के ${inWords(count, NUMERALS.hi as Numerals)} भुगतान: ${sum}`
  return `${count}: ${sum}`
}
