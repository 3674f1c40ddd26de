import { creditedAmount } from './alert-amount.ts'
import { alertReference } from './alert-reference.ts'
import { type AlertText, alertText } from './alert-text.ts'

const NAMED =
  "otp|o[ .-]t[ .-]p|one[- ]?time[- ]?(?:password|passcode|pass|pin|code)|(?:verification|security|secure|login|log-in|access|authenti\\w*|authori[sz]ation|confirmation|activation) (?:code|pin)|passcode|passkey|mpin|upi pin|ओ[ .]?टी[ .]?पी|वन टाइम (?:पासवर्ड|पासकोड|पिन)|एक बार का पासवर्ड|सत्यापन कोड|ওটিপি|অ[’']?টিপি|ઓટીપી|ஓ\\.?டி\\.?பி|ఓటీపీ|ఓటిపి|ಒಟಿಪಿ|ಓಟಿಪಿ|ഒടിപി|ਓਟੀਪੀ|ଓଟିପି|او ?ٹی ?پی"
/** Four to eight digits that are not an amount, time, date, phone number or masked account. 1930 and 155260 are helplines for fraud. */
const CODE = String.raw`(?<![\d.,:/*₹+]|\d-|\d |xx?|rs ?|inr ?|a\/c |\b(?:to|dial|call|sms block) )(?!(?:1930|155260)\b)\d{3} ?-?\d{1,5}(?![\d:/@]|[.,]\d| ?\d|-\d| ?(?:inr|rs)\b)`

/** "Never share your OTP", which banks add to every message, without a code after it. */
const OTP_WARNING = new RegExp(
  String.raw`\b(?:never|do not|don'?t|not|without|nobody|no one)\b[^.\d]{0,40}?\b(?:${NAMED})\b(?:(?:, ?| ?[/&] ?| or | and )(?:${NAMED}|pin|cvv|password)\b){0,4}(?![^.\d]{0,12}(?:is|:|-)? ?${CODE})`,
  'gi',
)
const PATTERNS = [
  // "OTP is 445566", "Your one-time password for login to NetBanking: 445566"
  new RegExp(String.raw`(?:^|[^a-z])(?:${NAMED})(?![a-z])[^\d]{0,60}?${CODE}`, 'i'),
  new RegExp(
    String.raw`(?:^|[^a-z])(?:${NAMED})(?![a-z]).{0,160}?\b(?:is|are|code|:|हैं?)[ :-]{0,3}${CODE}`,
    'i',
  ),
  // "445566 is your OTP", "445566 is SECRET OTP for"
  new RegExp(`${CODE}["'.]? ?(?:is|as|-|:|to|से|आपका|है)(?![a-z]).{0,60}?(?:${NAMED})`, 'i'),
  new RegExp(String.raw`${CODE} (?:is|as) (?:your|ur|the|otp|one|secret|verification|my)\b`, 'i'),
  new RegExp(
    String.raw`(?:^|[^a-z])(?:use|enter|quote|code|code is|pin) (?:code |pin |otp )?${CODE} (?:to|for|as)\b`,
    'i',
  ),
  new RegExp(
    String.raw`\b(?:code|pin) ?(?:is|:|-)? ?${CODE}\b.{0,80}\b(?:valid|expires?|share|minutes?|mins?)\b`,
    'i',
  ),
  // The code is cut off or spelt out.
  new RegExp(
    String.raw`(?:^|[^a-z])(?:${NAMED})(?![a-z]) (?:is|for|to)\b.{0,120}\b(?:valid|expires?|do not share)\b`,
    'i',
  ),
]

/** "OTP is 445566", "OTP 445566", "445566 is your OTP". */
const DIRECT = [
  new RegExp(
    String.raw`(?:^|[^a-z])(?:${NAMED})(?![a-z])(?:[^.\d]{0,60}?(?:\bis\b|\bare\b|:|हैं?))?["' :=-]{0,3}${CODE}`,
    'i',
  ),
  new RegExp(`${CODE}["'.]? ?(?:is|as|-|:|से|आपका|है)(?![a-z])[^.\\d]{0,60}?(?:${NAMED})`, 'i'),
]

const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
const FOREIGN_DIGIT = /(?![0-9])\p{Nd}/gu
const DIGIT_WORD =
  'zero|one|two|three|four|five|six|seven|eight|nine|शून्य|एक|दो|तीन|चार|पाँच|पांच|छह|छः|छै|सात|आठ|नौ'
/** "four four five five six six", "चार चार पाँच पाँच छह छह", "4 4 5 5 6 6", "44 55 66" */
const SPELT = [
  new RegExp(String.raw`(?<!\p{L})(?:${DIGIT_WORD})(?:[ ,.-]{1,2}(?:${DIGIT_WORD})){3,7}(?!\p{L})`, 'giu'),
  /(?<![\d.,/-]|\d )\d(?:([ ._-])\d)(?:\1\d){2,6}(?![\d/]|[ .,]\d)/g,
  /(?<!\d |\d)\d\d \d\d \d\d(?: \d\d)?(?!\d| \d)/g,
]
const SEPARATORS = /[\p{L}\p{M}]+|\d/gu

/** Replaces spelt-out codes with digits. It does not matter which digits. */
const withPlainDigits = (text: string): string => {
  const plain = text.replace(UNSEEN, '').replace(FOREIGN_DIGIT, '5')
  return SPELT.reduce(
    (known, spelt) => known.replace(spelt, (code) => '5'.repeat(code.match(SEPARATORS)?.length ?? 0)),
    plain,
  )
}

/** Whether any text contains a one-time password. */
export const containsOneTimePassword = (text: string): boolean => hasOneTimePassword(alertText(text))

/** Whether an alert contains a one-time password. Its text is never stored, because it gives access to more than a shop's orders. */
export function hasOneTimePassword({ all, spoken, narration }: AlertText): boolean {
  // A narration with a reference contains the payer's words.
  const text = withPlainDigits(/\d{12}/.test(narration) ? spoken : all).replace(OTP_WARNING, ' ')
  return patternsFor({ all, spoken, narration }).some((pattern) => pattern.test(text))
}

/** In the alert of a payment, only a direct mention counts: warnings and helpline numbers follow. */
const patternsFor = (text: AlertText): readonly RegExp[] =>
  alertReference(text) !== undefined && creditedAmount(text.spoken) !== undefined ? DIRECT : PATTERNS
