/** Each number below a hundred has a word of its own. */
const BELOW_HUNDRED = (
  'शून्य एक दो तीन चार पाँच छह सात आठ नौ दस ग्यारह बारह तेरह चौदह पंद्रह सोलह सत्रह अठारह उन्नीस ' +
  'बीस इक्कीस बाईस तेईस चौबीस पच्चीस छब्बीस सत्ताईस अट्ठाईस उनतीस तीस इकतीस बत्तीस तैंतीस चौंतीस पैंतीस छत्तीस सैंतीस अड़तीस उनतालीस ' +
  'चालीस इकतालीस बयालीस तैंतालीस चवालीस पैंतालीस छियालीस सैंतालीस अड़तालीस उनचास पचास इक्यावन बावन तिरपन चौवन पचपन छप्पन सत्तावन अट्ठावन उनसठ ' +
  'साठ इकसठ बासठ तिरसठ चौंसठ पैंसठ छियासठ सड़सठ अड़सठ उनहत्तर सत्तर इकहत्तर बहत्तर तिहत्तर चौहत्तर पचहत्तर छिहत्तर सतहत्तर अठहत्तर उनासी ' +
  'अस्सी इक्यासी बयासी तिरासी चौरासी पचासी छियासी सत्तासी अट्ठासी नवासी नब्बे इक्यानवे बानवे तिरानवे चौरानवे पचानवे छियानवे सत्तानवे अट्ठानवे निन्यानवे'
).split(' ')

const UNITS: readonly (readonly [bigint, string])[] = [
  [10_000_000n, 'करोड़'],
  [100_000n, 'लाख'],
  [1_000n, 'हज़ार'],
  [100n, 'सौ'],
]

const inWords = (n: bigint): string => {
  const [unit, name] = UNITS.find(([each]) => n >= each) ?? [1n, '']
  if (name === '') return BELOW_HUNDRED[Number(n)] ?? ''
  const rest = n % unit
  return `${inWords(n / unit)} ${name}${rest === 0n ? '' : ` ${inWords(rest)}`}`
}

/** Writes an amount as Hindi bills do: "सात हज़ार नौ सौ निन्यानवे रुपये मात्र". */
export const amountInHindi = (paise: bigint): string => {
  const [rupees, rest] = [paise / 100n, paise % 100n]
  const parts = [`${inWords(rupees)} ${rupees === 1n ? 'रुपया' : 'रुपये'}`]
  if (rest > 0n) parts.push(`${inWords(rest)} ${rest === 1n ? 'पैसा' : 'पैसे'}`)
  return `${parts.join(' ')} मात्र`
}
