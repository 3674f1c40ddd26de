import { hundredsOf, type Numerals } from './indian-numerals.ts'

const BELOW_TWENTY = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen ' +
  'seventeen eighteen nineteen'
).split(' ')
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

const BELOW_HUNDRED = [
  ...BELOW_TWENTY,
  ...TENS.flatMap((tens) => [tens, ...BELOW_TWENTY.slice(1, 10).map((each) => `${tens}-${each}`)]),
]

export const ENGLISH: Numerals = {
  belowHundred: BELOW_HUNDRED,
  hundreds: hundredsOf(BELOW_HUNDRED, 'hundred'),
  units: ['thousand', 'lakh', 'crore'],
}
